// SPDX-License-Identifier: Apache-2.0

// Package browser opens the web page in a browser, on another host where there can be
// one, and does there what people do, for the tests of the packages around it. Its
// functions fail the test that calls them.
package browser

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/testtool"
)

// Colour schemes that a page is asked for, as CSS calls them.
const (
	Dark  = "dark"
	Light = "light"
)

// A process is a browser that tests share, since each start of one costs seconds. Each
// test has a separate window in it, with an empty profile.
type process struct {
	on func() []chromedp.ExecAllocatorOption // its host

	mu    sync.Mutex
	ctx   context.Context // nil = it is not running
	close func()
}

// The browsers: of this host, and of the one at the other end of the cable, if there can
// be one.
var (
	near = &process{on: func() []chromedp.ExecAllocatorOption { return nil }}
	far  = &process{on: func() []chromedp.ExecAllocatorOption {
		c, err := TheCable()
		if err != nil {
			return nil
		}
		return []chromedp.ExecAllocatorOption{chromedp.ModifyCmdFunc(c.Enter)}
	}}
)

// Close ends the browsers that run. It belongs into the package's TestMain, after all tests.
func Close() {
	for _, b := range []*process{near, far} {
		if b.ctx != nil {
			b.close()
		}
	}
}

// start starts a headless browser with more options and returns its context.
func start(t *testing.T, more []chromedp.ExecAllocatorOption) (ctx context.Context, stop func()) {
	t.Helper()
	profile, err := os.MkdirTemp("", "ledpost-browser")
	if err != nil {
		t.Fatal(err)
	}
	options := append([]chromedp.ExecAllocatorOption{
		chromedp.ExecPath(testtool.Find(t, "chromium")), chromedp.UserDataDir(profile),
		chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true),
	}, more...)
	ctx, release := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(ctx)
	stop = func() {
		end()
		release()
		os.RemoveAll(profile)
	}
	if err := chromedp.Do(ctx); err != nil {
		stop()
		t.Fatal(err)
	}
	return ctx, stop
}

// running returns the browser's context. One that has crashed is started again.
func (b *process) running(t *testing.T) context.Context {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx != nil {
		select {
		case <-chromedp.FromContext(b.ctx).Browser.LostConnection:
			t.Log("the browser has ended; another is started")
			b.close()
			b.ctx = nil
		default:
			return b.ctx
		}
	}
	b.ctx, b.close = start(t, b.on())
	return b.ctx
}

// Open opens a window on another host, if there can be one, which finds the device at
// its page. With more options it has a separate browser.
func Open(t *testing.T, width, height int, scheme string, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if _, err := TheCable(); err != nil {
		t.Logf("the page is at a loopback address: %v", err)
	}
	return far.open(t, width, height, scheme, more...)
}

// OpenHere opens a window on this host.
func OpenHere(t *testing.T, width, height int, scheme string) context.Context {
	t.Helper()
	return near.open(t, width, height, scheme)
}

// open opens a window with an empty profile, which is closed at the end of the test. The
// test fails for what the page says on the console; see Expect.
func (b *process) open(t *testing.T, width, height int, scheme string, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser is too slow beside the race detector, which learns little from pages")
	}
	ctx := context.Context(nil)
	if len(more) > 0 {
		own, stop := start(t, append(b.on(), more...))
		t.Cleanup(stop)
		ctx = own
	} else {
		ctx = b.running(t)
	}
	ctx, cancel := context.WithTimeout(ctx, patience(5*time.Minute))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx = overhear(t, ctx)
	Do(t, ctx, chromedp.EmulateViewport(int64(width), int64(height)), prefers(scheme), remember)
	return ctx
}

// patience is the limit of a wait: six times as long for pictures (LEDPOST_SHOTS), which
// are large and prove no speed.
func patience(limit time.Duration) time.Duration {
	if os.Getenv("LEDPOST_SHOTS") != "" {
		return 6 * limit
	}
	return limit
}

// prefers makes the page's reader one who prefers a colour scheme.
func prefers(scheme string) Step {
	return func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return chromedp.Void{}, err
	}
}
