#include <cstdlib>
static int g_=[]{const char*p=getenv("HOSTILE_OK");if(!p||*p!='1')exit(77);return 0;}();
#include <cstdio>
#include <csignal>
#include <cstring>
int main(){ signal(SIGXFSZ,SIG_IGN); static char b[1<<20]; memset(b,7,sizeof b); FILE*f=fopen("big","wb"); long n=0; while(f&&fwrite(b,1,sizeof b,f)==sizeof b) n++; printf("%ld MiB\n",n); return n>4096?42:1; }
