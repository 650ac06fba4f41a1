# memory that belongs to a descriptor and to no process
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
held = []
while len(held) < 100:
    try: fd = os.memfd_create("x")
    except OSError as e: print(e); sys.exit(1)
    held.append(fd)
    for _ in range(20): os.write(fd, b"x" * (1 << 20))
sys.exit(42)
