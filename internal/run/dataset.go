package run

import (
	"iter"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
)

// Samples yields the samples of files, as Eval takes them; bad rows are
// *jsonl.Errors between them.
func Samples(sources []sample.Source, set *problem.Set, o sample.Options) (iter.Seq2[sample.Sample, error], error) {
	r, err := sample.NewResolver(dataset{set}, o)
	if err != nil {
		return nil, err
	}
	return r.All(sources), nil
}

// InOrder and Function, for files that name no problems.

func (d dataset) InOrder(prefix string) []string { return d.set.InOrder(prefix) }

func (d dataset) Function(taskID string) string {
	p, _ := d.set.Lookup(taskID)
	return p.Function()
}
