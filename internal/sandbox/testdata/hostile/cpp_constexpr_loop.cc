// the compiler computes for ever
constexpr unsigned long f() { unsigned long x = 0; for (unsigned long i = 0; i < 1ul << 60; i++) x += i; return x; }
static_assert(f() != 1, "");
int main() {}
