package main

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"
)

// newReport prints the numbers of a run again, from its stored verdicts.
func newReport(t *terminal) *cobra.Command {
	p := &printing{}
	c := &cobra.Command{
		Use:   "report RUN",
		Short: "Report on a run folder, from its stored verdicts alone",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, folders []string) error {
			if err := p.check(); err != nil {
				return err
			}
			s, err := p.summarize(folders[0])
			if errors.Is(err, fs.ErrNotExist) {
				return usagef("%s is not a run folder: %v", folders[0], err)
			}
			if err != nil {
				return err
			}
			if err := p.print(t, s); err != nil {
				return err
			}
			if s.Unscored > 0 {
				return &exitError{exitIncomplete, nil}
			}
			return nil
		},
	}
	p.addFlags(c)
	return c
}
