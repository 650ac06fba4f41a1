package judge

import (
	"context"
	"encoding/binary"
	"errors"
	"path"
	"path/filepath"
	"sync"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// What is said to a lang.Compiler: a text is its length, four bytes with the
// highest first, and its bytes. A question is the number of arguments, the
// arguments, the number of files, and each file's name and text. The answer is
// a byte (1: built), the nanoseconds of CPU time it took in eight bytes, the
// number of files made, and each one's name and contents.

const (
	maxAnswer = 64 << 20
	// A compiler is replaced after so many builds, for it may have grown.
	compilerBuilds = 2000
	// patience is for one build, of a compiler that may have to start first.
	// Whatever takes longer is left to the plain compiler and its limits.
	patience = 10 * time.Second
)

// compiler is one that runs.
type compiler struct {
	server *sandbox.Server
	builds int
}

// compilers are those of one language that wait for work.
type compilers struct {
	mu     sync.Mutex
	idle   map[string][]*compiler
	closed bool

	once  sync.Once
	turns chan struct{} // one for each compiler that may work
}

// turn waits until one of so many compilers may work.
func (c *compilers) turn(ctx context.Context, most int) (leave func(), err error) {
	c.once.Do(func() { c.turns = make(chan struct{}, max(1, most)) })
	select {
	case c.turns <- struct{}{}:
		return func() { <-c.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *compilers) take(language string) *compiler {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.idle[language]
	if len(list) == 0 {
		return nil
	}
	last := list[len(list)-1]
	c.idle[language] = list[:len(list)-1]
	return last
}

func (c *compilers) put(language string, one *compiler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || one.builds >= compilerBuilds {
		go one.server.Close()
		return
	}
	if c.idle == nil {
		c.idle = map[string][]*compiler{}
	}
	c.idle[language] = append(c.idle[language], one)
}

// Close ends the compilers that wait for work. Nothing may be judged any more.
func (j *Local) Close() {
	j.compilers.mu.Lock()
	defer j.compilers.mu.Unlock()
	j.compilers.closed = true
	for _, list := range j.compilers.idle {
		for _, one := range list {
			one.server.Close()
		}
	}
	j.compilers.idle = nil
}

// compile puts what the language's compiler makes of p's files in their place;
// false: it made nothing of them, or did not answer as it should. A compiler
// that failed to answer is ended; one program at a time is in it, so no other
// is concerned.
func (j *Local) compile(ctx context.Context, p *program.Program, setup Setup, v *verdict.Verdict) bool {
	plain := p.Build[0]
	done, err := j.compilers.turn(ctx, j.Stay)
	if err != nil {
		return false
	}
	defer done()
	leave, err := j.Room.enter(ctx, p.Language+" build", p.BuildLimits.Memory)
	if err != nil {
		return false
	}
	defer leave(0)
	one := j.compilers.take(p.Language)
	if one == nil {
		if one, err = j.startCompiler(ctx, setup); err != nil {
			return false
		}
	}
	var args []string
	for _, a := range setup.Lang.Fast.Compiler.Arguments(plain, p.Files) {
		args = append(args, setup.Chain.Expand(a))
	}
	start := time.Now()
	answer, err := one.server.Ask(question(args, p.Files), start.Add(patience), maxAnswer)
	if err != nil {
		go one.server.Close()
		return false
	}
	one.builds++
	j.compilers.put(p.Language, one)
	made, cpu, err := readAnswer(answer)
	if err != nil || cpu > p.BuildLimits.CPU {
		return false
	}
	p.Build, p.Files = nil, kept(made, plain.Outputs)
	v.Build = &verdict.StageUse{CPUMillis: milliseconds(cpu), WallMillis: milliseconds(time.Since(start))}
	return len(p.Files) > 0
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (j *Local) startCompiler(ctx context.Context, setup Setup) (*compiler, error) {
	box, err := j.Servers.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	c := setup.Lang.Fast.Compiler
	server, err := sandbox.Serve(box, command(c.Start, setup.Chain, c.Limits, nil, nil))
	return &compiler{server: server}, err
}

func question(args []string, files []lang.File) []byte {
	q := binary.BigEndian.AppendUint32(nil, uint32(len(args)))
	for _, a := range args {
		q = appendText(q, a)
	}
	q = binary.BigEndian.AppendUint32(q, uint32(len(files)))
	for _, f := range files {
		q = appendText(appendText(q, f.Name), f.Text)
	}
	return q
}

func appendText(q []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32(q, uint32(len(text))), text...)
}

var errAnswer = errors.New("the compiler did not build it")

// readAnswer takes an answer apart, which may be anything: the compiler has
// read a stranger's program.
func readAnswer(b []byte) (files []lang.File, cpu time.Duration, err error) {
	if len(b) < 13 || b[0] != 1 {
		return nil, 0, errAnswer
	}
	cpu = time.Duration(binary.BigEndian.Uint64(b[1:]))
	n := binary.BigEndian.Uint32(b[9:])
	b = b[13:]
	next := func() string {
		if len(b) < 4 || uint64(binary.BigEndian.Uint32(b)) > uint64(len(b)-4) {
			err = errAnswer
			return ""
		}
		size := binary.BigEndian.Uint32(b)
		text := string(b[4 : 4+size])
		b = b[4+size:]
		return text
	}
	for i := uint32(0); i < n && err == nil; i++ {
		files = append(files, lang.File{Name: next(), Text: next()})
	}
	if len(b) > 0 || cpu < 0 {
		err = errAnswer
	}
	return files, cpu, err
}

// kept are the files that the plain build step would have left.
func kept(files []lang.File, patterns []string) (out []lang.File) {
	for _, f := range files {
		for _, pattern := range patterns {
			if ok, err := path.Match(pattern, f.Name); ok && err == nil && filepath.IsLocal(f.Name) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}
