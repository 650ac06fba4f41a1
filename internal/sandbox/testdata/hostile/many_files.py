import os,sys
if os.environ.get("HOSTILE_OK")!="1": sys.exit(77)
i=0
try:
    while i<500000: open(str(i),"w").close(); i+=1
except OSError as e: print(i,e)
sys.exit(1 if i<500000 else 42)
