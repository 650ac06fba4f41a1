package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sizeValue is a flag value such as 512MiB: a number with an optional unit,
// powers of 1024 for KiB, MiB, GiB and of 1000 for kB, MB, GB.
type sizeValue int64

var units = []struct {
	name   string
	factor float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

func (s *sizeValue) Set(text string) error {
	number, factor := text, 1.0
	for _, u := range units {
		if n, ok := strings.CutSuffix(text, u.name); ok {
			number, factor = strings.TrimSpace(n), u.factor
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || math.IsNaN(v) || v*factor > math.MaxInt64/2 {
		return fmt.Errorf("%q is not a size such as 512MiB", text)
	}
	*s = sizeValue(v * factor)
	return nil
}

func (s *sizeValue) String() string {
	if *s == 0 {
		return ""
	}
	return formatSize(int64(*s))
}

func (*sizeValue) Type() string { return "size" }

// formatSize writes bytes in the largest binary unit that keeps three digits.
func formatSize(n int64) string {
	v, unit := float64(n), 0
	names := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	for v >= 1024 && unit+1 < len(names) {
		v, unit = v/1024, unit+1
	}
	if unit == 0 || v >= 100 || v == math.Trunc(v) {
		return fmt.Sprintf("%.0f%s", v, names[unit])
	}
	return fmt.Sprintf("%.1f%s", v, names[unit])
}

// pairsValue collects NAME=VALUE flags.
type pairsValue map[string]string

func (p pairsValue) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" || value == "" {
		return fmt.Errorf("%q is not NAME=VALUE", text)
	}
	p[name] = value
	return nil
}

func (p pairsValue) String() string { return "" }
func (pairsValue) Type() string     { return "name=value" }

// counted is "1 bad row" or "2 bad rows".
func counted(n int, one, more string) string {
	if n == 1 {
		more = one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// was is counted with its verb.
func was(n int, one, more string) string { return counted(n, one+" was", more+" were") }
