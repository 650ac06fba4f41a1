//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"runtime"
)

// Main does nothing here: there are no boxes to become the init of.
func Main() {}

// Open fails: the walls are made of Linux.
func Open(context.Context, Config) (Pool, error) {
	return nil, &MissingRights{
		Protection: "running commands",
		Cause:      errors.New("there is no sandbox for " + runtime.GOOS),
		Remedy:     "run xeval on Linux, for instance in a virtual machine or a container (docs/containers.md)",
	}
}
