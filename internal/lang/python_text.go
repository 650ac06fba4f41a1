package lang

import (
	"strings"
	"unicode"
)

// The text of a Python program. What the model wrote must not reach into the
// test behind it: a line that upstream's cut takes for indented and Python
// does not, a decorator at the end, a backslash before the last line end.

// pythonPrelude is what upstream imports before every program.
const pythonPrelude = `import math
import re
import sys
import copy
import datetime
import itertools
import collections
import heapq
import statistics
import functools
import hashlib
import numpy
import numpy as np
import string
from typing import *
from collections import *
`

func assemblePython(p Parts) []File {
	code := p.Code
	switch p.Extent {
	case Program:
		return []File{{"main.py", code}}
	case Continuation:
		code = cutPython(code)
		if outside := pythonOutside(code); outside >= 0 {
			code = code[:outside]
		}
	}
	// Upstream's cut leaves no decorator, and what differs is run twice.
	decorated := p.Extent != Continuation && strings.Contains(code, "@")
	if decorated || strings.HasSuffix(strings.TrimRight(code, "\r\n"), `\`) {
		return []File{{"main.py", pythonPrelude + p.Prompt + pythonApart(code, p.Test)}}
	}
	return []File{{"main.py", pythonPrelude + p.Prompt + code + "\n" + p.Test + "\n"}}
}

// assemblePythonOfficial is upstream's text.
func assemblePythonOfficial(p Parts) []File {
	return []File{{"main.py", pythonPrelude + p.Prompt + cutPython(p.Code) + "\n" + p.Test + "\n"}}
}

// pythonApart puts a statement that does nothing between code and test: what
// is left open before it is a syntax error. Most tests start with an empty
// line; it goes there, and the lines keep their numbers.
func pythonApart(code, test string) string {
	return code + "\npass\n" + strings.TrimPrefix(test, "\n") + "\n"
}

// cutPython is upstream's cut: the code ends before the first line that is not
// blank and starts with neither space nor tab, be it a comment or a helper.
func cutPython(code string) string {
	end := 0
	for line := range strings.SplitAfterSeq(code, "\n") {
		blank := strings.TrimFunc(line, isPythonSpace) == ""
		if !blank && line[0] != ' ' && line[0] != '\t' {
			return strings.TrimSuffix(code[:end], "\n")
		}
		end += len(line)
	}
	return code
}

// isPythonSpace is str.isspace: Unicode's white space and four separators.
func isPythonSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// pythonOutside is where code that upstream's cut left stops being indented as
// Python sees it, or -1: to Python a carriage return ends a line, too, and a
// form feed starts the count of the indentation anew.
func pythonOutside(code string) int {
	for at := 0; at < len(code); {
		line := code[at:]
		if end := strings.IndexAny(line, "\r\n"); end >= 0 {
			line = line[:end]
		}
		text := strings.TrimLeft(line, " \t\f")
		white := line[:len(line)-len(text)]
		column := len(white) - (strings.LastIndexByte(white, '\f') + 1)
		if column == 0 && strings.TrimFunc(text, isPythonSpace) != "" {
			return at
		}
		at += len(line) + 1
	}
	return -1
}
