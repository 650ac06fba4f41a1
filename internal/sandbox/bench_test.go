//go:build linux

package sandbox

import (
	"context"
	"os/exec"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Two workers starting /bin/true as fast as they can, plainly and in boxes.
// Compare commands per second and cpu-us/op: the second counts the harness, the
// inits and the commands, so their difference is what a box costs.

func BenchmarkPlain(b *testing.B) {
	workers(b, func() func() error {
		return func() error { return exec.Command("/bin/true").Run() }
	})
}

func BenchmarkPlainFiles(b *testing.B) {
	workers(b, func() func() error {
		return func() error {
			cmd := exec.Command("/bin/sh", "-c", "cat f; echo ok >&2; echo left >t")
			cmd.Dir = b.TempDir()
			write(b, cmd.Dir+"/f", "print(1)\n")
			_, err := cmd.CombinedOutput()
			return err
		}
	})
}

func BenchmarkBox(b *testing.B) {
	for _, m := range []Mode{Namespaces, None} {
		b.Run(string(m), func(b *testing.B) {
			benchBoxes(b, m, Command{Path: "/bin/true", Limits: generous})
		})
	}
}

// BenchmarkBoxFiles is a step as judging does it: a file in, output and a proof
// out, something left behind to clear away.
func BenchmarkBoxFiles(b *testing.B) {
	cmd := shell("cat f; echo ok >&4; echo left >t")
	cmd.Files = []File{{Name: "f", Data: []byte("print(1)\n")}}
	cmd.Secret = []byte("secret")
	cmd.Limits = generous
	benchBoxes(b, Namespaces, cmd)
}

func benchBoxes(b *testing.B, m Mode, cmd Command) {
	p, err := Open(context.Background(), Config{Mode: m, Boxes: 2, Logf: b.Logf})
	if err != nil {
		b.Skip(err)
	}
	workers(b, func() func() error {
		return func() error {
			box, err := p.Acquire(context.Background())
			if err != nil {
				return err
			}
			defer box.Release()
			_, err = box.Run(context.Background(), cmd)
			return err
		}
	})
	if err := p.Close(); err != nil { // now the inits' time is counted too
		b.Error(err)
	}
	b.ReportMetric(float64(cpuSpent()-started)/float64(b.N)/1e3, "cpu-us/op")
}

var started time.Duration

func workers(b *testing.B, worker func() func() error) {
	started = cpuSpent()
	b.ResetTimer()
	var wg sync.WaitGroup
	jobs := make(chan bool)
	for range 2 {
		run := worker()
		wg.Go(func() {
			for range jobs {
				if err := run(); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for range b.N {
		jobs <- true
	}
	close(jobs)
	wg.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
	b.ReportMetric(float64(cpuSpent()-started)/float64(b.N)/1e3, "cpu-us/op")
}

// cpuSpent by this process and the children it has waited for.
func cpuSpent() (total time.Duration) {
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var ru unix.Rusage
		if unix.Getrusage(who, &ru) == nil {
			total += time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
		}
	}
	return total
}
