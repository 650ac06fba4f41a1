// every signal to everybody, in every way there is
#include <cstdlib>
#include <csignal>
#include <cstdio>
#include <initializer_list>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  const char *ok = getenv("HOSTILE_OK"); if (!ok || *ok != '1') return 77;
  for (pid_t p : {1, (int)getppid()})
    for (int s = 1; s < 65; s++) {
      if (p == 0) continue;
      kill(p, s); sigval v{}; sigqueue(p, s, v); syscall(SYS_tgkill, p, p, s); syscall(SYS_tkill, p, s);
    }
  puts("done");
}
