package convert

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/xeval/xeval/internal/problem"
	"github.com/xeval/xeval/internal/sample"
)

// Two formats have all samples of a problem in one place, while inputs come in
// any order. The texts wait in a temporary file; in memory is where they are.

// A spool keeps texts as JSON, by problem.
type spool struct {
	file  *os.File
	out   *bufio.Writer
	size  int64
	spans map[string][]span
}

type span struct{ from, to int64 }

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "xeval-convert-*")
	if err != nil {
		return nil, err
	}
	return &spool{file: f, out: bufio.NewWriter(f), spans: map[string][]span{}}, nil
}

func (s *spool) close() {
	s.file.Close()
	os.Remove(s.file.Name()) // what is left behind, the system's cleaning removes
}

func (s *spool) add(taskID, text string) error {
	counted := &counter{w: s.out}
	if err := encode(counted, text); err != nil {
		return err
	}
	s.spans[taskID] = append(s.spans[taskID], span{s.size, s.size + counted.n - 1}) // without the line end
	s.size += counted.n
	return nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// texts reads those of one problem.
func (s *spool) texts(taskID string) ([]json.RawMessage, error) {
	if err := s.out.Flush(); err != nil {
		return nil, err
	}
	list := make([]json.RawMessage, len(s.spans[taskID]))
	for i, at := range s.spans[taskID] {
		list[i] = make([]byte, at.to-at.from)
		if _, err := s.file.ReadAt(list[i], at.from); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// gather spools the samples, each as text makes it.
func (c *conversion) gather(in iter.Seq2[sample.Sample, error], text func(sample.Sample, problem.Problem) (string, error)) (*spool, error) {
	s, err := newSpool()
	if err != nil {
		return nil, err
	}
	err = c.each(in, func(each sample.Sample, p problem.Problem) error {
		t, err := text(each, p)
		if err != nil {
			return err
		}
		return s.add(each.TaskID, t)
	})
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// generations writes bigcode's document: the problems of the language in the
// dataset's order, those without samples as empty lists.
func (c *conversion) generations(in iter.Seq2[sample.Sample, error], w io.Writer) error {
	s, err := c.gather(in, func(each sample.Sample, p problem.Problem) (string, error) { return whole(each, p, c.language), nil })
	if err != nil {
		return err
	}
	defer s.close()
	if c.language == nil {
		return fmt.Errorf("no sample to write")
	}
	separator := "[\n"
	for _, taskID := range c.set.InOrder(c.language.IDPrefix) {
		list, err := s.texts(taskID)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, separator); err != nil {
			return err
		}
		if err := encode(w, list); err != nil {
			return err
		}
		separator = ","
	}
	_, err = io.WriteString(w, "]\n")
	return err
}

// A document is MultiPL-E's of one problem.
type document struct {
	Name        string            `json:"name"`
	Language    string            `json:"language"`
	Prompt      string            `json:"prompt"`
	Tests       string            `json:"tests"`
	Completions []json.RawMessage `json:"completions"`
}

// documents hands a document of each problem that has samples to write.
func (c *conversion) documents(in iter.Seq2[sample.Sample, error], write func(name string, d document) error) error {
	s, err := c.gather(in, completion)
	if err != nil {
		return err
	}
	defer s.close()
	for _, taskID := range c.set.InOrder("") {
		list, err := s.texts(taskID)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			continue
		}
		p, _ := c.set.Lookup(taskID)
		d := document{Name: p.SourceID, Language: problem.MultiPLELanguage(p.Prefix()), Prompt: p.Prompt, Tests: p.Test, Completions: list}
		if err := write(p.SourceID, d); err != nil {
			return err
		}
	}
	return nil
}

// completion is a sample as MultiPL-E has it: one that began anew with the
// prompt's first line is written as it was read.
func completion(s sample.Sample, p problem.Problem) (string, error) {
	if s.Whole && sample.RepeatsPrompt(s.Generation, p.Prompt) {
		if code, err := continuation(s, p); err == nil {
			return code, nil
		}
		return s.Generation, nil
	}
	return continuation(s, p)
}
