//go:build linux

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// commandUser is the uid of commands as they see it themselves.
const commandUser = 1000

// Open finds out what isolation this machine grants, by trying, and starts a
// pool with the strongest that the configuration admits. What is missing comes
// back as a *MissingRights error.
func Open(ctx context.Context, cfg Config) (Pool, error) {
	cfg, err := cfg.check()
	if err != nil {
		return nil, err
	}
	var missing error
	for _, w := range ways(cfg) {
		bp, s, err := w.open(ctx, cfg)
		if err == nil {
			return newPool(bp, cfg, s), nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if cfg.Logf != nil {
			cfg.Logf("sandbox: %s: %v", w.name, err)
		}
		if missing == nil || w.preferred() {
			missing = w.missing(err)
		}
	}
	return nil, missing
}

// open builds a first box and has it prove its walls. One that is lost on the
// way says nothing about walls, so another one is tried, once, as for samples.
func (w way) open(ctx context.Context, cfg Config) (*blueprint, *slot, error) {
	bp, err := w.plan(cfg)
	if err != nil {
		return nil, nil, err
	}
	s, err := bp.first(ctx)
	if errors.Is(err, errInitGone) {
		s, err = bp.first(ctx)
	}
	if err != nil {
		return nil, nil, errors.Join(err, bp.close())
	}
	return bp, s, nil
}

// first builds a box that has proved its walls.
func (bp *blueprint) first(ctx context.Context) (*slot, error) {
	s, err := bp.start()
	if err != nil {
		return nil, err
	}
	if err := s.prove(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (cfg Config) check() (Config, error) {
	if cfg.Mode == "" {
		cfg.Mode = Auto
	}
	if !slices.Contains([]Mode{Auto, Namespaces, Landlock, None}, cfg.Mode) {
		return cfg, fmt.Errorf("sandbox: unknown mode %q; there are auto, namespaces, landlock and none", cfg.Mode)
	}
	if cfg.Boxes < 1 || cfg.Boxes > maxBoxes-50 {
		return cfg, fmt.Errorf("sandbox: %d boxes asked for; 1 to %d are possible", cfg.Boxes, maxBoxes-50)
	}
	if cfg.Scratch <= 0 {
		cfg.Scratch = 512 << 20
	}
	if cfg.Inodes <= 0 {
		cfg.Inodes = 16 << 10
	}
	for _, m := range cfg.AllowMissing {
		if !slices.Contains(protections, m) {
			return cfg, fmt.Errorf("sandbox: unknown protection %q; those that may be missing are %s", m, strings.Join(protections, ", "))
		}
	}
	cfg.ReadOnly = slices.Clone(cfg.ReadOnly)
	for i, p := range cfg.ReadOnly {
		if !filepath.IsAbs(p) {
			return cfg, fmt.Errorf("sandbox: read-only path %q is not absolute", p)
		}
		if _, err := os.Stat(p); err != nil {
			return cfg, fmt.Errorf("sandbox: read-only path: %w", err)
		}
		cfg.ReadOnly[i] = filepath.Clean(p)
	}
	return cfg, nil
}
