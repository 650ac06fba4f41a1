# become root by the system's own means
import os, subprocess, sys
hit = []
for f in (os.setuid, os.setgid, os.seteuid):
    try: f(0); hit.append(f.__name__)
    except OSError: pass
for c in (["su", "-c", "id"], ["sudo", "-n", "id"], ["passwd", "-S", "-a"], ["mount"], ["newgrp", "root"]):
    try: out = subprocess.run(c, stdin=subprocess.DEVNULL, capture_output=True, timeout=2).stdout
    except (OSError, subprocess.TimeoutExpired): continue
    if b"uid=0" in out: hit.append(c[0])
print("BREACH" if hit else "BLOCKED", hit); sys.exit(42 if hit else 13)
