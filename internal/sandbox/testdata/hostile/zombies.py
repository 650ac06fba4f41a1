# children that die and are never waited for
import os, sys, time
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
n = 0
try:
    while n < 100000:
        if os.fork() == 0: os._exit(0)
        n += 1
except OSError as e: print(n, e)
sys.exit(1 if n < 5000 else 42)
