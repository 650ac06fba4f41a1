//go:build linux

package sandbox

import (
	"bytes"
	"context"
	"reflect"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// FuzzInit puts a malicious init at the other end of the control socket: it
// answers with whatever it likes, in as many messages as it likes, with
// descriptors or without, and goes away. The harness must come back, with a
// result in range or an error.
func FuzzInit(f *testing.F) {
	said := func(r reply) []byte {
		b, err := encode(&r)
		if err != nil {
			f.Fatal(err)
		}
		return b
	}
	f.Add(said(reply{Wall: 5, CPU: 7}), false)
	f.Add(said(reply{Status: 139, Wall: -5}), false)
	f.Add(said(reply{Err: "x", NotRun: 127}), true)
	f.Add(append(append(said(reply{NotRun: 1}), '\n'), said(reply{Ready: true})...), false)
	f.Add(bytes.Repeat([]byte{0xff}, 100_000), false)
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0x7f}, true) // a text longer than the message
	f.Add(make([]byte, 9), false)
	f.Add([]byte{}, false)
	f.Fuzz(func(t *testing.T, answer []byte, rights bool) {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := &slot{sock: pair[0], buf: make([]byte, 64<<10), env: environment("/tmp"), user: unix.Geteuid()}
		defer unix.Close(pair[0])
		go maliciousInit(pair[1], answer, rights)
		r, err := s.run(context.Background(), &Command{Path: "/bin/true", Secret: []byte("s"), Stdin: []byte("in"),
			Files: []File{{Name: "f", Data: []byte("x")}}, Limits: Limits{Wall: time.Minute, Output: 1024, Memory: 1 << 20}})
		if err != nil {
			return
		}
		if r.Wall < 0 || r.CPU < 0 || r.Memory < 0 || r.ExitCode < 0 || r.ExitCode > 255 || len(r.Stdout.Head) > 1024 || len(r.Proof) > maxProof {
			t.Errorf("out of range: %+v", r)
		}
	})
}

// What one end says, the other hears; what is cut short or too long is refused.
func TestCodec(t *testing.T) {
	q := request{Fresh: true, Proof: true, Path: "/bin/x", Args: []string{"a", ""}, Env: []string{"A=ä"}, Keep: []string{"*"},
		Files: []fileSize{{"f", 1 << 40, true}, {"g", 0, false}}, Scratch: -1, Rlimits: map[int]uint64{1: 1 << 63, 7: 0}, CPU: time.Second}
	b, err := encode(&q)
	if err != nil {
		t.Fatal(err)
	}
	var got request
	if err := decode(b, &got); err != nil || !reflect.DeepEqual(got, q) {
		t.Errorf("%+v became %+v, %v", q, got, err)
	}
	for n := range len(b) {
		if err := decode(b[:n], new(request)); err == nil {
			t.Errorf("%d bytes of %d were taken for a message", n, len(b))
		}
	}
	if err := decode(append(b, 0), new(request)); err == nil {
		t.Error("a byte too many was overlooked")
	}
}

func maliciousInit(sock int, answer []byte, rights bool) {
	defer unix.Close(sock)
	var q request
	fds, err := receive(sock, make([]byte, maxRequest), &q, 8)
	if err != nil {
		return
	}
	defer closeAll(fds)
	unix.Write(fds[0], answer) // and on stdout, and as proof
	unix.Write(fds[4], answer[:min(len(answer), 60_000)])
	var oob []byte
	if rights {
		oob = unix.UnixRights(fds...)
	}
	for _, m := range bytes.SplitN(answer, []byte("\n"), 10) {
		unix.Sendmsg(sock, m, oob, nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
	}
}

// An init that says nothing, and reads nothing, is given up.
func TestSilentInit(t *testing.T) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pair[0])
	defer unix.Close(pair[1])
	s := &slot{sock: pair[0], buf: make([]byte, 64<<10), env: environment("/tmp"), user: unix.Geteuid()}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := s.run(ctx, &Command{Path: "/bin/true"}); err == nil {
		t.Error("a silent init was believed")
	}
	for range 10_000 {
		if err = send(s.sock, &request{Kill: true}); err != nil {
			return
		}
	}
	t.Error("a full socket was waited for")
}
