package report

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/xeval/xeval/internal/metric"
)

// Flat writes the numbers as one flat object, name to number, as experiment
// trackers such as MLflow and Weights & Biases take them. Names hold letters,
// digits, "_" and "/" only, because the former accepts no "@".
func Flat(w io.Writer, s *Summary) error {
	flat := map[string]float64{"samples": float64(s.Samples), "unscored": float64(s.Unscored)}
	if s.PerSecond > 0 {
		flat["samples_per_s"] = s.PerSecond
	}
	for _, l := range s.Languages {
		name := rowName(l)
		for key, n := range map[string]int{"samples": l.Samples, "unscored": l.Unscored, "passed": l.Passed,
			"official_passed": l.OfficialPassed, "problems": l.Problems, "problems_expected": l.ProblemsExpected} {
			flat[name+"/"+key] = float64(n)
		}
		for o, n := range l.Outcomes {
			flat[name+"/outcomes/"+o] = float64(n)
		}
		flatEstimates(flat, name+"/", l.PassAtK)
		flatEstimates(flat, name+"/official_", l.OfficialPassAtK)
		flatEstimates(flat, name+"/", l.PassHatK)
	}
	flatEstimates(flat, "all/", s.Overall)
	return writeIndented(w, flat)
}

func flatEstimates(flat map[string]float64, prefix string, es []metric.Estimate) {
	for _, e := range es {
		name := prefix + strings.NewReplacer("@", "_at_", "^", "_hat_").Replace(e.Name)
		flat[name], flat[name+"_std_err"] = e.Value, e.StdErr
		if e.Method != "" {
			flat[name+"_lo"], flat[name+"_hi"] = e.Lo, e.Hi
		}
	}
}

// rowName is "cpp", or "go_to_cpp" for translations.
func rowName(l LanguageSummary) string {
	if l.SourceLanguage == "" {
		return l.Language
	}
	return l.SourceLanguage + "_to_" + l.Language
}

func writeIndented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// LMEval writes the numbers in the shape of lm-evaluation-harness's
// results_….json: one task for each language, "metric,filter" to value.
func LMEval(w io.Writer, s *Summary, model string) error {
	type object = map[string]any
	results, configs, versions, counts := object{}, object{}, object{}, object{}
	for _, l := range s.Languages {
		task := strings.ReplaceAll(s.Dataset.Name, "-", "_") + "_" + rowName(l)
		r := object{"alias": l.Title}
		for _, e := range l.PassAtK {
			r[e.Name+",none"], r[e.Name+"_stderr,none"] = e.Value, e.StdErr
		}
		results[task] = r
		low, high := (&Summary{Languages: []LanguageSummary{l}}).perProblem()
		config := object{"task": task, "dataset_path": s.Dataset.Name, "dataset_name": l.Language, "output_type": "generate_until", "repeats": high}
		if low != high {
			config["metadata"] = object{"fewest_repeats": low}
		}
		if len(s.Sampling) > 0 {
			config["generation_kwargs"] = s.Sampling
		}
		configs[task], versions[task] = config, s.Dataset.Revision
		counts[task] = object{"original": l.ProblemsExpected, "effective": l.Problems}
	}
	return writeIndented(w, object{
		"results": results, "configs": configs, "versions": versions, "n-samples": counts,
		"model_source": "xeval", "model_name": model, "date": s.Started, "git_hash": s.Xeval.Commit,
		"total_evaluation_time_seconds": strconv.FormatFloat(float64(s.WallMillis)/1000, 'f', -1, 64),
	})
}
