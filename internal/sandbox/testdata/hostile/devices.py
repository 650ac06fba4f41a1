# devices that are none of a program's business
import os, stat, sys
hit = []
for p in ("mem", "kmsg", "port", "kvm", "tty", "tty0", "ptmx", "sda", "vda", "nvme0n1", "vsock", "fuse", "net/tun", "loop-control", "rtc0", "watchdog", "userfaultfd"):
    try: os.close(os.open("/dev/" + p, os.O_RDONLY | os.O_NONBLOCK)); hit.append(p)
    except OSError: pass
for name, dev in (("m", os.makedev(1, 1)), ("b", os.makedev(8, 0))):
    try:
        os.mknod(name, 0o600 | stat.S_IFCHR, dev); os.open(name, os.O_RDONLY); hit.append(name)
    except OSError: pass
print("BREACH" if hit else "BLOCKED", hit); sys.exit(42 if hit else 13)
