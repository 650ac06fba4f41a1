// a parent that waits in vfork for a child that never ends
#include <unistd.h>
int main() { if (vfork() == 0) for (;;) pause(); }
