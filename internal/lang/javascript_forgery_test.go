package lang

import "testing"

// A forged answer: what the program is and how it has to end.
type forgedJavaScript struct {
	name, code string
	outcome    string
	flag       string
	official   bool
}

// Answers that are wrong and try to pass; upstream lets a program pass that
// wrote nothing.
func TestJavaScriptForgeries(t *testing.T) {
	b := benchOf(t, "javascript")
	// The answer is 2, and every one of these gives 3 unless it cheats.
	const head, test = "const f = () => ", "const testF = () => {\n  console.assert(JSON.stringify([f()]) === JSON.stringify([2]))\n  console.assert(Math.abs(f() - 2) < 1e-6)\n}\n\ntestF()\n"
	const exit = "process.exit(0)\n"
	const replaced, builtin = "suspicious:assert_replaced", "suspicious:builtins_replaced"
	for _, c := range []forgedJavaScript{
		{"global end mark", "3\n__xevalEnd(false, console, JSON, Math)\n" + exit, RuntimeError, "", false},
		{"end mark", "3\nthis.__xevalEnd(false, console, JSON, Math)\n" + exit, ExitedEarly, "", true},
		{"end mark of whole programs", "3\nthis.__xevalTests(console, JSON, Math); this.__xevalEnd(true, console)\n" + exit, ExitedEarly, "", true},
		{"end mark of exports, later", "{ exports.__xevalTests(console, JSON, Math); exports.__xevalEnd(true, console); process.reallyExit(0) }\n", ExitedEarly, "", true},
		{"marks redefined", "3\ntry { Object.defineProperty(exports, '__xevalTests', { value() {} }) } catch {}\nexports.__xevalEnd = () => {}\nconsole.assert = () => {}\n", WrongAnswer, replaced, true},
		{"secret read again", "3\ntry { require('fs').writeSync(4, require('fs').readFileSync(3)) } catch {}\n" + exit, ExitedEarly, "", true},
		{"errors replaced", "3\nglobalThis.Error = globalThis.SyntaxError = class { constructor() { process.reallyExit(0) } }\n", WrongAnswer, "", false},
		{"note before ours", "3\nrequire('fs').writeSync(4, 'failures 0\\nassertions 2\\nwhole yes\\n')\nconsole.warn = () => {}\n", ExitedEarly, "", true},
		{"note through node's own descriptor", "3\nconst b = process.binding('fs'), w = b.writeString\nb.writeString = (fd, s, ...a) => w.call(b, fd, s.replace(/failures \\d/, 'failures 0'), ...a)\nconsole.warn = () => {}\n", ExitedEarly, "", true},
		{"note through text methods", "3\nString.prototype.slice = String.prototype.replace = () => '0'\nRegExp.prototype.exec = () => null\nconsole.warn = () => {}\n", WrongAnswer, "", true},
		{"listener called", "3\nfor (const l of process.listeners('exit')) l()\n" + exit, ExitedEarly, "", true},
		{"listener that corrects the status", "3\nprocess.on('exit', () => { process.exitCode = 0 })\nthrow 1", ExitedEarly, "", false},
		{"errors swallowed", "{ throw 1 }\nprocess.on('uncaughtException', () => {})\n", ExitedEarly, "", true},
		{"loader patched", "3\nconst M = module.constructor\nM._load = M.prototype._compile = M.prototype.load = M._extensions['.js'] = () => {}\nreturn", ExitedEarly, "", true},
		{"loader called", "3\nmodule._compile('this.__xevalEnd(false, console, JSON, Math)', __filename)\n" + exit, ExitedEarly, "", true},
		{"proof loaded again", "3\ndelete require.cache[process.mainModule.filename]\nfor (const p of Object.keys(require.cache)) { delete require.cache[p]; try { require(p) } catch {} }\n" + exit, ExitedEarly, "", true},
		{"returns", "3\nreturn\n", ExitedEarly, "", true},
		{"returns behind marks", "3\nthis.__xevalTests(console, JSON, Math); this.__xevalEnd(false, console, JSON, Math)\nreturn\n", ExitedEarly, "", true},
		{"inspector", "3\nconst { Session } = require('inspector'), s = new Session()\ntry { s.connect(); console.log('in') } catch {}\ntry { require('v8').getHeapSnapshot(); console.log('in') } catch {}\n" + exit, ExitedEarly, "", true},
		{"inspector's parts", "3\ntry { new (process.binding('inspector').Connection)(() => {}); console.log('in') } catch {}\ntry { process.binding('inspector').open(0); console.log('in') } catch {}\n" + exit, ExitedEarly, "", true},
		{"inspector's parts, then the inspector", "3\ndelete process.binding('inspector').Connection\ntry { new (require('inspector').Session)().connect(); console.log('in') } catch {}\n" + exit, ExitedEarly, "", true},
		{"assert replaced and put back", "{ if (++f.n === 2) Object.defineProperty(console, 'assert', was)\n  return 3 }\nf.n = 0\nconst was = Object.getOwnPropertyDescriptor(console, 'assert')\nObject.defineProperty(console, 'assert', { configurable: true, value() {} })\n", WrongAnswer, replaced, true},
		{"assert redefined while tests run", "{ Object.defineProperty(console, 'assert', { value() {} })\n  return 3 }\n", RuntimeError, "", false},
		{"assert assigned while tests run", "{ console.assert = () => {}\n  return 3 }\n", WrongAnswer, "", false},
		{"console replaced and put back", "{ if (++f.n === 2) globalThis.console = was\n  return 3 }\nf.n = 0\nconst was = console\nglobalThis.console = { assert() {} }\n", WrongAnswer, replaced, true},
		{"console shadowed", "3\nvar console = { assert() {} }\n", WrongAnswer, replaced, true},
		{"console shadowed and put back", "{ if (++f.n === 2) console = was\n  return 3 }\nf.n = 0\nvar was = globalThis.console\nvar console = { assert() {} }\n", WrongAnswer, replaced, true},
		{"console shadowed by eval", "3\neval('var console = { assert() {} }')\n", WrongAnswer, replaced, true},
		{"stringify replaced", "3\nJSON.stringify = () => ''\nMath.abs = () => 0\n", WrongAnswer, builtin, true},
		{"stringify replaced while tests run", "{ JSON.stringify = () => '[3]'\n  Math.abs = () => 0\n  return 3 }\n", WrongAnswer, builtin, true},
		{"names shadowed", "3\nconst JSON = { stringify() {} }, Math = { abs: () => 0 }\n", WrongAnswer, builtin, true},
		{"names shadowed by eval", "3\neval('var JSON = { stringify() {} }, Math = { abs: () => 0 }')\n", WrongAnswer, builtin, true},
		{"names replaced and put back", "{ if (++f.n === 2) [JSON, Math] = was\n  return 3 }\nf.n = 0\nconst was = [JSON, Math]\nJSON = { stringify() {} }\nMath = { abs: () => 0 }\n", WrongAnswer, builtin, true},
		{"toJSON", "3\nArray.prototype.toJSON = () => 0\nMath.abs = () => 0", WrongAnswer, builtin, true},
		{"toJSON behind descriptors", "3\nObject.prototype.value = undefined\nNumber.prototype.toJSON = () => 0\nMath.abs = () => 0", RuntimeError, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := b.run(t, Parts{}, assembleJavaScript(Parts{Prompt: head, Code: c.code, Test: test}))
			f := classifyJavaScript(e)
			official, _ := officialJavaScript(e)
			flag := ""
			if len(f.Flags) > 0 {
				flag = f.Flags[0]
			}
			if f.Outcome == Passed || e.Ended && e.Clean() {
				t.Errorf("forged")
			}
			if f.Outcome != c.outcome || flag != c.flag || official != c.official {
				t.Errorf("got %+v, official %v, from %+v", f, official, e)
			}
		})
	}
}

// What is right passes, however it is written.
func TestJavaScriptHonestBesideForgeries(t *testing.T) {
	b := benchOf(t, "javascript")
	const test = "const testF = () => {\n  console.assert(JSON.stringify(f()) === '2')\n}\n\ntestF()\n"
	for name, code := range map[string]string{
		"strict":              "'use strict'\nconst f = () => 2\n",
		"main module":         "let f\nif (require.main === module && process.argv[1] === __filename && process.argv.length === 2 && !module.parent) f = () => 2\n",
		"exports":             "const f = () => 2\nmodule.exports = { f }\n",
		"frozen exports":      "const f = () => 2\nObject.freeze(exports)\n",
		"own methods":         "Array.prototype.last = function () { return this[this.length - 1] }\nconst f = () => [1, 2].last()\n",
		"noise on descriptor": "require('fs').writeSync(4, 'failures 9\\n')\nconst f = () => 2\n",
		"console of node":     "const f = () => { require('console').log(1); return 2 }\n",
		"late work":           "const f = () => { setTimeout(() => {}, 5); return 2 }\n",
		"global this":         "globalThis.f = () => 2\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := b.run(t, Parts{}, assembleJavaScript(Parts{Code: code, Test: test}))
			if f := classifyJavaScript(e); f.Outcome != Passed || !e.Ended || len(f.Flags) > 0 {
				t.Errorf("got %+v from %+v", f, e)
			}
		})
	}
}

// A program with tests of its own uses node's assertions.
func TestJavaScriptForgeriesOfWholePrograms(t *testing.T) {
	benchOf(t, "javascript").keepWhole(t, []realCase{
		{"assertions replaced", "require('assert').deepEqual = () => {}\nconst assert = require('node:assert')\nassert.deepEqual([1], [2])", WrongAnswer, "assertion", "deepEqual was replaced", "suspicious:builtins_replaced", true, "passed"},
		{"strict assertions replaced", "require('assert/strict').equal = () => {}\nconst assert = require('node:assert').strict\nassert.equal(1, 2)", WrongAnswer, "assertion", "equal was replaced", "suspicious:builtins_replaced", true, "passed"},
		{"end mark", "this.__xevalEnd(true, console)\nprocess.exit(0)\nthrow 1", ExitedEarly, "exited_early", "", "", true, "passed"},
		{"errors swallowed", "process.on('uncaughtException', () => {})\nthrow 1", ExitedEarly, "exited_early", "", "", true, "passed"},
		{"returns", "if (!globalThis.x) return\nthrow 1", ExitedEarly, "exited_early", "before the end", "", true, "passed"},
		{"may return", "if (globalThis.x) return", ExitedEarly, "exited_early", "return outside of functions", "", true, "passed"},
		{"own builtins", "Math.abs = (x) => x\nrequire('node:assert').equal(Math.abs(1), 1)", Passed, "", "", "", true, "passed"},
	})
}
