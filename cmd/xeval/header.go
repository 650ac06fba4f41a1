package main

import (
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/xeval/xeval/internal/extract"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/verdict"
)

// newHeader is what a run's header can know before anything else is read.
func newHeader(kind string, exampleTests bool) verdict.Header {
	h := verdict.Header{
		Xeval: buildOfXeval(), Command: os.Args, Kind: kind, Tests: string(program.Hidden),
		Extraction: string(extract.Official), Host: host(), Seeds: fixed,
	}
	if exampleTests {
		h.Tests = string(program.Example)
	}
	return h
}

// useExtraction records the mode of --extract; "" keeps the header's own.
func useExtraction(h *verdict.Header, mode string) error {
	if mode == "" {
		return nil
	}
	m, err := extract.ParseMode(mode)
	if err != nil {
		return usagef("--extract: %v", err)
	}
	h.Extraction = string(m)
	return nil
}

// fixed is what is held still so that a verdict cannot vary; the languages'
// files and the sandbox do it.
var fixed = map[string]string{
	"hash":     "0",
	"random":   "0",
	"timezone": "UTC",
	"locale":   "C.UTF-8",
}

func host() verdict.Host {
	h := verdict.Host{OS: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU()}
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		h.Kernel = unix.ByteSliceToString(u.Release[:])
	}
	var s unix.Sysinfo_t
	if unix.Sysinfo(&s) == nil {
		h.MemoryBytes = int64(s.Totalram) * int64(s.Unit)
	}
	h.CPU = cpuModel()
	return h
}

// cpuModel is the kernel's name of the processor, or "" where it gives none.
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
