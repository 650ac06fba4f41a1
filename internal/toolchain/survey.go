package toolchain

import (
	"context"

	"github.com/xeval/xeval/internal/lang"
)

// A Status is what is there and what is missing of one language, for a person
// who sets a machine up.
type Status struct {
	Language string        `json:"language"`
	Title    string        `json:"title"`
	Ready    bool          `json:"ready"` // tools and libraries are all there
	Tools    []ToolStatus  `json:"tools"`
	Checks   []CheckStatus `json:"checks,omitempty"`
	Assets   string        `json:"assets,omitempty"`   // the prepared folder, when Ready
	Prepared bool          `json:"prepared,omitempty"` // it has been made
}

// ToolStatus is one executable: where it is, or why there is none.
type ToolStatus struct {
	Name       string   `json:"name"`
	Path       string   `json:"path,omitempty"`
	Version    string   `json:"version,omitempty"`
	Upstream   string   `json:"upstream,omitempty"`
	PassedOver []string `json:"passed_over,omitempty"` // found first, but does not work
	Problem    string   `json:"problem,omitempty"`
	Install    string   `json:"install,omitempty"` // only with a problem
}

// CheckStatus is one library, likewise.
type CheckStatus struct {
	Name     string `json:"name"`
	Version  string `json:"version,omitempty"`
	Upstream string `json:"upstream,omitempty"`
	Problem  string `json:"problem,omitempty"`
	Install  string `json:"install,omitempty"`
}

// Survey looks at all languages and stops at nothing that is missing.
func Survey(ctx context.Context, c Config) ([]Status, error) { return survey(ctx, lang.All(), c) }

func survey(ctx context.Context, languages []*lang.Language, c Config) ([]Status, error) {
	all, err := newProber(c).lookAll(ctx, languages)
	if err != nil {
		return nil, err
	}
	out := make([]Status, len(all))
	for i, f := range all {
		out[i] = f.status(c)
	}
	return out, nil
}

func (f findings) status(c Config) Status {
	s := Status{Language: f.language.Name, Title: f.language.Title, Ready: f.firstMissing() == nil}
	for i, t := range f.tools {
		want := f.language.Tools[i]
		line := ToolStatus{Name: want.Name, Path: t.executable, Version: t.version, Upstream: want.Upstream, PassedOver: t.passedOver}
		if t.err != nil {
			line.Path, line.Version = "", ""
			line.Problem, line.Install = t.err.Error(), t.install(want)
		}
		s.Tools = append(s.Tools, line)
	}
	for i, k := range f.checks {
		want := f.language.Checks[i]
		line := CheckStatus{Name: want.Name, Version: k.version, Upstream: want.Upstream}
		if k.err != nil {
			line.Version, line.Problem, line.Install = "", k.err.Error(), want.Install
		}
		s.Checks = append(s.Checks, line)
	}
	if s.Ready {
		t := f.toolchain(c)
		s.Assets, s.Prepared = t.Assets(), t.Prepared()
	}
	return s
}
