package lang

// A Syntax is what can be read of a language's texts without a compiler: where
// comments and literals are, what stands at the outermost level of a program,
// and how a reply that is only the rest of a function ends. Code is cut out of
// model replies with it (package extract), so that it must make do with text
// that is half prose, or broken off, in time proportional to its length.
//
// The scanners are written by hand. Lexers made for colouring were tried: they
// guess at function heads by backtracking (20 KB of prose cost one of them
// more than 20 s), give up by the clock, which makes verdicts depend on the
// machine's load, and mistake C++'s raw strings.
type Syntax struct {
	Lexis
	// Item reads the item of a program's outermost level, or of a type's, that
	// starts at text[at], the first thing of a line that is neither white space
	// nor comment. False: no item starts there, which is how prose is told.
	Item func(text string, at int) (Item, bool)
	// Continue reads text as what comes behind opening, in the function that
	// opening leaves open. open is how many braces the tests expect to be open
	// at the end; 0, but for tests that close the function themselves.
	Continue func(opening, text string, open int) (Body, bool)
	// Indented: blocks are told by indentation, not by braces.
	Indented bool
	// Expressions: a function's result may be its last expression, without the
	// word return.
	Expressions bool
	// Overloads: functions of one name may differ in what they take.
	Overloads bool
	// Usage are words of examples and tests: a statement with one of them is
	// not part of a solution.
	Usage []string
	// Trim takes modifiers off an item that are wrong in an assembled program;
	// nil: nothing.
	Trim func(item string) string
	// Reconcile fits the imports that a reply has of its own to those of the
	// problem, which stay; nil: its own are added as they are.
	Reconcile func(Imports) (head string, own []string)
}

// Imports are what Reconcile decides on.
type Imports struct {
	Setup, Head string   // of the problem: what stands in front of Head, and Head
	Own         []string // the reply's import items
	Code        string   // all else of the reply
	Defined     []string // the names that Code defines
}

// An ItemKind says what an item is to a solution.
type ItemKind int

// Kinds of items.

const (
	Import    ItemKind = iota + 1 // brings in names; "*" for those it does not list
	Function                      // a function, or a variable that holds one
	Class                         // a type; Inner is what is between its braces
	Value                         // a variable, or a statement that fills one
	Extension                     // belongs to any of the names, such as Rust's impl
	Setting                       // to be kept whenever there is a solution
	Discarded                     // never part of a solution: a main of its own, a test
)

// An Item is one import, function, type, variable or statement of a program.
type Item struct {
	Kind       ItemKind
	Names      []string // what it defines or brings in
	Signature  string   // tells overloaded functions apart
	Start, End int      // bytes of the text
	Inner      Span     // between the braces of a function or type
	Closed     bool     // its end was found
	Faulty     bool     // the language's parser, where we have it, rejects it
}

// A Span is a part of a text, in bytes.
type Span struct{ Start, End int }

// A Body is the rest of a function, whose head the problem has.
type Body struct {
	Code   string // ends with a line end, or is empty
	Rest   int    // where in the text what follows starts
	Closed bool   // the function's end was found, or shows in the layout
	Repair string // "" or what was done to the text, such as "indented"
}
