# a file that is larger than the disk, without a byte in it
import os, signal, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try: os.truncate("kept", 1 << 40) if os.path.exists("kept") else open("kept", "wb").truncate(1 << 40)
except OSError as e: print(e); sys.exit(1)
sys.exit(42)
