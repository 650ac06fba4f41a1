# look for descriptors that somebody forgot to close
import fcntl, sys
found = []
for fd in range(3, 4096):
    try:
        fcntl.fcntl(fd, fcntl.F_GETFD); found.append(fd)
    except OSError: pass
print("BREACH" if found else "BLOCKED", found); sys.exit(42 if found else 13)
