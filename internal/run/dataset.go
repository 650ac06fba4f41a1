package run

import (
	"iter"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
)

// Samples yields the samples of files, as Eval takes them; bad rows are
// *jsonl.Errors between them. Those of another language than the one asked for
// are left out and counted, as far as the samples have been read.
func Samples(sources []sample.Source, set *problem.Set, o sample.Options) (samples iter.Seq2[sample.Sample, error], left *int, err error) {
	r, err := sample.NewResolver(dataset{set}, o)
	if err != nil {
		return nil, nil, err
	}
	left = new(int)
	return func(yield func(sample.Sample, error) bool) {
		for s, err := range r.All(sources) {
			if sample.IsOtherLanguage(err) {
				*left++
			} else if !yield(s, err) {
				return
			}
		}
	}, left, nil
}

// InOrder and Function, for files that name no problems.

func (d dataset) InOrder(prefix string) []string { return d.set.InOrder(prefix) }

func (d dataset) Function(taskID string) string {
	p, _ := d.set.Lookup(taskID)
	return p.Function()
}
