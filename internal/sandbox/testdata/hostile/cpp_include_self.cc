// a file that includes itself
#include __FILE__
#include __FILE__
int main() {}
