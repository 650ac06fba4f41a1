import os,sys
if os.environ.get("HOSTILE_OK")!="1": sys.exit(77)
for d in (".",os.environ["TMPDIR"],"/dev/shm"):
    try:
        with open(d+"/fill","wb") as f:
            while True: f.write(b"x"*(1<<20))
    except OSError as e: print(d,e)
sys.exit(1)
