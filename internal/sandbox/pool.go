//go:build linux

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// retireAfter is how many uses a box sees before it is replaced anyway.
const retireAfter = 1000

var errClosed = errors.New("sandbox: the pool is closed")

// pool keeps Config.Boxes boxes ready. A box that has surprised in any way is
// thrown away and another one built in the background.
type pool struct {
	bp     *blueprint
	cfg    Config
	free   chan vacancy
	closed chan struct{}
	once   sync.Once
	work   sync.WaitGroup // builders and boxes in use
	mu     sync.Mutex
	inUse  map[*slot]bool
}

// vacancy is a free box, or why there is none.
type vacancy struct {
	slot *slot
	err  error
}

func newPool(bp *blueprint, cfg Config, first *slot) *pool {
	p := &pool{bp: bp, cfg: cfg, free: make(chan vacancy, cfg.Boxes), closed: make(chan struct{}), inUse: map[*slot]bool{}}
	p.free <- vacancy{slot: first}
	for range cfg.Boxes - 1 {
		p.build(nil)
	}
	return p
}

func (p *pool) Isolation() Isolation { return p.bp.isolation }

// build puts a new box into the pool, in the background, after old has ended.
func (p *pool) build(old *slot) {
	p.work.Go(func() {
		if old != nil {
			if err := old.close(); err != nil {
				p.logf("sandbox: end a box: %v", err)
			}
		}
		var v vacancy
		for try := range 3 {
			select {
			case <-p.closed:
				return
			case <-time.After(time.Duration(try) * 100 * time.Millisecond):
			}
			if v.slot, v.err = p.bp.start(); v.err == nil {
				break
			}
			p.logf("sandbox: build a box: %v", v.err)
		}
		p.free <- v
	})
}

func (p *pool) logf(format string, args ...any) {
	if p.cfg.Logf != nil {
		p.cfg.Logf(format, args...)
	}
}

func (p *pool) Acquire(ctx context.Context) (Box, error) {
	select {
	case <-p.closed:
		return nil, errClosed
	default:
	}
	select {
	case <-p.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	case v := <-p.free:
		if v.err != nil {
			p.build(nil)
			return nil, fmt.Errorf("sandbox: no box can be built: %w", v.err)
		}
		return p.hand(v.slot)
	}
}

// hand gives the slot to a user, unless the pool has been closed meanwhile.
func (p *pool) hand(s *slot) (Box, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.closed:
		s.close()
		return nil, errClosed
	default:
	}
	p.work.Add(1)
	p.inUse[s] = true
	s.uses++
	s.first = true
	return &box{pool: p, slot: s}, nil
}

func (p *pool) take(s *slot, broken error) {
	p.mu.Lock()
	delete(p.inUse, s)
	closing := false
	select {
	case <-p.closed:
		closing = true
	default:
	}
	switch {
	case closing:
	case broken != nil:
		p.logf("sandbox: a box is replaced: %v", broken)
		p.build(s)
	case p.cfg.FreshBoxes || s.uses >= retireAfter:
		p.build(s)
	default:
		p.free <- vacancy{slot: s}
	}
	p.mu.Unlock()
	if closing {
		s.close()
	}
	p.work.Done()
}

// Close ends every process of the pool. A command that is running then fails
// with an error; Close waits until its box is released.
func (p *pool) Close() error {
	var err error
	p.once.Do(func() { err = p.shut() })
	return err
}

func (p *pool) shut() error {
	p.mu.Lock()
	close(p.closed)
	for s := range p.inUse {
		s.proc.Kill()
	}
	p.mu.Unlock()
	p.work.Wait()
	var errs []error
	for {
		select {
		case v := <-p.free:
			if v.slot != nil {
				errs = append(errs, v.slot.close())
			}
			continue
		default:
		}
		return errors.Join(append(errs, p.bp.close())...)
	}
}

// box is one use of a slot.
type box struct {
	pool   *pool
	slot   *slot
	broken error
	once   sync.Once
}

func (b *box) Run(ctx context.Context, cmd Command) (Result, error) {
	if b.broken != nil {
		return Result{}, fmt.Errorf("sandbox: the box was lost before: %w", b.broken)
	}
	res, err := b.slot.run(ctx, &cmd)
	if err != nil {
		b.broken = err
		return Result{}, fmt.Errorf("sandbox: %w", err)
	}
	return res, nil
}

func (b *box) Release() { b.once.Do(func() { b.pool.take(b.slot, b.broken) }) }
