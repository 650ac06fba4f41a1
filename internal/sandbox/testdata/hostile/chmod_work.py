# take every permission off the work folder and /tmp, and off what is in them
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
for d in (".", os.environ["TMPDIR"]):
    sub = os.path.join(d, "locked")
    os.makedirs(os.path.join(sub, "in"), exist_ok=True)
    open(os.path.join(sub, "in", "f"), "w").close()
    os.chmod(os.path.join(sub, "in"), 0); os.chmod(sub, 0)
    try: os.chmod(d, 0)
    except OSError: pass
print("done")
