# stdout in flight through a socket that holds itself: it outlives every process
import array, os, socket
a, b = socket.socketpair()
for s in (a, b):
    s.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [a.fileno(), b.fileno(), 1, 2]))])
print("done")
