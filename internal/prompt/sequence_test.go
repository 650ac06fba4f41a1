package prompt

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/xeval/xeval/internal/problem"
)

func TestFirstRequests(t *testing.T) {
	set := problem.NewSet(problem.Dataset{}, slices.Collect(maps.Values(our(t))))
	var targets []problem.Problem
	for _, p := range set.Problems {
		if p.Prefix() != "Java" {
			targets = append(targets, p)
		}
	}
	for task, want := range map[Task]string{
		Generate: "generate:Go/900", Translate: "translate:Go/900<java",
		Summarize: "describe:Go/900", Repair: "repair:Go/900@buggy_solution",
	} {
		var ids []string
		for r, err := range build(t, Options{Task: task, Form: Chat}).First(targets, From(set, lookup(t, "java"))) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, r.ID)
		}
		if len(ids) != 5 || !slices.Contains(ids, want) {
			t.Errorf("%s: %v lacks %s", task, ids, want)
		}
	}
}

func TestFirstRequestsEndAtAMistake(t *testing.T) {
	p := our(t)["go"]
	p.BuggySolution = ""
	alone := problem.NewSet(problem.Dataset{}, []problem.Problem{p})
	for want, b := range map[string]struct {
		task   Task
		source Source
	}{
		"Go/900: the dataset lacks Java/900":     {Translate, From(alone, lookup(t, "java"))},
		"Go/900: a translation needs a source":   {Translate, nil},
		"Go/900: no buggy_solution in the datas": {Repair, nil},
	} {
		calls := 0
		for _, err := range build(t, Options{Task: b.task, Form: Chat}).First([]problem.Problem{p, p}, b.source) {
			calls++
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		}
		if calls != 1 {
			t.Errorf("%d requests after the mistake", calls)
		}
	}
}
