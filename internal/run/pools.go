package run

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/xeval/xeval/internal/judge"
	"github.com/xeval/xeval/internal/sandbox"
)

// openPools gives the judge its boxes: those that programs are judged in and,
// where a compiler of a language stays, others for compilers.
func (b *Bench) openPools(ctx context.Context, box sandbox.Config, s Setting) error {
	box.Boxes = s.Workers
	forPrograms := box
	var err error
	if !s.Plain && slices.ContainsFunc(setupsOf(b.local), builtInBatches) {
		if b.local.Shelf, err = judge.OpenShelf(filepath.Join(s.Toolchain.CacheDir, "batches")); err != nil {
			s.Logf("%v; each program is given a copy", err)
		} else if b.local.Shelf != nil {
			forPrograms.ReadOnly = append(slices.Clone(box.ReadOnly), b.local.Shelf.Dir())
		}
	}
	if b.local.Pool, err = sandbox.Open(ctx, forPrograms); err != nil {
		return errors.Join(err, b.Close())
	}
	b.pools = append(b.pools, b.local.Pool)
	stay := 0
	for _, setup := range b.local.Setups {
		if compilerStays(setup) {
			stay++
		}
	}
	if s.Plain || box.FreshBoxes || stay == 0 {
		return nil
	}
	b.local.Stay = s.Workers
	box.Boxes = s.Workers * stay // none has to end for one of another language
	if b.local.Servers, err = sandbox.Open(ctx, box); err != nil {
		return errors.Join(err, b.Close())
	}
	b.pools = append(b.pools, b.local.Servers)
	return nil
}

// inBatches is how many programs are in flight for each box where many are
// built at once, and least in all: enough for a batch to fill.
const (
	inBatches   = 32
	leastFlying = 128
)

// inFlight is how many programs are judged at once, most of which wait.
func (b *Bench) inFlight(boxes int) int {
	if b.Plain || b.local == nil || !slices.ContainsFunc(setupsOf(b.local), builtInBatches) {
		return boxes // without local, somebody else judges
	}
	return max(boxes*inBatches, leastFlying)
}

func builtInBatches(s judge.Setup) bool {
	return s.Missing == "" && s.Lang.Fast != nil && s.Lang.Fast.Batch != nil
}

func setupsOf(local *judge.Local) (all []judge.Setup) {
	for _, setup := range local.Setups {
		all = append(all, setup)
	}
	return all
}

func compilerStays(s judge.Setup) bool {
	return s.Missing == "" && s.Lang.Fast != nil && s.Lang.Fast.Compiler != nil
}

// Close ends the compilers and all boxes.
func (b *Bench) Close() error {
	b.local.Close()
	var errs []error
	for _, p := range b.pools {
		errs = append(errs, p.Close())
	}
	if b.local.Shelf != nil {
		errs = append(errs, b.local.Shelf.Close())
	}
	return errors.Join(errs...)
}

// Counts say how programs of a language were judged.
func (b *Bench) Counts(language string) judge.Counts { return b.local.Counts(language) }
