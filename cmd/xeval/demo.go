package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/xeval/xeval/internal/suite"
)

// newDemo judges the embedded suite's own samples: the whole path with nothing
// to download but libraries.
func newDemo(t *terminal) *cobra.Command {
	o := &evalOptions{t: t}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Judge the embedded suite's samples: right, wrong, crashing and hostile ones",
		Args:  args(cobra.NoArgs),
		RunE:  func(c *cobra.Command, _ []string) error { return o.demo(c.Context()) },
	}
	o.judging.addFlags(c, t)
	o.printing.addFlags(c)
	c.Flags().StringVarP(&o.folder, "output", "o", "", "keep the run folder here")
	return c
}

func (o *evalOptions) demo(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "xeval-demo-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	text, err := suite.SamplesFile()
	if err != nil {
		return err
	}
	samples := filepath.Join(dir, "samples.jsonl")
	if err := os.WriteFile(samples, text, 0o644); err != nil {
		return err
	}
	if o.folder == "" {
		o.folder, o.printing.quiet = filepath.Join(dir, "demo.xeval"), true
	}
	if o.runCPU == 0 {
		o.runCPU = 2 * time.Second // every language has an endless loop among its samples
	}
	o.data, o.dataGiven, o.force = suite.Name, true, true
	return o.run(ctx, []string{samples})
}
