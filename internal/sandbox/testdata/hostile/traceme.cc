// ask to be traced, and stop: whoever waits must not take it for an end
#include <csignal>
#include <sys/ptrace.h>
int main() { ptrace(PTRACE_TRACEME, 0, 0, 0); raise(SIGUSR1); raise(SIGTRAP); for (;;) raise(SIGSTOP); }
