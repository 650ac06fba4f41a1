//go:build linux

package sandbox

import (
	"encoding/binary"
	"encoding/json"
	"errors"
)

// codec writes a message or reads one, so that one list of fields serves both
// ends. JSON took as long as starting the command did. Both ends are the same
// program, so nothing tells which field is which; what is read is bounded by
// its own length, and the rest of a damaged message is zero.
type codec struct {
	b       []byte
	reading bool
	err     error
}

// message is anything that travels between harness and init.
type message interface {
	fields(*codec)
}

func encode(m message) ([]byte, error) {
	c := codec{b: make([]byte, 0, 512)}
	m.fields(&c)
	return c.b, c.err
}

var errDamaged = errors.New("a damaged message")

func decode(b []byte, m message) error {
	c := codec{b: b, reading: true}
	m.fields(&c)
	if c.err == nil && len(c.b) > 0 {
		return errDamaged
	}
	return c.err
}

func (c *codec) uint64(v *uint64) {
	if !c.reading {
		c.b = binary.AppendUvarint(c.b, *v)
		return
	}
	n, size := binary.Uvarint(c.b)
	if size <= 0 {
		c.b, c.err, n, size = nil, errDamaged, 0, 0
	}
	*v, c.b = n, c.b[size:]
}

// integer is for all the other kinds of integers; a negative one takes ten bytes.
func integer[T ~int | ~int64 | ~uint32](c *codec, v *T) {
	n := uint64(*v)
	if c.uint64(&n); c.reading {
		*v = T(n)
	}
}

func (c *codec) flags(flags ...*bool) {
	var bits uint64
	for i, f := range flags {
		if *f {
			bits |= 1 << i
		}
	}
	if c.uint64(&bits); !c.reading {
		return
	}
	for i, f := range flags {
		*f = bits&(1<<i) != 0
	}
}

func (c *codec) text(s *string) {
	n := len(*s)
	integer(c, &n)
	switch {
	case !c.reading:
		c.b = append(c.b, *s...)
	case n < 0 || n > len(c.b):
		c.b, c.err = nil, errDamaged
	default:
		*s, c.b = string(c.b[:n]), c.b[n:]
	}
}

// list is of fields that take at least a byte each.
func list[T any](c *codec, items *[]T, each func(*T)) {
	n := len(*items)
	if integer(c, &n); c.reading {
		if n < 0 || n > len(c.b) {
			c.b, c.err = nil, errDamaged
			return
		}
		*items = make([]T, n)
	}
	for i := range *items {
		each(&(*items)[i])
	}
}

func (c *codec) texts(s *[]string) { list(c, s, c.text) }

func (c *codec) limits(limits *map[int]uint64) {
	n := len(*limits)
	if integer(c, &n); !c.reading {
		for resource, v := range *limits {
			integer(c, &resource)
			c.uint64(&v)
		}
		return
	}
	*limits = map[int]uint64{}
	for ; n > 0 && c.err == nil; n-- {
		var resource int
		var v uint64
		integer(c, &resource)
		c.uint64(&v)
		(*limits)[resource] = v
	}
}

// json is for what travels once.
func (c *codec) json(v any) {
	if !c.reading {
		c.b, c.err = json.Marshal(v)
		return
	}
	c.err, c.b = json.Unmarshal(c.b, v), nil
}

func (s *setup) fields(c *codec) { c.json(s) }

func (q *request) fields(c *codec) {
	c.flags(&q.Kill, &q.Fresh, &q.Stdin, &q.Bulk, &q.Proof, &q.WarmUp, &q.Warm)
	c.text(&q.Path)
	c.texts(&q.Args)
	c.texts(&q.Env)
	list(c, &q.Files, func(f *fileSize) {
		c.text(&f.Name)
		integer(c, &f.Size)
		c.flags(&f.Executable)
	})
	c.texts(&q.Keep)
	integer(c, &q.Scratch)
	c.limits(&q.Rlimits)
	integer(c, &q.Memory)
	integer(c, &q.CPU)
}

func (r *reply) fields(c *codec) {
	c.flags(&r.Memory, &r.OverCPU, &r.Ready, &r.Cold)
	c.text(&r.Err)
	integer(c, &r.NotRun)
	integer(c, &r.Status)
	integer(c, &r.Wall)
	integer(c, &r.CPU)
	integer(c, &r.Peak)
	integer(c, &r.Members)
	integer(c, &r.Reaped)
}
