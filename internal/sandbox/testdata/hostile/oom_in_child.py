# the child dies of hunger, the parent sleeps on: not a timeout
import os, sys, time
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
if os.fork() == 0:
    a = []
    while True: a.append(b"x" * (4 << 20))
time.sleep(100)
