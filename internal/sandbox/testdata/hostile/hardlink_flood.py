# as many names for one file as there can be
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
open("f", "w").close(); i = 0
try:
    while i < 300000: os.link("f", "l%d" % i); i += 1
except OSError as e: print(i, e)
sys.exit(1 if i < 300000 else 42)
