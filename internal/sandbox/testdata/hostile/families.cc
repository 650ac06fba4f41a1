// every family of sockets there is
#include <cstdio>
#include <initializer_list>
#include <sys/socket.h>
#include <unistd.h>
int main() {
  int bad = 0;
  for (int f = 0; f < 64; f++)
    for (int t : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET})
      for (int p : {0, 1, 3, 16}) {
        int s = socket(f, t, p);
        if (s >= 0 && f != AF_UNIX && f != AF_INET && f != AF_INET6) { printf("family %d\n", f); bad = 1; }
        if (s >= 0) close(s);
      }
  puts(bad ? "BREACH" : "BLOCKED");
  return bad ? 42 : 13;
}
