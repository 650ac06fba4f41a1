import socket,sys
ok=[]
for a in ("/var/run/docker.sock","/run/docker.sock","/run/systemd/private","/run/dbus/system_bus_socket","/tmp/harness.sock","\0harness-test"):
    try: s=socket.socket(socket.AF_UNIX); s.connect(a); ok.append(a)
    except OSError: pass
print("BREACH" if ok else "BLOCKED",ok); sys.exit(42 if ok else 13)
