package report

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var screenshots = flag.String("screenshots", "", "folder for screenshots of the page")

// inspect.js looks at the open page and returns what is wrong with it.
//
//go:embed testdata/inspect.js
var inspectJS string

// browser starts a headless Chromium, or skips the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium absent: the page is not opened in a browser")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// complaints collects what the browser reports while a page is open.
type complaints struct {
	mu   sync.Mutex
	list []string
}

func (c *complaints) add(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

func (c *complaints) listen(event any) {
	switch e := event.(type) {
	case *log.EventEntryAdded:
		c.add("log: %s", e.Entry.Text)
	case *runtime.EventConsoleAPICalled:
		c.add("console: %s", e.Type)
	case *runtime.EventExceptionThrown:
		c.add("exception: %s", e.ExceptionDetails.Text)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") || !strings.HasSuffix(e.Request.URL, "/report.html") {
			c.add("request: %s", e.Request.URL)
		}
	}
}

func TestPageInABrowser(t *testing.T) {
	ctx := browser(t)
	url := pageFile(t, page(t, header("cpp", "js", "python", "go"), withTranslations(append(grid("go", 164, 10), mixed()...)), someTexts))
	var c complaints
	if err := chromedp.Listen(ctx, c.listen); err != nil {
		t.Fatal(err)
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{390, 1280} {
			lookAt(t, ctx, url, scheme, width)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range c.list {
		t.Error(x)
	}
}

func pageFile(t *testing.T, text string) (url string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + file
}

// lookAt opens the page as one reader has it and checks what can be measured.
func lookAt(t *testing.T, ctx context.Context, url, scheme string, width int64) {
	t.Helper()
	name := fmt.Sprintf("%s_%d", scheme, width)
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	if plots := ask[int](t, ctx, `document.querySelectorAll("figure svg").length`); plots != 6 {
		t.Errorf("%s: %d plots", name, plots)
	}
	for _, wrong := range ask[[]string](t, ctx, inspectJS) {
		t.Errorf("%s: %s", name, wrong)
	}
	shoot(t, ctx, name, chromedp.FullScreenshot(100))
}

// shoot saves a picture for people, when they asked for one.
func shoot(t *testing.T, ctx context.Context, name string, take chromedp.Action[[]byte]) {
	t.Helper()
	if *screenshots == "" {
		return
	}
	png, err := chromedp.Run(ctx, take)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// ask evaluates an expression on the open page.
func ask[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Tab must reach the links in the order of the page, and a link to a problem
// must open its part.
func TestKeyboardInABrowser(t *testing.T) {
	ctx := browser(t)
	url := pageFile(t, page(t, header("cpp", "js", "python"), mixed(), someTexts))
	if err := chromedp.Do(ctx, chromedp.Navigate(url), chromedp.KeyEvent("\t")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if first := ask[string](t, ctx, `document.activeElement.textContent`); first != "skip to the results" {
		t.Errorf("Tab first reaches %q", first)
	}
	if !ask[bool](t, ctx, `getComputedStyle(document.activeElement).outlineStyle != "none" && document.activeElement.getBoundingClientRect().left >= 0`) {
		t.Error("the focus cannot be seen")
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent("\t")); err != nil {
		t.Fatal(err)
	}
	if second := ask[string](t, ctx, `document.activeElement.getAttribute("href")`); second != "#t-pass_at_k" {
		t.Errorf("Tab then reaches %q", second)
	}
	err := chromedp.Do(ctx, chromedp.Focus(`.heat a[href="#p-CPP.1"]`), chromedp.KeyEvent("\r"),
		chromedp.WaitVisible(`[id="p-CPP.1"]`))
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(900, 1200)); err != nil {
		t.Fatal(err)
	}
	ask[bool](t, ctx, `document.querySelectorAll("main details[open] details").forEach((d) => (d.open = true)), true`)
	opened := ask[string](t, ctx, `[...document.querySelectorAll("main details[open] > summary")].map(x => x.textContent).join()`)
	if !strings.HasPrefix(opened, "CPP/1 ") || strings.Contains(opened, "CPP/2") {
		t.Errorf("open: %q", opened)
	}
	shoot(t, ctx, "problem", chromedp.CaptureScreenshot())
}
