// children that end without a signal to their parent, and live on as orphans
#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>
int main() {
  const char *ok = getenv("HOSTILE_OK"); if (!ok || *ok != '1') return 77;
  for (int i = 0; i < 10; i++) if (syscall(SYS_clone, 0, 0, 0, 0, 0) == 0) for (;;) pause();
  return 0;
}
