"""A warm process for the tests: its copies execute the text they are told.

With a second argument it is one of those that cannot be trusted.
"""

import _socket
import ctypes
import os
import sys

fault = sys.argv[1] if len(sys.argv) > 1 else ""
control = _socket.socket(fileno=3)
counter = 0
control.send(b"ready")


def become(user, folder, fds):
    os.setsid()
    os.setgroups([])
    os.setresgid(user, user, user)
    if fault != "keeps_uid":
        os.setresuid(user, user, user)
    if fault != "keeps_rights":
        ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)())
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
    control.send(b"pid %d" % (os.getpid() if fault != "lies" else 1))
    os.read(fds[0], 1)
    control.detach()
    os.close(fds[0])
    for to, fd in enumerate(fds[1:]):
        os.dup2(fd, to)
        os.close(fd)
    os.chdir(folder)


while True:
    text, sent, _, _ = control.recvmsg(65536, 256)
    if not text or fault == "ends":
        os._exit(0)
    if fault == "hangs":
        import time

        time.sleep(1000)
    user, folder, program = text.decode().split("\0")
    data = sent[0][2]
    fds = [int.from_bytes(data[i : i + 4], sys.byteorder) for i in range(0, len(data), 4)]
    first = os.fork()
    if first == 0:
        if os.fork() != 0:
            os._exit(0)
        become(int(user), folder, fds)
        exec(program, {"__name__": "program"})
        sys.exit(0)
    os.waitpid(first, 0)
    for fd in fds:
        os.close(fd)
    control.send(b"forked")
