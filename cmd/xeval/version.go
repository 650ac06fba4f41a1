package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/xeval/xeval/internal/verdict"
)

// version is set by the build (-ldflags -X); the commit is Go's own record.
var version = "0.1.0-dev"

func buildOfXeval() verdict.Build {
	b := verdict.Build{Version: version}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Dirty = s.Value == "true"
		}
	}
	return b
}

func versionText() string {
	b := buildOfXeval()
	text := "xeval " + b.Version
	if b.Commit != "" {
		text += fmt.Sprintf(" (%.12s", b.Commit)
		if b.Dirty {
			text += ", modified"
		}
		text += ")"
	}
	return text + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}
