# plant a mark wherever something may outlive a process; run twice, the second must find none
import ctypes, os, socket, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
found = []
places = [d for d in (".", os.environ["TMPDIR"], "/dev/shm", "/var/tmp", "/run") if os.path.isdir(d)]
for d in places:
    if os.path.exists(os.path.join(d, "mark")): found.append(d)
    try:
        if os.listxattr(d): found.append("xattr " + d)
    except OSError: pass
for d in places:
    try: open(os.path.join(d, "mark"), "w").close()
    except OSError: pass
    try: os.setxattr(d, "user.mark", b"x")
    except OSError: pass
libc = ctypes.CDLL(None, use_errno=True)
if libc.shmget(0x5ee, 4096, 0o600) >= 0: found.append("shm")
libc.shmget(0x5ee, 4096, 0o1600)
if libc.semget(0x5ee, 1, 0o600) >= 0: found.append("sem")
libc.semget(0x5ee, 1, 0o1600)
if libc.syscall(240, b"/mark", 0, 0, 0) >= 0: found.append("mq")
libc.syscall(240, b"mark", 0o102, 0o600, 0)
if libc.syscall(250, 10, -3, b"user", b"mark", 0) >= 0: found.append("key")
libc.syscall(248, b"user", b"mark", b"v", 1, -3)
try:
    s = socket.socket(socket.AF_UNIX)
    try: s.connect("\0mark"); found.append("abstract socket")
    except OSError: s.bind("\0mark")
except OSError: pass
print("BREACH" if found else "BLOCKED", found); sys.exit(42 if found else 13)
