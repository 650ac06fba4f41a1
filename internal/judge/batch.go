package judge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/program"
	"github.com/xeval/xeval/internal/sandbox"
	"github.com/xeval/xeval/internal/verdict"
)

// Batches. Every program is compiled in a box of its own, and then waits for
// others. A batch is linked when it is full, or when no other program of the
// language is being compiled: waiting longer would be for nothing. So that
// there is something to wait for, Run has more programs in flight than there
// are boxes. What a program's own compilation does concerns nobody else, and
// when a batch cannot be linked each of it is judged the plain way.

// What one compilation and one linking may give back. A batch of objects waits
// in our own memory, and an array of a few letters makes one as large as it
// likes: whatever is larger than a solution is left to the plain way.
const (
	maxObject = 1 << 20
	maxBinary = 96 << 20
)

// batches are those of one language.
type batches struct {
	mu      sync.Mutex
	coming  int // programs that may still join
	waiting []*passenger
}

// passenger is a program that waits for its batch.
type passenger struct {
	member  lang.Member
	object  []byte
	program program.Program
	done    chan struct{} // closed when what follows is set
	binary  *executable   // nil: it came to nothing
	cost    sandbox.Result
	share   float64
}

// batchesOf finds a language's batches.
func (j *Local) batchesOf(language string) *batches {
	j.batchMu.Lock()
	defer j.batchMu.Unlock()
	if j.batches == nil {
		j.batches = map[string]*batches{}
	}
	if j.batches[language] == nil {
		j.batches[language] = &batches{}
	}
	return j.batches[language]
}

// quickBatch judges p as one of a batch; false as of quick.
func (j *Local) quickBatch(ctx context.Context, p program.Program, setup Setup, v verdict.Verdict) (verdict.Verdict, bool) {
	batch := setup.Lang.Fast.Batch
	member, ok := batch.Member(p.Files, lang.Plan{Build: p.Build, Run: p.Run})
	if !ok {
		return v, false
	}
	v.Attempts = 1
	ok = j.ride(ctx, p, setup, member, &v)
	j.tally.add(p.Language, ok)
	return v, ok
}

// ride compiles p, has it linked with others, and runs it.
func (j *Local) ride(ctx context.Context, p program.Program, setup Setup, m lang.Member, v *verdict.Verdict) bool {
	all := j.batchesOf(p.Language)
	all.expect()
	object, err := j.made(ctx, p, setup, m.Compile, sandboxFiles(m.Files), maxObject, &v.Build)
	if err != nil {
		j.link(setup, all.join(nil, setup.Lang.Fast.Batch.Most))
		return false
	}
	me := &passenger{member: m, object: object, program: p, done: make(chan struct{})}
	j.link(setup, all.join(me, setup.Lang.Fast.Batch.Most))
	select {
	case <-me.done:
	case <-ctx.Done(): // what is made for it goes with the shelf
		return false
	}
	if me.binary == nil {
		return false
	}
	defer me.binary.done()
	v.Build.CPUMillis += milliseconds(me.cost.CPU) / me.share
	v.Build.WallMillis += milliseconds(me.cost.Wall) / me.share
	box, err := j.Pool.Acquire(ctx)
	if err != nil {
		return false
	}
	defer box.Release()
	p.Run = m.Run
	if m.Blind && me.binary.path != "" {
		p.Run.Tool = me.binary.path
		err := j.runStep(ctx, box, p, setup, nil, v)
		return err == nil && (v.ExitCode == nil || *v.ExitCode != 126 && *v.ExitCode != 127) // which say that it could not be started
	}
	files := []sandbox.File{{Name: m.Executable, Data: me.binary.data, Executable: true}}
	return j.runStep(ctx, box, p, setup, files, v) == nil
}

var errUnclean = errors.New("a fast build step failed")

// made gives what a step leaves on standard output, if it succeeds.
func (j *Local) made(ctx context.Context, p program.Program, setup Setup, step lang.Step, files []sandbox.File, most int64, use **verdict.StageUse) ([]byte, error) {
	box, err := j.Pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer box.Release()
	limits := p.BuildLimits
	limits.Output, limits.KillOnOutput = 2*most, false
	res, err := j.step(ctx, box, p.Language+" build", command(step, setup.Chain, limits, files, nil))
	if err != nil {
		return nil, err
	}
	addUse(use, res)
	out := res.Stdout.Head
	if len(res.Stdout.Tail) > 0 {
		out = append(out, res.Stdout.Tail...)
	}
	if res.Limit != sandbox.NoLimit || res.Signal != "" || res.ExitCode != 0 || res.Stdout.Truncated() || len(out) == 0 || int64(len(out)) > most {
		return nil, errUnclean
	}
	return out, nil
}

func (b *batches) expect() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.coming++
}

// join says that a program has come, or, with nil, that it will not. It gives
// the batch that leaves now, if one does.
func (b *batches) join(p *passenger, most int) (leaving []*passenger) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.coming--
	if p != nil {
		b.waiting = append(b.waiting, p)
	}
	if b.coming > 0 && len(b.waiting) < most {
		return nil
	}
	leaving, b.waiting = b.waiting, nil
	return leaving
}

// link makes the executable of a batch, of those that are found fit. It is not
// one program's doing, so that it does not end with one program's context.
func (j *Local) link(setup Setup, batch []*passenger) {
	if len(batch) == 0 {
		return
	}
	defer func() {
		for _, p := range batch {
			close(p.done)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var use *verdict.StageUse
	made := func(step lang.Step, files []sandbox.File, most int64) ([]byte, error) {
		return j.made(ctx, batch[0].program, setup, step, files, most, &use)
	}
	parts := setup.Lang.Fast.Batch
	step, files := parts.Check(membersOf(batch))
	said, err := made(step, sandboxFiles(files), maxObject)
	if err != nil {
		return
	}
	j.tally.change(batch[0].program.Language, func(c *Counts) {
		c.Checks += time.Duration(use.CPUMillis * float64(time.Millisecond))
	})
	allowed := slices.DeleteFunc(slices.Clone(batch), func(p *passenger) bool {
		return !slices.Contains(strings.Fields(string(said)), p.member.Key)
	})
	if len(allowed) == 0 {
		return
	}
	step, files = parts.Link(membersOf(allowed))
	binary, err := made(step, append(sandboxFiles(files), objectsOf(allowed)...), maxBinary)
	if err != nil {
		return
	}
	shared := j.Shelf.put(binary, len(allowed))
	for _, p := range allowed {
		p.object = nil
		p.binary, p.share = shared, float64(len(batch))
		p.cost.CPU = time.Duration(use.CPUMillis * float64(time.Millisecond))
		p.cost.Wall = time.Duration(use.WallMillis * float64(time.Millisecond))
	}
}

// membersOf a batch: the same program for other limits needs the same
// executable and is there once.
func membersOf(batch []*passenger) (members []lang.Member) {
	known := map[string]bool{}
	for _, p := range batch {
		if !known[p.member.Key] {
			known[p.member.Key] = true
			members = append(members, p.member)
		}
	}
	return members
}

func objectsOf(batch []*passenger) (objects []sandbox.File) {
	known := map[string]bool{}
	for _, p := range batch {
		if name := p.member.Key + ".a"; !known[name] {
			known[name] = true
			objects = append(objects, sandbox.File{Name: name, Data: p.object})
		}
	}
	return objects
}
