# read one's own output back out of the pipe, so that whoever was promised data finds none
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
try: ends = [os.open("/proc/self/fd/%d" % n, os.O_RDONLY) for n in (1, 2)]
except OSError: ends = []
if os.fork() == 0:
    while True: os.write(1, b"x"); os.write(2, b"y")
while True:
    for fd in ends: os.read(fd, 65536)
