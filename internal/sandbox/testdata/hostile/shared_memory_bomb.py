# shared anonymous memory, which no process counts as its own alone
import mmap, os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
m = mmap.mmap(-1, 2 << 30)
for i in range(0, 2 << 30, 4096): m[i] = 1
sys.exit(42)
