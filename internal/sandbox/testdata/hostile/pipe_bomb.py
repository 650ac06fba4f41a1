# kernel memory in pipes
import fcntl, os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
held = []
try:
    while len(held) < 10000:
        r, w = os.pipe(); held.append((r, w)); os.set_blocking(w, False)
        try: fcntl.fcntl(w, 1031, 1 << 20)
        except OSError: pass
        try:
            while True: os.write(w, b"x" * 65536)
        except BlockingIOError: pass
except OSError as e: print(len(held), e); sys.exit(1)
