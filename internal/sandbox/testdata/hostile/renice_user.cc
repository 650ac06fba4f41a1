// make everything else that the user runs slow, the harness included: all processes of one user can be named at once
#include <cstdlib>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  const char *ok = getenv("HOSTILE_OK"); if (!ok || *ok != '1') return 77;
  bool niced = syscall(SYS_setpriority, PRIO_USER, 0, 19) == 0 || syscall(SYS_setpriority, PRIO_USER, getuid(), 19) == 0;
  bool slowed = syscall(SYS_ioprio_set, 3, 0, 3 << 13) == 0 || syscall(SYS_ioprio_set, 3, getuid(), 3 << 13) == 0;
  return niced || slowed ? 42 : 13;
}
