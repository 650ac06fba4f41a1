// change limits, priority and processors of the processes outside
#include <cstdio>
#include <initializer_list>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  int bad = 0; rlimit l{1, 1}; cpu_set_t one; CPU_ZERO(&one); CPU_SET(0, &one);
  for (pid_t p : {1, (int)getppid()}) {
    if (p == 0) continue;
    if (prlimit(p, RLIMIT_NOFILE, &l, 0) == 0) bad |= 1;
    if (setpriority(PRIO_PROCESS, p, 19) == 0) bad |= 2;
    if (sched_setaffinity(p, sizeof one, &one) == 0) bad |= 4;
    if (syscall(SYS_ioprio_set, 1, p, 0x6000) == 0) bad |= 8;
    sched_param sp{}; if (sched_setscheduler(p, SCHED_IDLE, &sp) == 0) bad |= 16;
  }
  if (setpriority(PRIO_USER, getuid(), 19) == 0) bad |= 32;
  printf("%s %d\n", bad ? "BREACH" : "BLOCKED", bad);
  return bad ? 42 : 13;
}
