# a crowd of daemons, each with its own session, ignoring every signal it may
import os, signal, sys, time
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
for _ in range(20):
    try: pid = os.fork()
    except OSError: break
    if pid == 0:
        os.setsid()
        try:
            if os.fork(): os._exit(0)
        except OSError: pass
        for s in range(1, 65):
            try: signal.signal(s, signal.SIG_IGN)
            except (OSError, ValueError): pass
        while True: time.sleep(100)
print("done")
