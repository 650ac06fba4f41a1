package lang

import (
	"regexp"
	"strings"
)

// What is read off Java's text without a parser, as of Rust's: comments and
// literals are blanked out, and braces say what is at the top level.

// javaText is a program with what decides the files it goes into.
type javaText struct {
	text  string
	blank [][]int // spans that would ask for a file of another name: package clause, public
	entry string  // the class whose main is run; "" when there is none
}

var (
	javaToken = regexp.MustCompile(`[{}]|\bpackage\s+[\w.]+\s*;|\bpublic\b|\b(?:class|interface|enum|record)\s+\w+|\bstatic\s+(?:final\s+|synchronized\s+)*void\s+main\s*\(`)
	javaType  = regexp.MustCompile(`^(?:class|interface|enum|record)\s+(\w+)$`)
)

// readJava finds the types at the top level and the one to start: Main if it
// can be, else the first that has a main.
func readJava(text string) javaText {
	j := javaText{text: text}
	depth, current := 0, ""
	plain := blankJava(text)
	for _, at := range javaToken.FindAllStringIndex(plain, -1) {
		token := plain[at[0]:at[1]]
		switch {
		case token == "{":
			depth++
		case token == "}":
			depth--
		case strings.HasSuffix(token, "("):
			if depth == 1 && (j.entry == "" || current == "Main") {
				j.entry = current
			}
		case depth > 0:
		case token == "public" || strings.HasPrefix(token, "package"):
			j.blank = append(j.blank, at)
		default:
			if m := javaType.FindStringSubmatch(token); m != nil {
				current = m[1]
			}
		}
	}
	return j
}

// oneFile is the text as it may stand in a file of any name. Lines and columns
// stay what they are.
func (j javaText) oneFile() string {
	out := []byte(j.text)
	for _, at := range j.blank {
		for i := at[0]; i < at[1]; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// files puts a Main beside a program that is started by another class.
func (j javaText) files() []File {
	files := []File{{"Main.java", j.oneFile()}}
	if j.entry != "" && j.entry != "Main" {
		files = append(files, File{"XevalMain.java", "class Main {\n" +
			"    public static void main(String[] args) throws Throwable {\n        " + j.entry + ".main(args);\n    }\n}\n"})
	}
	return files
}

func fileNames(files []File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// blankJava puts spaces in place of comments and literals; line ends stay.
func blankJava(text string) string {
	out := []byte(text)
	for i := 0; i < len(text); {
		n := javaSpan(text[i:])
		for j := i; j < i+n && n > 1; j++ {
			if out[j] != '\n' {
				out[j] = ' '
			}
		}
		i += n
	}
	return string(out)
}

// javaSpan is the length of the comment or literal that starts here, or 1.
func javaSpan(s string) int {
	switch {
	case strings.HasPrefix(s, "//"):
		return until(s, 2, "\n") // blanking leaves line ends
	case strings.HasPrefix(s, "/*"):
		return until(s, 2, "*/")
	case strings.HasPrefix(s, `"""`):
		return quoted(s, `"""`)
	case s[0] == '"' || s[0] == '\'':
		return quoted(s, s[:1])
	}
	return 1
}

// until is the length up to and with the next end behind from.
func until(s string, from int, end string) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(s)
}

// quoted is the length of a literal between two marks. One of a single
// character ends with its line, closed or not.
func quoted(s, mark string) int {
	for i := len(mark); i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], mark):
			return i + len(mark)
		case s[i] == '\n' && len(mark) == 1:
			return i + 1
		}
	}
	return len(s)
}
