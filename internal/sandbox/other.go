//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"runtime"
	"time"
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

// A Server is a command that stays; there are none here.
type Server struct{}

// Serve fails: there are no boxes.
func Serve(Box, Command) (*Server, error) {
	return nil, errors.New("there is no sandbox for " + runtime.GOOS)
}

// Ask is never called.
func (*Server) Ask([]byte, time.Time, int) ([]byte, error) { return nil, errors.New("no server") }

// Close is never called.
func (*Server) Close() {}
