import os,sys
if os.environ.get("HOSTILE_OK")!="1": sys.exit(77)
import sys
hit=[]
for p in ("/usr/bin/python3","/usr/lib/python3.11/json/__init__.py","/etc/passwd","/bin/x","/lib/x","/x","/proc/self/exe","/etc/ld.so.cache"):
    try: open(p,"r+b" if os.path.exists(p) else "wb").close(); hit.append(p)
    except OSError: pass
print("BREACH" if hit else "BLOCKED",hit); sys.exit(42 if hit else 13)
