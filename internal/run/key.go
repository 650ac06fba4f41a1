package run

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/xeval/xeval/internal/lang"
	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/verdict"
)

// KeyOf finds the sample that a person means among those of a run: an id, a
// language and a number, or a number alone where the run has one language.
func KeyOf(folder, task string, index int) (verdict.Key, error) {
	if err := CheckFiles(folder); err != nil {
		return verdict.Key{}, err
	}
	var found []string
	err := eachRecord(filepath.Join(folder, ProblemsFile), func(p problem.Problem) {
		if means(p, task) {
			found = append(found, p.TaskID)
		}
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return verdict.Key{}, &InputError{fmt.Errorf("%s is not a run folder: %w", folder, err)}
	case err != nil:
		return verdict.Key{}, err
	case len(found) == 0:
		return verdict.Key{}, &InputError{fmt.Errorf("%s#%d: %w, which has no problem of this id or number", task, index, ErrNotInRun)}
	case len(found) > 1:
		return verdict.Key{}, &InputError{fmt.Errorf("%s may be %s: say which", task, strings.Join(found, " or "))}
	}
	return verdict.Key{TaskID: found[0], Index: index}, nil
}

// means says whether a person may call the problem so.
func means(p problem.Problem, task string) bool {
	prefix, rest, ok := strings.Cut(task, "/")
	if !ok {
		return strconv.Itoa(p.Number()) == task
	}
	if l, err := lang.Lookup(prefix); err == nil {
		prefix = l.IDPrefix
	}
	return strings.EqualFold(p.TaskID, prefix+"/"+rest) ||
		strings.EqualFold(p.Prefix(), prefix) && strconv.Itoa(p.Number()) == rest
}
