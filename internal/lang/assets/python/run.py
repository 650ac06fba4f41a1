"""Runs one program as upstream's evaluator does, and tells how it ended.

usage: run.py PROGRAM [__main__]
       run.py --serve PRELUDE

The program text is executed with empty globals, so that __name__ is
"builtins", or as the module __main__. When it has returned, the secret read
from descriptor 3 goes to descriptor 4. When it raised, a note goes there
instead, in lines "key value", and the traceback to standard error. All that is
needed afterwards is bound to local names before the program starts, so that
what it does to modules and builtins changes nothing here.

The program can walk to our frames, so the secret never has a name while it
runs: it waits on the interpreter's own stack as an argument that is already
computed, where neither f_locals nor gc finds it. A trace function could make a
frame jump over the tests; an audit hook, which nothing can take out again,
refuses it. What a program does to its tests otherwise is only looked for, and
noted: see watch and look.
"""

import os
import sys

NAME = "<string>"  # the program's name in messages, as upstream has it


def main(path, module=None):
    with open(path, "rb") as f:
        text = f.read().decode("utf-8", "replace")
    if "random" in text:
        seed()
    sys.argv[:] = [path]
    del sys.path[0]  # the folder of this file
    report = make_reporter(text)
    try:
        code = compile(text, NAME, "exec", dont_inherit=True)
    except BaseException as e:
        report("compile", e)
        sys.exit(1)
    names = {} if module is None else new_module(module)
    watch(names)
    try:  # operands are evaluated from the left; False times a text is empty
        os.write(4, read_secret() * execute(code, names, report, module is None))
    except OSError:
        pass  # run by hand, or the program closed it


def read_secret():
    parts = []
    try:
        while True:
            part = os.read(3, 4096)
            if not part:
                break
            parts.append(part)
        os.close(3)
        os.set_inheritable(4, False)
    except OSError:
        pass  # run by hand
    secret = b"".join(parts).strip()
    return secret and secret + b"\n"


def seed():
    """Fixes the random state: tests may draw from it without seeding it.

    The modules are costly, so this is for programs that name them.
    """
    import random

    random.seed(0)
    try:
        import numpy.random
    except ImportError:
        return
    numpy.random.seed(0)


def new_module(name):
    """Gives the names of a new module that takes the place of this one."""
    import types

    sys.modules[name] = types.ModuleType(name)
    return sys.modules[name].__dict__


def execute(code, names, report, tested):
    """Says whether this process ran the program to the end of its text."""
    run, leave, everything = exec, SystemExit, BaseException
    pid, getpid, look = os.getpid(), os.getpid, make_looker(code, names)
    try:
        run(code, names)
        if tested:
            look()
        return getpid() == pid
    except leave as e:
        report("run", e)
        raise
    except everything as e:
        report("run", e)
    raise leave(1)


def watch(names):
    """Refuses trace functions; notes who reads code objects or memory, or forks.

    Only what the program's own lines ask for is noted: the library does the
    same for good reasons.
    """
    if not hasattr(sys, "addaudithook"):  # before Python 3.8
        return
    write, frame, refused, broken = os.write, sys._getframe, RuntimeError, BaseException
    attributes = ("__code__", "f_code", "tb_frame", "gi_frame", "cr_frame", "ag_frame")
    access = ("object.__getattr__", "object.__setattr__")
    heap = ("gc.get_objects", "gc.get_referrers", "gc.get_referents")
    processes = ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen")
    told, kind, text = [], type, str

    def tell(what):
        if what not in told:
            told.append(what)
            try:
                write(4, what)
            except broken:
                pass  # run by hand

    def near(most):
        """Says whether the program asked for it, itself or a few calls away."""
        depth = 2  # behind this function and the hook
        while depth < 2 + most:
            try:
                if frame(depth).f_globals is names:
                    return True
            except broken:
                return False  # nobody's
            depth += 1
        return False

    def hook(event, args):
        if event == "sys.settrace":
            tell(b"traced yes\n")
            raise refused("a program under test cannot set a trace function")
        if event in access and args[1] in attributes or event in heap:
            if near(1):
                tell(b"looked_into_frames yes\n")
        elif event in processes:  # a copy can try what the tests accept
            tell(b"started_processes yes\n")
        elif event == "open":
            if kind(args[0]) is text and args[0][-4:] == "/mem":
                tell(b"reached_for_memory yes\n")
        elif event[:7] == "ctypes.":
            if near(3):  # ctypes has functions of its own in between
                tell(b"reached_for_memory yes\n")

    sys.addaudithook(hook)


def make_looker(code, names):
    """Makes the function that looks, at the end, what is left of the tests."""
    import builtins

    table, kind, write, encode = builtins.__dict__, type(code), os.write, str.encode
    before, is_a, function, dictionary = dict(table), isinstance, type(lambda: 0), dict
    checks = [c for c in code.co_consts if is_a(c, kind) and c.co_name == "check"]
    used, todo = set(), checks[-1:] or [code]
    while todo:
        used.update(todo[-1].co_names)
        todo += [c for c in todo.pop().co_consts if is_a(c, kind)]

    def look():
        note = ""
        check = names.get("check")
        if checks and not (is_a(check, function) and check.__code__ is checks[-1]):
            note = "test_replaced check\n"
        mine = names.get("__builtins__")
        for name in used:
            if name in before and (
                name in names or table.get(name) is not before[name]
            ):
                note += "builtins_replaced " + name + "\n"
        if mine is not table and mine is not builtins:
            note += "builtins_replaced all\n"
        if note:
            try:
                write(4, encode(note))
            except OSError:
                pass  # run by hand

    return look


def make_reporter(text):
    """Makes the function that reports an exception of the program."""
    kinds = (
        ("assertion", AssertionError),
        ("exit", SystemExit),
        ("syntax", SyntaxError),
        ("memory", MemoryError),
        ("name", NameError),
        ("type", TypeError),
        ("other", BaseException),
    )
    write, is_a, string, name_of = os.write, isinstance, str, type
    leave, broken, limit = SystemExit, BaseException, sys.setrecursionlimit
    pid, getpid, stderr = os.getpid(), os.getpid, sys.stderr
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def report(stage, e):
        limit(1000)  # the program may have lowered it
        note = ["stage " + stage, "type " + name_of(e).__name__]
        note += ["kind " + [kind for kind, cls in kinds if is_a(e, cls)][0]]
        try:
            note.append("text " + escape(string(e)[:4000]))
        except broken:
            note.append("unprintable")
        try:
            note += place(e, lines)
        except broken:
            pass  # the program took a builtin away
        if getpid() == pid:
            try:
                write(4, ("\n".join(note) + "\n").encode("utf-8", "backslashreplace"))
            except OSError:
                pass  # run by hand
        if stage == "compile" or not is_a(e, leave):
            print_traceback(e, lines, stderr)

    return report


def place(e, lines):
    """Notes the line of the program that raised e."""
    at, tb = 0, e.__traceback__
    while tb is not None:
        if tb.tb_frame.f_code.co_filename == NAME:
            at = tb.tb_lineno
        tb = tb.tb_next
    at = at or getattr(e, "lineno", 0)
    if not at or at > len(lines):
        return []
    return ["line %d" % at, "source " + escape(lines[at - 1].strip()[:300])]


def escape(s):
    return s.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def print_traceback(e, lines, stderr):
    """Prints the traceback with the program's lines and without our frames."""
    try:
        import linecache
        import traceback

        linecache.cache[NAME] = (1, None, [line + "\n" for line in lines], NAME)
        tb = e.__traceback__
        while tb is not None and tb.tb_frame.f_code.co_filename == __file__:
            tb = tb.tb_next
        traceback.print_exception(type(e), e, tb, file=stderr)
        stderr.flush()
    except BaseException:
        pass  # the program broke it: the note says enough


def serve(prelude):
    """Executes the prelude, then gives, in a copy of this process for each
    request, the arguments of the program to run.

    What is asked here, and what a copy owes before it returns, is described in
    xeval's sandbox/warm.go.
    """
    import _socket
    import ctypes
    import gc

    exec(prelude, {})
    libc = ctypes.CDLL(None)
    control = _socket.socket(fileno=3)
    gc.freeze()  # no copy has to look through what was loaded
    control.send(b"ready")
    while True:
        text, sent, _, _ = control.recvmsg(1 << 16, 256)
        if not text:
            os._exit(0)
        user, folder, *args = text.decode("utf-8", "surrogateescape").split("\0")
        fds = sent[0][2]
        fds = [
            int.from_bytes(fds[i : i + 4], sys.byteorder) for i in range(0, len(fds), 4)
        ]
        first = os.fork()
        if first == 0:
            if os.fork() != 0:
                os._exit(0)
            become(int(user), folder, fds, control, libc)
            if hasattr(sys, "orig_argv"):
                sys.orig_argv[-2:] = args
            return args
        os.waitpid(first, 0)
        for fd in fds:
            os.close(fd)
        control.send(b"forked")


def become(user, folder, fds, control, libc):
    """Makes this copy what a process is that was started for the program."""
    os.setsid()
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    libc.capset(b"\x22\x05\x08\x20"[:: 1 if sys.byteorder == "little" else -1] + bytes(4), bytes(24))
    libc.prctl(4, 1, 0, 0, 0)  # dumpable, as it is after exec
    control.send(b"pid %d" % os.getpid())
    os.read(fds[0], 1)
    os.close(control.detach())
    os.close(fds[0])
    for number, fd in enumerate(fds[1:]):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(folder)
    sys.modules.pop("_socket", None)


def make_leaver():
    """Makes the function that ends a copy as the interpreter would end: it waits
    for threads, calls what atexit was given, flushes, and collects what is in
    cycles. Taking the loaded modules apart, which takes several times as long as
    most programs, is left out. Where the program put streams of its own in place,
    the function does nothing, and the interpreter itself ends.
    """
    import atexit
    import gc

    leave, collect, callbacks = os._exit, gc.collect, atexit._run_exitfuncs
    names, modules, broken = sys.__dict__, sys.modules, BaseException
    streams = {"stdout": sys.stdout, "stderr": sys.stderr}

    def own():
        return any(names.get(name) is not stream for name, stream in streams.items())

    def flushed():
        fine = True
        for stream in streams.values():
            try:
                stream.closed or stream.flush()
            except broken:
                fine = False
        return fine

    def end(status):
        if own():
            return
        try:
            if "threading" in modules:
                modules["threading"]._shutdown()
        except broken:
            pass
        try:
            callbacks()
        except broken:
            pass
        fine = flushed()
        collect()
        leave(status & 255 if flushed() and fine else 120)

    return end


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[0] != "--serve":
        main(*arguments)
    else:
        arguments = serve(*arguments[1:])
        end = make_leaver()
        try:
            main(*arguments)
        except SystemExit as e:
            if type(e) is not SystemExit or type(e.code) not in (type(None), int):
                raise
            if not 0 <= (e.code or 0) < 256:
                raise
            end(e.code or 0)
            raise
        end(0)
