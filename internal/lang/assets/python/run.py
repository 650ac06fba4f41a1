"""Runs one program as upstream's evaluator does, and tells how it ended.

usage: run.py PROGRAM [__main__]

The program text is executed with empty globals, so that __name__ is
"builtins", or as the module __main__. When it has returned, the secret read from descriptor 3 goes to
descriptor 4. When it raised, a note goes there instead, in lines "key value",
and the traceback to standard error. All that is needed afterwards is bound to
local names before the program starts, so that what it does to modules and
builtins changes nothing here.
"""

import os
import sys

NAME = "<string>"  # the program's name in messages, as upstream has it


def main(path, module=None):
    secret, pid = read_secret(), os.getpid()
    with open(path, "rb") as f:
        text = f.read().decode("utf-8", "replace")
    if "random" in text:
        seed()
    sys.argv[:] = [path]
    del sys.path[0]  # the folder of this file
    report = make_reporter(text)
    write, getpid = os.write, os.getpid
    try:
        code = compile(text, NAME, "exec", dont_inherit=True)
    except BaseException as e:
        report("compile", e)
        sys.exit(1)
    names = {} if module is None else new_module(module)
    if execute(code, names, report) and getpid() == pid and secret:
        write(4, secret + b"\n")  # a forked copy has nothing to prove


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
    return b"".join(parts).strip()


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


def execute(code, names, report):
    """Says whether the program ran to the end of its text."""
    run, leave, everything = exec, SystemExit, BaseException
    try:
        run(code, names)
        return True
    except leave as e:
        report("run", e)
        raise
    except everything as e:
        report("run", e)
    raise leave(1)


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


if __name__ == "__main__":
    main(*sys.argv[1:])
