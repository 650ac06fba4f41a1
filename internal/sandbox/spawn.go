//go:build linux

package sandbox

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// spawner starts inits from one thread that lives as long as the pool: the
// kernel kills an init when the thread that started it ends, and Go's threads
// come and go.
type spawner struct {
	jobs chan func()
}

func newSpawner() *spawner {
	s := &spawner{jobs: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for job := range s.jobs {
			job()
		}
	}()
	return s
}

func (s *spawner) close() { close(s.jobs) }

// start runs this program again as an init, with sock as its control socket.
func (s *spawner) start(sock int, attr *syscall.SysProcAttr) (proc *os.Process, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	control := os.NewFile(dup(sock), "control")
	if control == nil {
		return nil, errors.New("out of descriptors")
	}
	defer control.Close()
	done := make(chan struct{})
	s.jobs <- func() {
		defer close(done)
		proc, err = os.StartProcess("/proc/self/exe", []string{initName}, &os.ProcAttr{
			Env:   []string{"GOMAXPROCS=4", "GOTRACEBACK=none"},
			Files: []*os.File{null, null, null, control},
			Sys:   attr,
		})
	}
	<-done
	return proc, err
}

func dup(fd int) uintptr {
	n, err := syscall.Dup(fd)
	if err != nil {
		return ^uintptr(0)
	}
	syscall.CloseOnExec(n)
	return uintptr(n)
}
