import glob,os,sys
hit=[]
for p in ["/etc/shadow","/root/.ssh/id_rsa","/root/.bash_history","/proc/1/environ",f"/proc/{os.getppid()}/environ","/root/.bashrc","/root/.profile","/etc/hostname","/etc/hosts"]+glob.glob("/home/*/.ssh/*"):
    try:
        d=os.listdir(p) if os.path.isdir(p) else open(p,"rb").read()
        if d: hit.append(p)
    except OSError: pass
bad=[k for k in os.environ if any(w in k.upper() for w in ("KEY","TOKEN","SECRET","PASS","CREDENTIAL"))]
print("BREACH" if hit or bad else "BLOCKED",hit,bad); sys.exit(42 if hit or bad else 13)
