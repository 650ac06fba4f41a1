// What warm.cc and builder.cc know of each other.

#include <sys/resource.h>

const int warm_fd = 3; // the compiler's end of their socket

struct Result {
  int status; // as from wait
  long nanoseconds;
};

inline long processor_time(const rusage &used) {
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000000L +
         (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000L;
}
