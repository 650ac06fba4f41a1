// memory that cannot be swapped
#include <cstdio>
#include <sys/mman.h>
int main() {
  void *p = mmap(0, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool got = mlock(p, 64 << 20) == 0;
  puts(got ? "BREACH" : "BLOCKED");
  return got ? 42 : 13;
}
