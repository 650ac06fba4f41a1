import os,re,sys
hit=[]
for r,ds,fs in os.walk("/",topdown=True):
    ds[:]=[d for d in ds if os.path.join(r,d) not in ("/proc","/sys","/usr","/lib","/dev")]
    hit+=[os.path.join(r,f) for f in fs if re.search(r"canonical_solution|[.]jsonl|canary-",f)]
for p in map(str,range(1,1000)):
    if int(p)==os.getpid(): continue
    try:
        if open(f"/proc/{p}/cmdline","rb").read(): hit.append(f"/proc/{p}/cmdline")
    except OSError: pass
print("BREACH" if hit else "BLOCKED",hit[:5]); sys.exit(42 if hit else 13)
