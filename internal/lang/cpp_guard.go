package lang

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// What keeps a C++ program from forging its verdict before it runs. Macros,
// pragmas and an unfinished declaration at the end of an answer reach into the
// tests that stand behind it; assert calls a function that an answer may
// define. An answer that holds any of these is built as upstream would for
// official_passed alone, and for ours with a seam between answer and tests.
// All other answers, nearly all there are, are built once, from upstream's
// text. See assets/cpp/proof.cc for what happens when the program runs.

// cppRefused are means to be called before the proof, to take its place, and
// to read the tests while they are compiled. No answer needs them.
var cppRefused = []struct {
	pattern *filtered
	why     string
}{
	{mustFilter(`\b(?:asm|__asm|__asm__)\b`), "assembly"},
	{mustFilter(`(?s)(?:\[\[|\b__attribute).*\b(?:__)?(?:ifunc|section)(?:__)?\s*\(`), "symbols and sections of its own"},
	{mustFilter(`\b(?:redefine_extname|_Pragma|__pragma)\b|\bpragma\s+weak\b`), "symbols and sections of its own"},
	{mustFilter(`\b(?:_Z\w+|__cpu_\w+)`), "symbols and sections of its own"},
	{mustFilter(`\b(?:push|pop)_macro\b`), "saved macros"},
	{mustFilter(`(?m)^.*(?:#|%:)\s*(?:embed|include_next|include\s*[^\s<"]|import\s*[^\s<"]|(?:include|import)\b.*test\.cpp).*$`), "the text of a file"},
}

// refusedCpp says why a program is refused, "" when it is not.
func refusedCpp(code string) string {
	for _, text := range cppReadings(code) {
		for _, r := range cppRefused {
			if r.pattern.MatchString(text) {
				return r.why
			}
		}
		if cppOwnCompare(text) {
			return "a comparison of the C library of its own"
		}
	}
	return ""
}

// The C library's comparisons are what equality of strings and vectors ends
// in, whoever defines them.
var (
	cppCompare  = mustFilter(`(\w*)[\s*]*\b(?:mem|b|wmem|str|strn|wcs|wcsn)cmp\b\s*(\(?)`)
	cppExternal = regexp.MustCompile(`\b(?:extern|__attribute__|typedef|using\s+\w+\s*=)`)
	cppBefore   = []string{"", "return", "else", "and", "or", "not", "case", "do", "co_return", "co_yield", "throw", "using"}
)

// cppOwnCompare says whether code declares one of them: what stands before a
// call is a mark, or one of few words, or the name of a namespace.
func cppOwnCompare(text string) bool {
	if !cppCompare.may(text) {
		return false
	}
	for _, m := range cppCompare.pattern.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(cppBefore, m[1]) || m[2] == "" && cppExternal.MatchString(text) {
			return true
		}
	}
	return false
}

// cppReadings are the ways in which a compiler may read code, comments and
// literals blanked out: in some language levels a trigraph ends a line, or
// starts a directive. Where even the literals are in doubt nothing is blank.
func cppReadings(code string) []string {
	joined := cppSplice.ReplaceAllString(code, "")
	readings := []string{blankCpp(joined)}
	if strings.Contains(code, "??") {
		trigraphs := strings.NewReplacer("??=", "#", "??/", `\`).Replace(code)
		readings = append(readings, blankCpp(cppSplice.ReplaceAllString(trigraphs, "")))
	}
	if cppOddLiteral.MatchString(joined) {
		readings = append(readings, joined)
	}
	return readings
}

var (
	cppSplice     = regexp.MustCompile(`\\[ \t]*\r?\n`)
	cppOddLiteral = regexp.MustCompile(`"\w*R"`)
)

// blankCpp puts spaces in place of comments and of what literals hold; the
// name of a file to include stays.
func blankCpp(text string) string {
	out := []byte(text)
	for t := range cppSyntax.Lexis.Tokens(text, 0) {
		if t.Kind > Literal || t.Kind == Literal && cppInclusion.MatchString(text[max(0, t.Start-40):t.Start]) {
			continue
		}
		for i := t.Start; i < t.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

var (
	cppInclusion = regexp.MustCompile(`(?:#|%:)\s*(?:include|import)\s*$`)
	cppInclude   = regexp.MustCompile(`^[ \t]*#[ \t]*include[ \t]*(?:<[\w./+-]+>|"[\w./+-]+")[ \t\r]*$`)
	cppDefine    = regexp.MustCompile(`^[ \t]*#[ \t]*define[ \t]+([A-Za-z]\w*)`)
	// cppReaching are names by which an answer may stand in for assert, or see
	// the signal that it ends with and go on.
	cppReaching = mustFilter(`\b(?:__(?:assert|real_|wrap_)\w*|xeval_\w*|SIGABRT|sigaction|sigset|syscall|ucontext\w*|dlsym)\b|\b(?:\w+_)?signal\b(?:[^.]|\.[^h]|$)`)
	cppWord     = regexp.MustCompile(`[A-Za-z_]\w*`)
	cppReserved = regexp.MustCompile(`\b_\w+`)
)

// cppNeedsSeam says whether an answer may reach into the tests behind it.
func cppNeedsSeam(p Parts) bool {
	code := p.Code
	if cppSplice.MatchString(code+"\n") || strings.Contains(code, "??") || refusedCpp(code) != "" {
		return true
	}
	blank := blankCpp(code)
	if cppDangles(p, blank) || cppReaching.MatchString(blank) {
		return true
	}
	theirs := sync.OnceValue(func() []string { return cppTestWords(p.Test) })
	for line := range strings.Lines(blank) {
		if !strings.ContainsAny(line, "#%") || cppInclude.MatchString(strings.TrimSuffix(line, "\n")) {
			continue
		}
		m := cppDefine.FindStringSubmatch(line)
		if m == nil && (strings.Contains(line, "#") || strings.Contains(line, "%:")) || m != nil && slices.Contains(theirs(), m[1]) {
			return true
		}
	}
	return false
}

// cppDangles says whether an answer ends with what may be the start of a
// declaration. One that leaves a brace open cannot have an end that matters:
// it does not compile, unless macros or digraphs are braces too.
func cppDangles(p Parts, blank string) bool {
	end := strings.TrimSpace(blank)
	if strings.HasSuffix(end, "}") || strings.HasSuffix(end, ";") {
		return false
	}
	all := blankCpp(p.Prompt) + blank
	return cppOtherBraces.MatchString(blank) || strings.Count(all, "{") == strings.Count(all, "}")
}

var cppOtherBraces = regexp.MustCompile(`#|%[:>]|<%`)

// cppAlways are words of the seam itself, and of what assert stands for.
var cppAlways = []string{
	"assert", "NDEBUG", "main", "int", "static_cast", "bool", "void", "namespace", "extern", "const", "char", "unsigned",
	"return", "__extension__", "__PRETTY_FUNCTION__", "__LINE__", "__attribute__", "noreturn",
}

// cppOperators cannot be macros.
var cppOperators = []string{
	"and", "and_eq", "bitand", "bitor", "compl", "not", "not_eq", "or", "or_eq", "xor", "xor_eq", "defined",
}

// cppTestWords are all words whose meaning the tests rely on, sorted.
func cppTestWords(test string) []string {
	words := map[string]bool{}
	for _, w := range append(cppWord.FindAllString(blankCpp(test), -1), cppAlways...) {
		if !slices.Contains(cppOperators, w) && !strings.HasPrefix(w, "__has_") {
			words[w] = true
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// cppAssertName is the name under which the seam knows xeval_assert_failed:
// it comes from all the texts, so that none of them can hold it.
func cppAssertName(p Parts) string {
	sum := sha256.Sum256([]byte(p.Prompt + "\x00" + p.Code + "\x00" + p.Test))
	return "xeval_" + hex.EncodeToString(sum[:8])
}

// cppRefusal starts the compiler's message for a program that is refused.
const cppRefusal = "xeval refuses this program: it uses "

// cppAssertHeader is how tests ask for assert.
var cppAssertHeader = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*<(?:assert\.h|cassert)>[ \t]*$`)

// cppWithSeam is the program whose tests mean what they say: every macro that
// the tests could name, or that others stand for (reserved names), is what it
// was before the answer, and assert is ours.
// The tests keep the line numbers that they have in upstream's text, for
// assert prints them.
func cppWithSeam(head string, p Parts) string {
	words, name := cppTestWords(p.Test+"\n"+strings.Join(cppReserved.FindAllString(p.Code, -1), "\n")), cppAssertName(p)
	before := head + p.Prompt + p.Code + "\n"
	if strings.HasSuffix(p.Prompt, "\n") {
		head, p.Prompt = head+p.Prompt, ""
	}
	var text strings.Builder
	text.WriteString(head)
	for _, w := range words {
		fmt.Fprintf(&text, "#pragma push_macro(%q)\n", w)
	}
	fmt.Fprintf(&text, "#line %d\n%s%s\n\n", 1+strings.Count(head, "\n"), p.Prompt, p.Code) // two ends: a backslash may take one
	if why := refusedCpp(p.Code); why != "" {
		fmt.Fprintf(&text, "#error %s%s\n", cppRefusal, why)
	}
	for _, w := range words {
		fmt.Fprintf(&text, "#pragma pop_macro(%q)\n", w)
	}
	fmt.Fprintf(&text, ";\nnamespace %s { extern \"C\" void %s(const char*, const char*, unsigned, const char*) __attribute__((noreturn)); }\n", name, name)
	fmt.Fprintf(&text, "#undef assert\n#define assert(...) (static_cast<bool>(__VA_ARGS__) ? void(0) : ::%s::%s(#__VA_ARGS__, \"test.cpp\", __LINE__, __extension__ __PRETTY_FUNCTION__))\n", name, name)
	fmt.Fprintf(&text, "#line %d \"test.cpp\"\n%s", 1+strings.Count(before, "\n"), cppAssertHeader.ReplaceAllString(p.Test, ""))
	return text.String()
}
