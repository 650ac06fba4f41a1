package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/suite"
	"github.com/xeval/xeval/internal/verdict"
)

// Without g++ on PATH, C++ is withheld and says why; other languages score.
// With it, --resume judges what was not scored.
func TestMissingCompilerWithholdsItsLanguage(t *testing.T) {
	if !canIsolate(t) {
		t.Skip("this machine grants no sandbox")
	}
	dir := t.TempDir()
	samples := filepath.Join(dir, "samples.jsonl")
	rows := `{"task_id": "CPP/0", "generation": "    return 1;\n}\n"}
{"task_id": "Python/0", "generation": "    return 1\n"}
`
	if err := os.WriteFile(samples, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	eval := func(path string, more ...string) (string, int) {
		c := xevalCommand(t, append([]string{"eval", samples, "--data", suite.Name, "-o", filepath.Join(dir, "run"), "--cache", "off"}, more...)...)
		c.Env = append(os.Environ(), "PATH="+path)
		out, _ := c.CombinedOutput()
		return string(out), c.ProcessState.ExitCode()
	}
	out, code := eval(pathWith(t, "python3"))
	if code != exitIncomplete || !strings.Contains(out, "withheld") || !strings.Contains(out, "g++: not found on PATH") || !strings.Contains(out, "apt-get install") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	got := outcomesOf(t, filepath.Join(dir, "run"))
	if got[verdict.Key{TaskID: "CPP/0"}] != verdict.ToolchainMissing || !got[verdict.Key{TaskID: "Python/0"}].Scored() {
		t.Errorf("%v", got)
	}
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("no g++ to resume with")
	}
	out, code = eval(os.Getenv("PATH"), "--resume")
	if code != exitDone || strings.Contains(out, "withheld") {
		t.Errorf("resumed: exit code %d:\n%s", code, out)
	}
	if got := outcomesOf(t, filepath.Join(dir, "run")); !got[verdict.Key{TaskID: "CPP/0"}].Scored() {
		t.Errorf("resumed: %v", got)
	}
}

// pathWith is a folder in which only the tools named are found.
func pathWith(t *testing.T, tools ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, tool := range tools {
		found, err := exec.LookPath(tool)
		if err != nil {
			t.Skipf("no %s here", tool)
		}
		// Wrappers find what they wrap by PATH; ask for the real one.
		real, err := exec.Command(found, "-c", "import sys; print(sys.executable)").Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(strings.TrimSpace(string(real)), filepath.Join(dir, tool)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
