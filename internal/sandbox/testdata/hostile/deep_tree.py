import os,sys
if os.environ.get("HOSTILE_OK")!="1": sys.exit(77)
n="d"*200
try:
    for i in range(3000): os.mkdir(n); os.chdir(n)
except OSError: pass
