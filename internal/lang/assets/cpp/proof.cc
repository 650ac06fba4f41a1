// End-of-tests proof of a C++ program, linked with -Wl,--wrap=main: what the
// program calls main is __real_main here, and the C library starts
// __wrap_main. Main cannot be renamed instead, because only the real one
// returns 0 by falling off its end, and the tests rely on that.
//
// The secret is read before anything of the program runs: this file is the
// first that is linked, and .preinit_array comes before every constructor. No
// function of the C library is called on the way, for a program may define one
// of its own under the same name.

#include <cerrno>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" int __real_main(int argc, char **argv, char **environment);

namespace {

#if defined(__x86_64__)
long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
  long result;
  register long r10 asm("r10") = d;
  asm volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  asm volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
}
#else
// Elsewhere the C library's function has to do.
long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
  long result = syscall(number, a, b, c, d);
  return result < 0 ? -errno : result;
}
#endif

// As much of the secret as fits; it is a short line.
char secret[256];
size_t length = 0;
long process = 0;
bool taken = false, failed = false;

void take_secret() {
  const int from = 3;
  taken = true;
  process = system_call(SYS_getpid);
  while (length < sizeof secret - 1) {
    long n = system_call(SYS_read, from, (long)(secret + length), sizeof secret - 1 - length);
    if (n == -EINTR) continue;
    if (n <= 0 || secret[length + n - 1] == '\n') {
      length += n > 0 ? n : 0;
      break;
    }
    length += n;
  }
  system_call(SYS_close, from);
  if (length > 0 && secret[length - 1] != '\n') secret[length++] = '\n';
}

// Not every C library goes through this section; __wrap_main makes up for it.
__attribute__((section(".preinit_array"), used)) void (*const early)() = take_secret;

void write_all(int to, const char *text, size_t size) {
  for (size_t done = 0; done < size;) {
    long n = system_call(SYS_write, to, (long)(text + done), size - done);
    if (n == -EINTR) continue;
    if (n <= 0) break;
    done += n;
  }
}

// A message in parts, written in one piece.
struct Message {
  char text[4096];
  size_t size = 0;

  void add(const char *more) {
    while (*more && size < sizeof text) text[size++] = *more++;
  }

  void add(unsigned number) {
    char digits[12], *at = digits + sizeof digits - 1;
    *at = 0;
    do *--at = '0' + number % 10;
    while (number /= 10);
    add(at);
  }
};

}  // namespace

// What a failed assert of the tests calls where the program could have got at
// the C library's own (see cpp_guard.go), with that one's words. It ends the
// process by a signal that no handler of the program sees.
extern "C" __attribute__((noreturn)) void xeval_assert_failed(const char *what, const char *file, unsigned line, const char *function) {
  failed = true;
  Message message;
  message.add("a.out: ");
  message.add(file);
  message.add(":");
  message.add(line);
  message.add(": ");
  message.add(function);
  message.add(": Assertion `");
  message.add(what);
  message.add("' failed.\n");
  write_all(2, message.text, message.size);
  for (;;) {
    const long fallback[4] = {0, 0, 0, 0};  // the kernel's own sigaction: SIG_DFL, no flags, empty mask
    const unsigned long only = 1ul << (SIGABRT - 1);
    system_call(SYS_rt_sigaction, SIGABRT, (long)fallback, 0, sizeof only);
    system_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&only, 0, sizeof only);
    system_call(SYS_tgkill, system_call(SYS_getpid), system_call(SYS_gettid), SIGABRT);
    system_call(SYS_exit_group, 134);
  }
}

extern "C" int __wrap_main(int argc, char **argv, char **environment) {
  if (!taken) take_secret();
  int status = __real_main(argc, argv, environment);
  // A child that the program forked runs main to its end as well, and proves
  // nothing about its parent; a status other than 0 is one that somebody may
  // want to change on the way out.
  if (!failed && status == 0 && system_call(SYS_getpid) == process) write_all(4, secret, length);
  return status;
}
