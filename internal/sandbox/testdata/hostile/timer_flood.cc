// timers and pending signals until the kernel says no
#include <csignal>
#include <cstdio>
#include <ctime>
#include <unistd.h>
int main() {
  sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0);
  long timers = 0, queued = 0; timer_t t; sigevent e{}; e.sigev_notify = SIGEV_SIGNAL; e.sigev_signo = SIGRTMIN;
  while (timers < 2000000 && timer_create(CLOCK_MONOTONIC, &e, &t) == 0) timers++;
  sigval v{}; while (queued < 2000000 && sigqueue(getpid(), SIGRTMIN + 1, v) == 0) queued++;
  printf("%ld timers, %ld signals\n", timers, queued);
  return timers >= 2000000 || queued >= 2000000 ? 42 : 1;
}
