# kernel memory in socket buffers
import os, socket, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
held = []
try:
    while len(held) < 10000:
        a, b = socket.socketpair(); a.setblocking(False); held.append((a, b))
        try:
            while True: a.send(b"x" * 65536)
        except BlockingIOError: pass
except OSError as e: print(len(held), e); sys.exit(1)
