// every signal, with the codes that mean a fault, to every thread number: that of a thread of the init reaches the init
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  const char *ok = getenv("HOSTILE_OK"); if (!ok || *ok != '1') return 77;
  struct { int number, error, code; char rest[116]; } info;
  for (int t = 2; t < 400; t++)
    for (int s = 1; t != getpid() && s < 65; s++)
      for (int code : {-1, -6, -60}) {
        memset(&info, 0, sizeof info);
        info.number = s; info.code = code;
        syscall(SYS_rt_sigqueueinfo, t, s, &info);
        syscall(SYS_tkill, t, s);
        kill(t, s);
        int fd = syscall(434 /* pidfd_open */, t, 0200 /* PIDFD_THREAD, O_EXCL */);
        if (fd >= 0) { syscall(424 /* pidfd_send_signal */, fd, s, &info, 0); close(fd); }
      }
  puts("done");
}
