# leave the control group, or raise its limits
import glob, os, sys
hit = []
for d in glob.glob("/sys/fs/cgroup/**/", recursive=True)[:200]:
    for f in ("cgroup.procs", "tasks", "memory.max", "memory.limit_in_bytes", "pids.max", "release_agent"):
        try: os.close(os.open(d + f, os.O_WRONLY)); hit.append(d + f)
        except OSError: pass
    try: os.mkdir(d + "x"); hit.append(d)
    except OSError: pass
print("BREACH" if hit else "BLOCKED", hit[:5]); sys.exit(42 if hit else 13)
