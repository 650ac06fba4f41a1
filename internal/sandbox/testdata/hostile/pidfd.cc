// reach the init by a process descriptor: signals, and its own descriptors
#include <csignal>
#include <cstdio>
#include <initializer_list>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  int bad = 0;
  for (pid_t p : {1, (int)getppid()}) {
    int fd = syscall(434, p, 0);
    if (fd < 0) continue;
    for (int n = 0; n < 10; n++) if (syscall(438, fd, n, 0) >= 0) bad |= 1;
    syscall(424, fd, SIGSTOP, 0, 0); syscall(424, fd, SIGKILL, 0, 0);
  }
  puts(bad ? "BREACH" : "BLOCKED");
  return bad ? 42 : 13;
}
