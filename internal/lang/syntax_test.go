package lang

import (
	"slices"
	"strings"
	"testing"
)

// TestTokens: what looks like code in literals and comments is none.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"python", `x = f"{a['}']} it's" # don't {`, "x = L C"},
		{"python", "y = rb'''a \" } \n'''\nz", "y = L z"},
		{"python", "s = 'never closed\nx", "s = L! x"},
		{"cpp", `R"x(} " )" })x" u8"}" L'}' '\'' it's 1'000'000`, "L L L L it ' s 1'000'000"},
		{"cpp", "a /* } \n */ b // }\n\"}\\\"\" #define", "a C b C L # define"},
		{"java", "\"\"\"\n } \" \"\"\" '}' '\\u007d' x", "L L L x"},
		{"javascript", "a / 2 / b; /[}/]/g.test(`}${ `${ {a: '}'} }` }`) // }", "a / 2 / b ; L . test ( L ) C"},
		{"javascript", "return /}/ && x // it's", "return L & & x C"},
		{"javascript", "don't", "don ' t"},
		{"go", "`}\\`+'}' + \"\\\"}\" don't", "L + L + L don ' t"},
		{"rust", "fn f<'a>(x: &'a str) -> char { r#\"} \" \"#; b\"}\"; b'}'; '}'; /* a /* } */ } */ 'a", "fn f < ' a > ( x : & ' a str ) - > char { L ; L ; L ; L ; C ' a"},
		{"rust", "r#\"never closed", "L!"},
		{"java", "/* never closed", "C!"},
	} {
		var got []string
		for tok := range mustLookup(t, c.language).Syntax.Tokens(c.text, 0) {
			text := tok.Text
			switch tok.Kind {
			case Literal:
				text = "L"
			case Comment:
				text = "C"
			}
			if tok.Broken {
				text += "!"
			}
			got = append(got, text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q became %q, want %q", c.language, c.text, s, c.want)
		}
	}
}

// An itemCase is a text that starts with an item, or with none (kind 0).
type itemCase struct {
	language, text string
	kind           ItemKind
	names          string
}

func TestItems(t *testing.T) {
	for _, c := range []itemCase{
		{"python", "import os.path as p, sys\n", Import, "p sys"},
		{"python", "from a.b import (c as d,\n    e)\n", Import, "d e"},
		{"python", "from math import *\n", Import, "*"},
		{"python", "from the start we import nothing.\n", 0, ""},
		{"python", "import random numbers\n", 0, ""},
		{"python", "from __future__ import annotations\n", Discarded, "annotations"},
		{"python", "@a.b(1)\n@c\nasync def f(x,\n  y):\n  return 1\n", Function, "f"},
		{"python", "class A(B): pass\n", Class, "A"},
		{"python", "class war is bad (very):\n", 0, ""},
		{"python", "a, (b) = 1, 2\n", 0, ""},
		{"python", "a, b = 1, 2\n", Value, "a b"},
		{"python", "a.b['c'] += 1\n", Value, "a"},
		{"python", "f = lambda x: x\n", Function, "f"},
		{"python", "try:\n  import a\n  b = 1\nexcept ImportError:\n  c = 2\nd = 3\n", Value, "a b c"},
		{"python", "if __name__ == '__main__':\n  f()\n", Discarded, ""},
		{"python", "sys.setrecursionlimit(10)\n", Setting, ""},
		{"python", "print(f(1))\n", 0, ""},
		{"python", "while we wait:\n    x.y()\n", Value, ""},
		{"cpp", "#include <a>\n", Import, "*"},
		{"cpp", "#define A \\\n 1\n", Setting, ""},
		{"cpp", "# A heading\n", 0, ""},
		{"cpp", "template <typename T, int N = 3> T f(vector<T>& x) {}\n", Function, "f"},
		{"cpp", "std::map<int, vector<int>> f(int a = 3) const {}\n", Function, "f"},
		{"cpp", "auto f(int) -> int { return 1; }\n", Function, "f"},
		{"cpp", "struct A { int x; } a;\n", Class, "A"},
		{"cpp", "struct A f() {}\n", Function, "f"},
		{"cpp", "enum class E : int { X };\n", Class, "E"},
		{"cpp", "int f(int);\n", Value, "f"},
		{"cpp", "const int a[2] = {1, 2}, b = 3;\n", Value, "a"},
		{"cpp", "vector<int> memo{1, 2};\n", Value, "memo"},
		{"cpp", "auto f = [](int x) { return x; };\n", Function, "f"},
		{"cpp", "bool operator==(const A& a, const A& b) { return true; }\n", Setting, ""},
		{"cpp", "using namespace std;\n", Setting, ""},
		{"cpp", "int main(int argc) {}\n", Discarded, "main"},
		{"cpp", "return f(x);\n", 0, ""},
		{"cpp", "f(1);\n", 0, ""},
		{"cpp", "The function (see above) returns {1};\n", 0, ""},
		{"java", "package a.b;\n", Discarded, ""},
		{"java", "import static a.B.*;\n", Import, "*"},
		{"java", "import a.B;\n", Import, "B"},
		{"java", "import the class first;\n", 0, ""},
		{"java", "@A(b = {1})\npublic static <T extends C<T>> Map<String, int[]> f(T x, int... y) throws E {}\n", Function, "f"},
		{"java", "public static void main(String[] args) {}\n", Discarded, "main"},
		{"java", "public class A extends B<C> implements D {}\n", Class, "A"},
		{"java", "record P(int a) {}\n", Class, "P"},
		{"java", "private static final Map<A, B> m = new HashMap<>() {{ put(1, 2); }};\n", Value, "m"},
		{"java", "int a[], b, c;\n", 0, ""},
		{"java", "int a, b, c;\n", Value, "a b c"},
		{"java", "A() { x = 1; }\n", Function, "A"},
		{"java", "static { x(); }\n", Setting, ""},
		{"java", "return f(x);\n", 0, ""},
		{"java", "It goes on, and on, to the end;\n", 0, ""},
		{"javascript", "const {a, b: c} = require('x')\n", Value, "a c"},
		{"javascript", "let a = 1, f = (x, y) => x\n", Value, "a f"},
		{"javascript", "const f = async x => {\n  return x\n}\n", Function, "f"},
		{"javascript", "var f = memo(function (x) { return x });\n", Function, "f"},
		{"javascript", "export default async function* f(x)\n{\n}\n", Function, "f"},
		{"javascript", "class A extends B {\n}\n", Class, "A"},
		{"javascript", "import a, {b as c} from 'x'\n", Import, "a b as c from"},
		{"javascript", "module.exports = f\n", Discarded, "module exports"},
		{"javascript", "A.prototype.f = function () {}\n", Value, "A prototype f"},
		{"javascript", "console.log(f(1))\n", 0, ""},
		{"javascript", "function of time\n", 0, ""},
		{"go", "package main\n", Discarded, ""},
		{"go", "package management is hard\n", 0, ""},
		{"go", "import (\n\tx \"a/b\"\n\t\"c/d\"\n)\n", Import, "x d"},
		{"go", "func f[T any](x interface{}) interface{} { return x }\n", Function, "f"},
		{"go", "func (a *A) f() {}\n", Extension, "a A"},
		{"go", "func TestX(t *testing.T) {}\n", Discarded, "TestX"},
		{"go", "type A struct {\n\tx int\n}\n", Class, "A"},
		{"go", "var a, b = 1, 2\n", Value, "a b"},
		{"go", "func init() {}\n", Setting, "init"},
		{"go", "function f() {}\n", 0, ""},
		{"rust", "pub(crate) unsafe fn f<T>(x: T) -> T where T: Copy { x }\n", Function, "f"},
		{"rust", "use a::{b::{self, c as d}, e::*};\n", Import, "b d *"},
		{"rust", "use a map to count them;\n", 0, ""},
		{"rust", "#[derive(Debug)]\nstruct P(i32, i32);\n", Class, "P"},
		{"rust", "impl<'a> A for B<'a> {}\n", Extension, "a A B a"},
		{"rust", "#[cfg(test)]\nmod tests {}\n", Discarded, "tests"},
		{"rust", "#![allow(dead_code)]\n", Discarded, ""},
		{"rust", "static mut X: [i32; 2] = [1; 2];\n", Value, "X"},
		{"rust", "macro_rules! m { () => {} }\n", Function, "m"},
		{"rust", "type of thing\n", 0, ""},
		{"rust", "let x = 1;\n", 0, ""},
	} {
		it, ok := mustLookup(t, c.language).Syntax.Item(c.text, 0)
		if !ok {
			it.Kind, it.Names = 0, nil
		}
		if names := strings.Join(it.Names, " "); it.Kind != c.kind || names != c.names || ok && !it.Closed {
			t.Errorf("%s: %q: kind %d %q closed %v, want kind %d %q", c.language, c.text, it.Kind, names, it.Closed, c.kind, c.names)
		}
	}
}

// TestItemEnds: an item ends where it ends, and one without an end says so.
func TestItemEnds(t *testing.T) {
	for _, c := range []struct{ language, item, rest string }{
		{"python", "def f():\n    if x:\n        return 1\n    # done\n    return 2", "\n# behind\nx = 1"},
		{"python", "def f(): return 1", "\n  more prose here\n"},
		{"cpp", "int f() { return '}'; }", " int g() {}"},
		{"java", "int f() { return \"}\".length(); }", "\n}"},
		{"javascript", "const f = x =>\n  x\n    .y", "\nconst g = 1"},
		{"javascript", "function f() { }", " g()"},
		{"go", "func f() { _ = `}` }", "\nfunc g() {}"},
		{"rust", "fn f() { '}'; }", "\nfn g() {}"},
	} {
		s := mustLookup(t, c.language).Syntax
		if it, ok := s.Item(c.item+c.rest, 0); !ok || !it.Closed || it.End != len(c.item) {
			t.Errorf("%s: %q ends at %d of %d, closed %v", c.language, c.item, it.End, len(c.item), it.Closed)
		}
	}
	for language, text := range map[string]string{
		"python": "def f():\n    x = (1,\n", "cpp": "int f() { {", "java": "int f() { if (x) {", "javascript": "const f = () => {", "go": "func f() {", "rust": "fn f() {",
	} {
		if it, ok := mustLookup(t, language).Syntax.Item(text, 0); !ok || it.Closed {
			t.Errorf("%s: %q: item %v, closed %v", language, text, ok, it.Closed)
		}
	}
}

func TestSignatures(t *testing.T) {
	s := mustLookup(t, "cpp").Syntax
	signature := func(text string) string {
		it, _ := s.Item(text, 0)
		return it.Signature
	}
	same := []string{"int f(vector<int> a, int b) {}", "int f(vector<int>   x,int y) {}"}
	if signature(same[0]) != signature(same[1]) {
		t.Errorf("%q, %q", signature(same[0]), signature(same[1]))
	}
	if signature(same[0]) == signature("int f(vector<long> a, int b) {}") {
		t.Error("other types are another function")
	}
}

func TestRustImportsAreReconciled(t *testing.T) {
	head, own := rustSyntax.Reconcile(Imports{
		Head:    "use std::{cmp::{max, self}, collections::{HashMap, HashSet}};\nuse md5;\n",
		Own:     []string{"use std::collections::{HashMap, BTreeMap as Tree};", "use other::HashSet;", "use md5;", "use std::fmt::*;"},
		Defined: []string{"max"},
	})
	if want := "use std::{cmp::{ self}, collections::{HashMap, }};\nuse md5;\n"; head != want {
		t.Errorf("%q, want %q", head, want)
	}
	if want := []string{"use std::collections::{ BTreeMap as Tree};", "use other::HashSet;", "use std::fmt::*;"}; !slices.Equal(own, want) {
		t.Errorf("%q, want %q", own, want)
	}
}

func TestGoImportsAreReconciled(t *testing.T) {
	head, own := goSyntax.Reconcile(Imports{
		Setup: "package main\n\nimport (\n\t\"testing\"\n)\n", Head: "import (\n    \"strings\"\n)\n\n// Doc.\n",
		Own:  []string{"import (\n\t\"fmt\"\n\t\"slices\"\n\tstr \"strings\"\n\t\"testing\"\n\t\"unused/x\"\n)", "import \"maps\""},
		Code: "func f() { fmt.Println(slices.Max(nil), str.ToUpper(\"\"), maps.Keys(nil)) }",
	})
	if head != "\n\n// Doc.\n" {
		t.Errorf("%q", head)
	}
	if want := []string{"import (\n\"slices\"\nstr \"strings\"\n)", "import \"maps\""}; !slices.Equal(own, want) {
		t.Errorf("%q", own)
	}
}
