package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/xeval/xeval/internal/cache"
	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/toolchain"
	"github.com/xeval/xeval/internal/verdict"
)

// Setting is how programs are to be judged on this machine.
type Setting struct {
	Toolchain toolchain.Config
	Sandbox   sandbox.Config
	Programs  map[string]program.Options // by language name; all languages in use
	Workers   int
	Plain     bool          // judge by the plain toolchain calls alone
	Cache     cache.Options // of verdicts; the zero value is none
	Logf      func(format string, args ...any)
}

// A Bench is languages ready to be judged: tools found, libraries prepared,
// boxes waiting. Close ends the boxes.
type Bench struct {
	Judge     judge.Judge
	Hash      func(program.Program) string
	Languages []verdict.LanguageSetup // for the header, in the order asked for
	Plain     bool                    // as set
	Isolation sandbox.Isolation

	local *judge.Local
	pools []sandbox.Pool
}

// NewBench readies the languages. One that lacks a tool, or whose canary (a
// tiny program that must pass) does not, is set aside with the reason, for
// its samples say nothing about the model; the others go on. The error is of
// the sandbox or of the machine.
func NewBench(ctx context.Context, languages []*lang.Language, s Setting) (*Bench, error) {
	found, lacking, err := toolchain.FindAll(ctx, languages, s.Toolchain)
	if err != nil {
		return nil, err
	}
	setups := map[string]judge.Setup{}
	for _, m := range lacking {
		l, err := lang.Lookup(m.Language)
		if err != nil {
			return nil, err
		}
		setups[m.Language] = judge.Setup{Lang: l, Missing: m.Error()}
	}
	box := s.Sandbox
	for _, t := range found {
		setup, err := prepare(ctx, t, s.Logf)
		if err != nil {
			return nil, err
		}
		setups[t.Language.Name] = setup
		if setup.Missing == "" {
			box.ReadOnly = append(box.ReadOnly, t.Roots()...)
		}
	}
	local := &judge.Local{Setups: setups, Room: roomOfMachine(), Plain: s.Plain}
	b := &Bench{Judge: local, Hash: local.Hash, Plain: s.Plain, local: local}
	if err := b.openPools(ctx, box, s); err != nil {
		return nil, err
	}
	b.Isolation = local.Pool.Isolation()
	if err := tryCanaries(ctx, local, s); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	for _, l := range languages {
		if why := setups[l.Name].Missing; why != "" {
			s.Logf("%s", why)
		}
		b.Languages = append(b.Languages, describe(setups[l.Name], s.Programs[l.Name].Lang))
	}
	b.Judge = remembering(local, b.Isolation, s)
	return b, nil
}

// roomOfMachine leaves a fifth of the memory there is to the harness and to
// whatever else grows. Where nothing is known there is no bound but each step's.
func roomOfMachine() *judge.Room {
	available, err := sandbox.AvailableMemory()
	if err != nil {
		return nil
	}
	return judge.NewRoom(available / 5 * 4)
}

func prepare(ctx context.Context, t *toolchain.Toolchain, logf func(string, ...any)) (judge.Setup, error) {
	setup := judge.Setup{Lang: t.Language, Chain: t}
	err := t.Prepare(ctx, func(step string) { logf("preparing %s", step) })
	var lacks *toolchain.Missing
	if errors.As(err, &lacks) {
		setup.Missing = lacks.Error()
		return setup, nil
	}
	return setup, err
}

// tryCanaries judges each language's canary: a compiler that is there but
// broken must not be found out by the first sample. A language whose fast way
// is broken is judged by the plain one.
func tryCanaries(ctx context.Context, local *judge.Local, s Setting) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	var faults []error
	tried := maps.Clone(local.Setups)
	for name, setup := range local.Setups {
		if setup.Missing != "" {
			continue
		}
		p := canary(setup.Lang, s.Programs[name])
		all.Go(func() {
			got, err := tryCanary(ctx, local, setup, p, s.Logf)
			mu.Lock()
			defer mu.Unlock()
			tried[name] = got
			faults = append(faults, err)
		})
	}
	all.Wait()
	local.Setups = tried
	return errors.Join(faults...)
}

// tryCanary gives the setup with what was found out.
func tryCanary(ctx context.Context, local *judge.Local, setup judge.Setup, p program.Program, logf func(string, ...any)) (judge.Setup, error) {
	v, err := local.Judge(ctx, p)
	if err == nil && !v.Passed && setup.Lang.Fast != nil && !local.Plain {
		if v, err = local.JudgePlain(ctx, p); err == nil && v.Passed {
			logf("%s: its fast way does not work here, its programs are judged by the plain toolchain calls", setup.Lang.Title)
			setup.Plain = true
		}
	}
	switch {
	case err != nil:
	case v.Outcome == verdict.HarnessFault:
		err = fmt.Errorf("judging a first program in %s: %s", setup.Lang.Title, v.Message)
	case !v.Passed:
		setup.Missing = brokenText(setup.Lang, v)
	}
	return setup, err
}

func canary(l *lang.Language, opt program.Options) program.Program {
	c := l.Canary
	p := problem.Problem{TaskID: c.TaskID, Prompt: c.Prompt, Declaration: c.Declaration, TestSetup: c.TestSetup, Test: c.Test}
	opt.Tests = program.Hidden
	return program.Assemble(p, l, c.Code, opt)
}

func brokenText(l *lang.Language, v verdict.Verdict) string {
	text := fmt.Sprintf("%s does not work here: a program that must pass ended as %s in its %s", l.Title, v.Outcome, v.Stage)
	if v.Message != "" {
		text += ": " + v.Message
	}
	for _, o := range []*verdict.Output{v.Stderr, v.Stdout} {
		if o != nil {
			return text + "\n" + o.Head
		}
	}
	return text
}

// describe is a language's entry in the header.
func describe(s judge.Setup, opt lang.Options) verdict.LanguageSetup {
	// Structs of plain numbers: encoding cannot fail.
	limits, err := json.Marshal(struct {
		Build lang.Limits `json:"build"`
		Run   lang.Limits `json:"run"`
	}{opt.Build, opt.Run})
	if err != nil {
		panic(err)
	}
	out := verdict.LanguageSetup{Name: s.Lang.Name, Level: opt.Level, Limits: limits, Missing: s.Missing}
	if t, ok := s.Chain.(*toolchain.Toolchain); ok {
		for _, v := range t.Versions() {
			out.Tools = append(out.Tools, verdict.Tool(v))
		}
		out.Libraries = t.Libraries()
	}
	return out
}
