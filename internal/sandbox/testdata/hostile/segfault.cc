// die with a large core
#include <cstring>
int main() { static char big[64 << 20]; memset(big, 1, sizeof big); *(volatile int *)8 = 1; }
