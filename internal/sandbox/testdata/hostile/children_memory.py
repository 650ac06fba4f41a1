# each child keeps under the limit, all of them together do not
import os, sys, time
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
for _ in range(20):
    if os.fork() == 0:
        a = b"x" * (60 << 20)
        time.sleep(100)
time.sleep(100)
