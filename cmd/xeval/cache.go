package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/cache"
)

// addCacheFlags is for the verbs that may take a verdict from an earlier run.
// The others (verify, exec, demo, doctor) are called to see programs run here
// and now.
func (j *judging) addCacheFlags(c *cobra.Command) {
	j.cacheSize = cache.DefaultSize
	c.Flags().StringVar(&j.cache, "cache", "on", "take the verdicts of programs that earlier runs judged: on or off")
	c.Flags().Var(&j.cacheSize, "cache-size", "what the verdicts kept may take")
}

// verdictCache is what the flags say of the cache of verdicts.
func (j *judging) verdictCache() (cache.Options, error) {
	switch j.cache {
	case "", "off":
		return cache.Options{}, nil
	case "on":
	default:
		return cache.Options{}, usagef("--cache %s: choose on or off", j.cache)
	}
	if j.cacheSize < cache.MinSize {
		return cache.Options{}, usagef("--cache-size %s: at least %s, or --cache off", j.cacheSize.String(), formatSize(cache.MinSize))
	}
	build, err := identity()
	if err != nil {
		j.t.logf("verdict cache: off, for this xeval cannot tell itself from others: %v", err)
		return cache.Options{}, nil
	}
	return cache.Options{Folder: cache.Folder(cacheDir(j.t, j.cacheDir)), Size: int64(j.cacheSize), Build: build}, nil
}

// identity is this program's: its commit, or the hash of its file where that
// does not say everything.
func identity() (string, error) {
	b := buildOfXeval()
	if b.Commit != "" && !b.Dirty {
		return b.Version + " " + b.Commit + " " + runtime.Version() + " " + runtime.GOARCH, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// newCache looks at the verdicts kept of earlier runs.
func newCache(t *terminal) *cobra.Command {
	c := group(&cobra.Command{
		Use:   "cache",
		Short: "Look at the verdicts kept of earlier runs, or remove them",
		Long: `Verdicts are kept across runs, so that a program judged once is not judged
again. This looks at them or removes them; docs/cache.md says what is kept.`,
	})
	c.AddCommand(newCacheStats(t), newCacheClear(t))
	return c
}

func newCacheStats(t *terminal) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats",
		Short: "Count and check the verdicts kept",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			s, err := cache.Survey(cache.Folder(cacheDir(t, dir)))
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(t, s)
			}
			return printStats(t, s)
		},
	}
	c.Flags().StringVar(&dir, "cache-dir", "", "where verdicts are kept (default $XDG_CACHE_HOME/xeval)")
	c.Flags().BoolVar(&asJSON, "json", false, "for machines")
	return c
}

func printStats(t *terminal, s cache.Stats) error {
	fmt.Fprintf(t.out, "folder    %s\n", s.Folder)
	fmt.Fprintf(t.out, "verdicts  %d\n", s.Entries)
	fmt.Fprintf(t.out, "size      %s\n", formatSize(s.Bytes))
	if !s.Latest.IsZero() {
		fmt.Fprintf(t.out, "written   %s to %s\n", s.Earliest.Format(time.DateTime), s.Latest.Format(time.DateTime))
	}
	if s.Damaged > 0 {
		fmt.Fprintf(t.out, "damaged   %d files; what is damaged in them is dropped when they are used next\n", s.Damaged)
	}
	return nil
}

func newCacheClear(t *terminal) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "clear",
		Short: "Remove the verdicts kept",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			folder := cache.Folder(cacheDir(t, dir))
			removed, err := cache.Clear(folder)
			if err != nil {
				return err
			}
			fmt.Fprintf(t.out, "%s: %s removed\n", folder, formatSize(removed))
			return nil
		},
	}
	c.Flags().StringVar(&dir, "cache-dir", "", "where verdicts are kept (default $XDG_CACHE_HOME/xeval)")
	return c
}
