# the host through other processes' folders in /proc
import os, sys
hit = []
def others():
    try: return os.listdir("/proc")
    except OSError: return []
for p in [str(os.getppid()), "1", "2"] + [p for p in others() if p.isdigit()]:
    if p in (str(os.getpid()), "0"): continue
    for f in ("root", "cwd", "fd"):
        try: os.listdir("/proc/%s/%s" % (p, f)); hit.append((p, f))
        except OSError: pass
    for f in ("environ", "maps", "mem"):
        try:
            if open("/proc/%s/%s" % (p, f), "rb").read(1): hit.append((p, f))
        except OSError: pass
print("BREACH" if hit else "BLOCKED", hit); sys.exit(42 if hit else 13)
