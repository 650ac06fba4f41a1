import os,sys
if os.environ.get("HOSTILE_OK")!="1": sys.exit(77)
import sys
hit=[]
c=[os.environ.get(k) for k in ("GOCACHE","GOMODCACHE","CARGO_HOME","CCACHE_DIR","XDG_CACHE_HOME","HOME","PYTHONPATH","NODE_PATH")]
for d in [x for x in c if x]+["/root/.cache","/root/go","/root/.cargo","/usr/lib/python3/dist-packages","/usr/lib/node_modules","/var/tmp"]:
    if os.path.realpath(d).startswith((os.getcwd(),os.environ["TMPDIR"])): continue
    try: open(os.path.join(d,"planted"),"w").close(); hit.append(d)
    except OSError: pass
print("BREACH" if hit else "BLOCKED",hit); sys.exit(42 if hit else 13)
