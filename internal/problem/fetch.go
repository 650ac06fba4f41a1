package problem

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// BaseURL is where the files of HumanEval-X are fetched from by default: below
// it stands <language>/data/humaneval_<language>.jsonl.gz.
const BaseURL = upstream + Revision + folder

const (
	maxDownload = 16 << 20         // of one file; the largest has 57 kB
	maxWait     = 30 * time.Second // between two attempts, whatever the server asks for
	attempts    = 5
)

// FetchOptions say where to fetch from and to.
type FetchOptions struct {
	BaseURL  string                                     // "" is BaseURL
	Dir      string                                     // see Dir
	Client   *http.Client                               // nil: one that honours the proxies of the environment
	Progress func(Fetched)                              // told each file when it is right; may be nil
	Wait     func(context.Context, time.Duration) error // between attempts; nil sleeps
}

// Fetched is one file that is now in place.
type Fetched struct {
	Name  string // in Dir
	Bytes int64
	Had   bool // it was right already, and nothing was fetched
}

// Fetch downloads the files of HumanEval-X that are not in place yet. A file
// takes its place only when it is whole and its SHA-256 is the pinned one.
func Fetch(ctx context.Context, opt FetchOptions) ([]Fetched, error) {
	opt = opt.withDefaults()
	if u, err := url.Parse(opt.BaseURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("fetch %s: base URL %q is not an http or https address", HumanEvalX, opt.BaseURL)
	}
	if err := os.MkdirAll(opt.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("fetch %s: %w", HumanEvalX, err)
	}
	sweep(opt.Dir)
	var out []Fetched
	for _, file := range humanEvalX {
		got, err := opt.file(ctx, file)
		if err != nil {
			return out, fmt.Errorf("fetch %s: %w", HumanEvalX, err)
		}
		out = append(out, got)
		if opt.Progress != nil {
			opt.Progress(got)
		}
	}
	return out, nil
}

func (o FetchOptions) withDefaults() FetchOptions {
	if o.BaseURL == "" {
		o.BaseURL = BaseURL
	}
	o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	if o.Client == nil {
		// The default transport reads the proxies from the environment.
		o.Client = &http.Client{Timeout: 2 * time.Minute}
	}
	if o.Wait == nil {
		o.Wait = sleep
	}
	return o
}

func (o FetchOptions) file(ctx context.Context, file pinned) (Fetched, error) {
	target := filepath.Join(o.Dir, file.name()+".gz")
	if size, ok := isInPlace(target, file.gzip); ok {
		return Fetched{Name: filepath.Base(target), Bytes: size, Had: true}, nil
	}
	address := o.BaseURL + "/" + file.path()
	for attempt := 1; ; attempt++ {
		size, err := o.once(ctx, address, target, file.gzip)
		if err == nil {
			return Fetched{Name: filepath.Base(target), Bytes: size}, nil
		}
		var again *transient
		if !errors.As(err, &again) || attempt == attempts || ctx.Err() != nil {
			return Fetched{}, err
		}
		if err := o.Wait(ctx, again.wait(attempt)); err != nil {
			return Fetched{}, err
		}
	}
}

// isInPlace says whether the file is there and has the hash.
func isInPlace(path, want string) (int64, bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return n, err == nil && hex.EncodeToString(sum.Sum(nil)) == want
}

// once makes one attempt.
func (o FetchOptions) once(ctx context.Context, address, target, want string) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	// Otherwise the transport would unpack a file that a mirror labels as
	// gzip-encoded, and its sum would not be the published one.
	req.Header.Set("Accept-Encoding", "identity")
	res, err := o.Client.Do(req)
	if err != nil {
		return 0, &transient{err: err} // says the URL itself
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		err := fmt.Errorf("%s: %s", address, res.Status)
		if res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests {
			return 0, &transient{err, retryAfter(res)}
		}
		return 0, err
	}
	return store(address, target, want, res.Body)
}

// store writes src to target if it turns out to be the file wanted: beside
// the target first, then in one step, so that no reader sees half a file.
func store(address, target, want string, src io.Reader) (int64, error) {
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".part-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name()) // fails once it is renamed, as it should
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, sum), io.LimitReader(src, maxDownload+1))
	var disk *fs.PathError
	switch got := hex.EncodeToString(sum.Sum(nil)); {
	case errors.As(err, &disk):
		return 0, err
	case err != nil:
		return 0, &transient{err: fmt.Errorf("%s: broken off after %d bytes: %w", address, n, err)}
	case n > maxDownload:
		return 0, fmt.Errorf("%s: more than %d MiB: not the file wanted", address, maxDownload>>20)
	case got != want:
		return 0, fmt.Errorf("%s: SHA-256 is %s, not %s: not the pinned file, so it is not kept", address, got, want)
	}
	return n, settle(f, target)
}

func settle(f *os.File, target string) error {
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(target))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// sweep removes what downloads that were killed left behind. A file of the last
// hour may belong to one under way.
func sweep(dir string) {
	parts, _ := filepath.Glob(filepath.Join(dir, ".*.part-*")) // the pattern is well-formed
	for _, p := range parts {
		if at, err := os.Stat(p); err == nil && time.Since(at.ModTime()) > time.Hour {
			os.Remove(p) // only tidying: what cannot be removed does no harm
		}
	}
}
