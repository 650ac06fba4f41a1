# the first process ends well; its child holds stdout open and works on
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
if os.fork() == 0:
    while True: pass
print("done")
