package problem

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// served swaps the pinned files for two small ones, and gives their contents
// by path.
func served(t *testing.T) map[string][]byte {
	t.Helper()
	saved := humanEvalX
	t.Cleanup(func() { humanEvalX = saved })
	humanEvalX = nil
	out := map[string][]byte{}
	for _, language := range []string{"a", "b"} {
		body := compress(t, []byte(row(strings.ToUpper(language)+"/1")+"\n"))
		sum := sha256.Sum256(body)
		file := pinned{language: language, gzip: hex.EncodeToString(sum[:])}
		humanEvalX = append(humanEvalX, file)
		out["/mirror/"+file.path()] = body
	}
	return out
}

// A fetching is one server, one folder, and what happened.
type fetching struct {
	opt   FetchOptions
	asked []string
	waits []time.Duration
}

func startFetching(t *testing.T, answer http.HandlerFunc) *fetching {
	t.Helper()
	f := &fetching{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.asked = append(f.asked, r.URL.Path)
		answer(w, r)
	}))
	t.Cleanup(srv.Close)
	f.opt = FetchOptions{BaseURL: srv.URL + "/mirror/", Dir: filepath.Join(t.TempDir(), "new"), Client: srv.Client()}
	f.opt.Wait = func(_ context.Context, d time.Duration) error {
		f.waits = append(f.waits, d)
		return nil
	}
	return f
}

// inDir lists what the fetch left.
func (f *fetching) inDir(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(f.opt.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

var bothFiles = []string{"humaneval_a.jsonl.gz", "humaneval_b.jsonl.gz"}

func TestFetchThenLoadByName(t *testing.T) {
	files := served(t)
	f := startFetching(t, func(w http.ResponseWriter, r *http.Request) { w.Write(files[r.URL.Path]) })
	cache := t.TempDir()
	f.opt.Dir = Dir(cache, HumanEvalX)
	if missing := Catalogue(cache)[0].Missing; !slices.Equal(missing, bothFiles) {
		t.Errorf("missing beforehand: %v", missing)
	}
	told := 0
	f.opt.Progress = func(Fetched) { told++ }
	got, err := Fetch(t.Context(), f.opt)
	if err != nil || len(got) != 2 || got[0].Had || told != 2 {
		t.Fatalf("%+v, told %d: %v", got, told, err)
	}
	if missing := Catalogue(cache)[0].Missing; missing != nil {
		t.Errorf("missing afterwards: %v", missing)
	}
	t.Chdir(t.TempDir())
	if s := mustLoad(t, HumanEvalX, Options{CacheDir: cache}); len(s.Problems) != 2 {
		t.Errorf("problems: %v", ids(s))
	}
}

func TestFetchGoesOnAfterPassingFaults(t *testing.T) {
	files := served(t)
	faults := []func(w http.ResponseWriter, body []byte){
		func(w http.ResponseWriter, _ []byte) { w.WriteHeader(http.StatusServiceUnavailable) },
		func(w http.ResponseWriter, _ []byte) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		},
		func(w http.ResponseWriter, body []byte) { // promises more than it sends
			w.Header().Set("Content-Length", "1000")
			w.Write(body[:len(body)/2])
		},
	}
	f := startFetching(t, func(w http.ResponseWriter, r *http.Request) {
		if len(faults) > 0 {
			faults[0](w, files[r.URL.Path])
			faults = faults[1:]
			return
		}
		w.Write(files[r.URL.Path])
	})
	if _, err := Fetch(t.Context(), f.opt); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.waits, []time.Duration{time.Second, 7 * time.Second, 4 * time.Second}) {
		t.Errorf("waited %v", f.waits)
	}
	if got := f.inDir(t); !slices.Equal(got, bothFiles) {
		t.Errorf("left %v", got)
	}
}

func TestFetchGivesUp(t *testing.T) {
	files := served(t)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		asked  int
		want   string
	}{
		"always busy": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, attempts, "500"},
		"not there":   {http.NotFound, 1, "404"},
		"wrong file":  {func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>sign in</html>")) }, 1, "not the pinned file"},
		"cut short": {func(w http.ResponseWriter, r *http.Request) {
			body := files[r.URL.Path]
			w.Write(body[:len(body)-1])
		}, 1, "not the pinned file"},
		"endless": {func(w http.ResponseWriter, _ *http.Request) {
			for range maxDownload>>20 + 1 {
				w.Write(make([]byte, 1<<20))
			}
			w.Write([]byte("more"))
		}, 1, "more than 16 MiB"},
	} {
		f := startFetching(t, c.answer)
		_, err := Fetch(t.Context(), f.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "humaneval_a.jsonl.gz") {
			t.Errorf("%s: %v", name, err)
		}
		if len(f.asked) != c.asked {
			t.Errorf("%s: asked %d times", name, len(f.asked))
		}
		if left := f.inDir(t); len(left) != 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

func TestFetchResumes(t *testing.T) {
	files := served(t)
	broken := true
	f := startFetching(t, func(w http.ResponseWriter, r *http.Request) {
		if broken && strings.Contains(r.URL.Path, "_b.") {
			http.NotFound(w, r)
			return
		}
		w.Write(files[r.URL.Path])
	})
	if _, err := Fetch(t.Context(), f.opt); err == nil {
		t.Fatal("no error for a file that is not there")
	}
	broken, f.asked = false, nil
	got, err := Fetch(t.Context(), f.opt)
	if err != nil || !got[0].Had || got[1].Had || len(f.asked) != 1 {
		t.Fatalf("%+v after %v: %v", got, f.asked, err)
	}
	target := filepath.Join(f.opt.Dir, bothFiles[0])
	if err := os.WriteFile(target, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(f.opt.Dir, ".humaneval_b.jsonl.gz.part-1")
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(stale, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got, err = Fetch(t.Context(), f.opt); err != nil || got[0].Had || !got[1].Had {
		t.Errorf("%+v: %v", got, err)
	}
	text, err := os.ReadFile(target)
	if err != nil || !bytes.Equal(text, files["/mirror/a/data/"+bothFiles[0]]) {
		t.Errorf("damaged file is still there: %v", err)
	}
	if left := f.inDir(t); !slices.Equal(left, bothFiles) {
		t.Errorf("left %v", left)
	}
}

func TestFetchHonoursProxies(t *testing.T) {
	files := served(t)
	f := startFetching(t, func(w http.ResponseWriter, r *http.Request) { w.Write(files[r.URL.Path]) })
	proxy, err := url.Parse(strings.TrimSuffix(f.opt.BaseURL, "/mirror/"))
	if err != nil {
		t.Fatal(err)
	}
	f.opt.BaseURL = "http://mirror.invalid/mirror"
	f.opt.Client = &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	if _, err := Fetch(t.Context(), f.opt); err != nil {
		t.Error(err)
	}
	// The client that is made by default takes them from the environment.
	if c := (FetchOptions{}).withDefaults().Client; c.Transport != nil || http.DefaultTransport.(*http.Transport).Proxy == nil {
		t.Error("the default client knows no proxies")
	}
}

func TestFetchStopsWhenToldTo(t *testing.T) {
	served(t)
	f := startFetching(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
	ctx, cancel := context.WithCancel(t.Context())
	f.opt.Wait = func(ctx context.Context, _ time.Duration) error {
		cancel()
		return sleep(ctx, time.Hour)
	}
	if _, err := Fetch(ctx, f.opt); !errors.Is(err, context.Canceled) || len(f.asked) != 1 {
		t.Errorf("asked %d times: %v", len(f.asked), err)
	}
}

func TestFetchRefusesOddAddresses(t *testing.T) {
	for _, base := range []string{"ftp://x/y", "just/a/path", "http:///y", ":"} {
		if _, err := Fetch(t.Context(), FetchOptions{BaseURL: base, Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "not an http") {
			t.Errorf("%s: %v", base, err)
		}
	}
}

func TestPinnedAddress(t *testing.T) {
	if len(Revision) != 40 || !strings.HasPrefix(BaseURL, "https://") || !strings.Contains(BaseURL, "/"+Revision+"/") {
		t.Errorf("base URL is %s", BaseURL)
	}
	for _, f := range humanEvalX {
		if len(f.gzip) != 64 || len(f.plain) != 64 {
			t.Errorf("%s: sums of %d and %d digits", f.language, len(f.gzip), len(f.plain))
		}
	}
}
