# more files to collect than anybody asked for
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
os.mkdir("classes")
try:
    for i in range(100000): open("classes/%d.class" % i, "w").close()
except OSError: pass
print("done")
