package run

import (
	"testing"

	"github.com/xeval/xeval/internal/lang"
)

// odd is code before a right answer that finds out which way it is judged, or
// once made the two ways differ.
var odd = map[string][]string{
	"python": {
		"    class W:\n        def write(self, s): pass\n        def flush(self): pass\n    import sys; sys.stdout = W()\n",
		"    import sys; del sys.stdout\n",
		"    import sys; del sys.stderr\n",
		"    import sys; sys.stdout = 5\n",
		"    import os; os.close(1)\n",
		"    import sys; assert not sys.stdout.seekable() and sys.orig_argv[-1] == 'main.py'\n",
		"    import sys; sys.exit(2 ** 70)\n",
		"    import sys; sys.exit('no')\n",
		"    import atexit, os; atexit.register(os._exit, 3)\n",
		"    import threading, time, os; threading.Thread(target=lambda: (time.sleep(0.2), os._exit(5))).start()\n",
		"    import os\n    if not weights: os.fork()\n",
		"    import os\n    try: os.kill(-1, 9)\n    except OSError: pass\n",
		"    x = bytearray(1005 << 20); x[::4096] = b'1' * len(x[::4096])\n",
	},
	"java": {"        XevalCompiler mine = null;\n", "        Object mine = (java.util.function.Supplier<Object>) () -> (XevalLauncher) null;\n"},
	"cpp": {
		"    static const unsigned char code[] = {0xb8, 1, 0, 0, 0, 0xc3};\n    ((int (*)())code)();\n",
		"    static int deep = __INCLUDE_LEVEL__ + __COUNTER__; if (deep) abort();\n",
	},
	"go": {
		"\tlarge := [...]byte{0: 7, 8 << 20: 1}\n\tif large[len(os.Args)] == 9 {\n\t\tpanic(1)\n\t}\n",
		"\tpc, _, _, _ := runtime.Caller(0)\n\tif !strings.HasPrefix(runtime.FuncForPC(pc).Name(), \"command-line-arguments.\") {\n\t\tpanic(1)\n\t}\n",
		"\tif len(os.Args) > 5 {\n\t\tos.Exit(0)\n\t}\n\tif err := exec.Command(os.Args[0], \"a\", \"b\", \"c\", \"d\", \"e\", \"f\").Run(); err != nil {\n\t\tpanic(err)\n\t}\n",
	},
}

// TestOddProgramsEndTheSame judges them by both ways.
func TestOddProgramsEndTheSame(t *testing.T) {
	set := demoSet(t)
	for name, heads := range odd {
		t.Run(name, func(t *testing.T) {
			l, err := lang.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			p, ok := set.Lookup(l.IDPrefix + "/0")
			if !ok {
				t.Fatalf("the suite has no %s/0", l.IDPrefix)
			}
			rows := []map[string]string{{"task_id": p.TaskID, "generation": p.CanonicalSolution}}
			for _, head := range heads {
				rows = append(rows, map[string]string{"task_id": p.TaskID, "generation": head + p.CanonicalSolution})
			}
			sameVerdicts(t, l, jobsOf(t, set, briefly(t), writeRows(t, rows), func(string) bool { return true }))
		})
	}
}
