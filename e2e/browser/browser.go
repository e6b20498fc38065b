// SPDX-License-Identifier: Apache-2.0

// Package browser opens the web page in a browser, on another host where there can be one, and
// does there what people do, for the tests of the packages around it. A test reads as a user's
// story:
//
//	p := browser.NewPage(t, 390, 844, browser.Light)
//	p.SignIn(device)
//	p.Open("Apps")                          // a place of the page
//	p.Row("Date").Switch(true)              // a row of a list, by a text in it
//	p.Press("Settings of Clock")            // a button, link, fold, box or switch, by its name
//	form := p.Within("Clock")               // a dialog, card or group, by its name or heading
//	form.Set("Time", "06:45")               // a slider, time, date or colour
//	form.Choose("Alarm sound", "Radio")     // what a list offers
//	form.Type("Name", "Bedroom")            // a field of text, by its label
//	form.Press("Save")
//	form.Gone()
//	p.Row("Clock").Sees("Bedroom")
//	p.Toast("Saved")                        // what the page tells for a moment
//
// A [Part] is found by what people see of it; [Part.CSS] is for what has no name. It is found
// again by each verb, within the dialog that lies on top. Verbs wait: to press something is to
// wait until there is exactly one of that name, enabled and at rest, where the pointer reaches
// it. Sees, Reads, Holds, Is, Shows, Gone and Counts wait for what stands there; Text, Value,
// Count and Place ask once. A verb that waits in vain ends the test with what it wanted, what
// stood there, and what the page said on its console.
//
// A test holds no scripts. What it measures has a name here, such as [Part.Over]; [Call] calls a
// function of one of the page's modules. All JavaScript of the tests stands in files of
// this package.
package browser

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Colour schemes that a page is asked for, as CSS calls them.
const (
	Dark  = "dark"
	Light = "light"
)

// shell is Chromium without its own windows, menus and services. It needs a quarter of the processor's
// time for a new window.
const shell = "chromium-headless-shell"

// A process is a browser that tests share, since each start of one costs seconds. Each
// test has a separate window in it, with an empty profile.
type process struct {
	font Font
	here bool // on this host, not on the one at the other end of the cable

	mu    sync.Mutex
	ctx   context.Context // nil = it is not running
	close func()
}

// host is what runs the browser on its host.
func (b *process) host() []chromedp.ExecAllocatorOption {
	if c, err := TheCable(); err == nil && !b.here {
		return []chromedp.ExecAllocatorOption{chromedp.ModifyCmdFunc(c.Enter)}
	}
	return nil
}

// processes are the browsers of this process's tests, far and here.
var processes = map[Font][2]*process{}

func init() {
	for _, f := range Fonts {
		processes[f] = [2]*process{{font: f}, {font: f, here: true}}
	}
}

// start starts a headless browser with more options and returns its context.
func (b *process) start(t *testing.T, more []chromedp.ExecAllocatorOption) (ctx context.Context, stop func()) {
	t.Helper()
	scratch := must.Get(rig.Scratch())(t)
	profile := must.Get(os.MkdirTemp(scratch, "browser"))(t)
	fonts := filepath.Join(profile, "fonts")
	must.Do(t, os.Mkdir(fonts, 0o700))
	options := append([]chromedp.ExecAllocatorOption{
		chromedp.ExecPath(testtool.Find(t, shell, "chromium")), chromedp.UserDataDir(profile),
		chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU, chromedp.Flag("lang", "en-US"),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true),
		chromedp.Env("LC_ALL=en_US.UTF-8", "FONTCONFIG_FILE="+b.font.only(t, fonts)),
	}, append(b.host(), more...)...)
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
	b.ctx, b.close = b.start(t, nil)
	return b.ctx
}

// open opens a window with an empty profile, which is closed at the end of the test. The
// test fails for what the page says on the console; see [Page.Expect].
func (b *process) open(
	t *testing.T, width, height int, scheme string, more ...chromedp.ExecAllocatorOption,
) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser is too slow beside the race detector, which learns little from pages")
	}
	ctx := context.Context(nil)
	if len(more) > 0 {
		own, stop := b.start(t, more)
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
	size := chromedp.EmulateViewport(int64(width), int64(height))
	must.Do(t, chromedp.Do(ctx, size, media("prefers-color-scheme", scheme)))
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

// media makes the page's reader one who prefers features of CSS, given as names and values.
func media(features ...string) act {
	var all []*emulation.MediaFeature
	for i := 0; i < len(features); i += 2 {
		all = append(all, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	return func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
		return chromedp.Void{}, err
	}
}
