// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"image"
	"image/png"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// The scripts of every page, in this order; see the remarks that they begin with.
//
//go:embed locate.js
var locate string

//go:embed hands.js
var hands string

//go:embed measure.js
var measure string

//go:embed reads.js
var reads string

// scripts are those that a page needs before it can be asked.
func scripts() []string { return []string{locate, hands, measure, reads} }

// A Page is a window of a browser, in the words of a person who uses it. Its verbs wait for
// what they act on, and fail the test with what they wanted and what stood there instead.
// They may be called on the test's goroutine only.
type Page struct {
	Part
	t       *testing.T
	ctx     context.Context
	presses int
	asking  time.Duration       // how long one question waits for what a verb wants
	words   map[string][]string // English to that of the page; see Speak
	net     traffic
	other   tab // nil = Chromium
}

// NewPage opens a window of this size, in CSS pixels, on another host if there can be one;
// its reader prefers the colour scheme. It closes at the end of the test, which fails for
// what the page says on the console; see [Page.Expect]. With more options the window has a
// browser of its own.
func NewPage(t *testing.T, width, height int, scheme string, more ...chromedp.ExecAllocatorOption) *Page {
	t.Helper()
	if _, err := TheCable(); err != nil {
		t.Logf("the page is at a loopback address: %v", err)
	}
	return newPage(t, processes[DejaVu][0].open(t, width, height, scheme, more...))
}

// NewPageIn is NewPage with another font than DejaVu.
func NewPageIn(t *testing.T, font Font, width, height int, scheme string) *Page {
	t.Helper()
	return newPage(t, processes[font][0].open(t, width, height, scheme))
}

// NewPageHere is NewPage on this host.
func NewPageHere(t *testing.T, width, height int, scheme string, more ...chromedp.ExecAllocatorOption) *Page {
	t.Helper()
	return newPage(t, processes[DejaVu][1].open(t, width, height, scheme, more...))
}

// Away lets the browser find servers of a test at hosts and ports of the internet. One for port 443 speaks TLS.
func Away(outside map[string]*httptest.Server) []chromedp.ExecAllocatorOption {
	var rules []string
	for host, server := range outside {
		rules = append(rules, fmt.Sprintf("MAP %s %s", host, server.Listener.Addr()))
	}
	return []chromedp.ExecAllocatorOption{
		chromedp.Flag("host-resolver-rules", strings.Join(rules, ",")), chromedp.Flag("ignore-certificate-errors", true),
	}
}

// Tab is another page in the same window, which shares all that the browser keeps.
func (p *Page) Tab() *Page {
	p.t.Helper()
	if p.other != nil {
		return newPageOf(p.t, p.ctx, p.other.beside(p.t, p.ctx))
	}
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	must.Do(p.t, chromedp.Listen(ctx, ctx.Value(consoleKey{}).(*console).hear))
	return newPage(p.t, ctx)
}

func newPage(t *testing.T, ctx context.Context) *Page {
	t.Helper()
	p := newPageOf(t, ctx, nil)
	for _, script := range scripts() {
		_, err := chromedp.Call(ctx, cdpage.AddScriptToEvaluateOnNewDocument,
			cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		must.Do(t, err)
	}
	p.listen()
	return p
}

// newPageOf is the page of a tab of another browser than Chromium, or of ctx where that is nil.
func newPageOf(t *testing.T, ctx context.Context, other tab) *Page {
	p := &Page{t: t, ctx: ctx, asking: asking, other: other}
	p.Part = Part{page: p, path: []step{}}
	return p
}

// Expect allows the page to say on its console what matches pattern, before or after.
func (p *Page) Expect(pattern string) { p.ctx.Value(consoleKey{}).(*console).expect(pattern) }

// Visit opens an address.
func (p *Page) Visit(address string) {
	p.t.Helper()
	if p.other != nil {
		must.Do(p.t, p.other.visit(p.ctx, address))
		return
	}
	p.until("to visit "+address, func() error {
		_, err := chromedp.Run(p.ctx, chromedp.Navigate(address))
		if err != nil && strings.Contains(err.Error(), "ERR_NETWORK_CHANGED") {
			return errThere("the network of the machine changes: another test has made a host")
		}
		return err
	})
}

// Follow goes to an address as a link on the page does.
func (p *Page) Follow(address string) {
	p.t.Helper()
	now[bool](p, "to follow a link to "+address, "go", address)
}

// Back goes back to where the page was before.
func (p *Page) Back() {
	p.t.Helper()
	now[bool](p, "to go back", "back")
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	if p.other != nil {
		must.Do(p.t, p.other.visit(p.ctx, ""))
		return
	}
	p.do("load the page again", chromedp.Reload())
}

// Born tells two loads of the page apart.
func (p *Page) Born() float64 {
	p.t.Helper()
	return now[float64](p, "when the page was loaded", "born")
}

// Secure is whether the browser takes the page for secure, as over HTTPS or from this host.
func (p *Page) Secure() bool {
	p.t.Helper()
	return now[bool](p, "whether the page is secure", "secure")
}

// Guarded waits until the page's service worker stands ready.
func (p *Page) Guarded() {
	p.t.Helper()
	now[bool](p, "a service worker", "guarded")
}

// SignIn opens the device's page with the key in its address, and waits until it is live.
func (p *Page) SignIn(r *rig.Device) {
	p.t.Helper()
	p.Visit("about:blank") // an address that differs in its key alone loads no page
	p.Visit(Home(p.t, r) + "/#" + r.Key)
	p.Live()
}

// SignedIn is a light window of this size that is signed in to a device with these arguments.
func SignedIn(t *testing.T, width, height int, args ...string) (*Page, *rig.Device) {
	t.Helper()
	p, r := NewPage(t, width, height, Light), rig.Launch(t, nil, args...)
	p.SignIn(r)
	return p, r
}

// Live waits until the page shows the device's picture.
func (p *Page) Live() {
	p.t.Helper()
	p.CSS("#link[data-state=live]").Shows()
	p.CSS("#panel").Shows()
}

// Open goes to a place of the page, by its name in the bar.
func (p *Page) Open(place string) {
	p.t.Helper()
	bar := p.CSS("#places")
	bar.Press(place)
	bar.CSS("[aria-current=page]").Reads(place)
}

// Resize gives the window another size, in CSS pixels.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	if p.other != nil {
		must.Do(p.t, p.other.resize(p.ctx, width, height))
		return
	}
	p.do("resize the window", chromedp.EmulateViewport(int64(width), int64(height)))
}

// Remember puts a text into what the browser keeps for the page, as programs of the page do; "" removes it.
func (p *Page) Remember(key, text string) {
	p.t.Helper()
	now[bool](p, "to remember "+key, "remember", key, text)
}

// Remembered is the text that the browser keeps for the page under a key, or "".
func (p *Page) Remembered(key string) string {
	p.t.Helper()
	return now[string](p, "the text remembered as "+key, "remembered", key)
}

// Forget empties what the browser keeps for the page: it has no key any more.
func (p *Page) Forget() {
	p.t.Helper()
	now[bool](p, "to forget all", "forget")
}

// LessMotion makes the page's reader one who wants less motion, beside a colour scheme.
func (p *Page) LessMotion(scheme string) {
	p.t.Helper()
	p.do("want less motion", media("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce"))
}

// Prefer makes the page's reader one who reads these languages, the best first, from the next page on.
func (p *Page) Prefer(languages string) {
	p.t.Helper()
	as := emulation.SetUserAgentOverrideParams{UserAgent: "Chromium of a test", AcceptLanguage: languages}
	_, err := chromedp.Call(p.ctx, emulation.SetUserAgentOverride, as)
	must.Do(p.t, err)
}

// Presses is how often something was pressed so far; to choose from a list counts once, as
// in the picker of a phone, and so does a drag.
func (p *Page) Presses() int { return p.presses }

// Scroll brings the page to where its window begins y CSS pixels below its beginning, or as far as
// that can be.
func (p *Page) Scroll(y float64) {
	p.t.Helper()
	now[bool](p, "to scroll", "scroll", y)
}

// Scrolled is where the window begins.
func (p *Page) Scrolled() float64 {
	p.t.Helper()
	return now[float64](p, "how far the page is scrolled", "scrolled")
}

// Window is the size of the window, at its own upper left corner.
func (p *Page) Window() Box {
	p.t.Helper()
	return now[Box](p, "the size of the window", "window")
}

// Screenshot is the window's picture.
func (p *Page) Screenshot() image.Image {
	p.t.Helper()
	m, err := png.Decode(bytes.NewReader(p.shot(false)))
	must.Do(p.t, err)
	return m
}

// Shoot keeps a screenshot under a name where LEDPOST_SHOTS says.
func (p *Page) Shoot(name string) {
	p.t.Helper()
	dir := os.Getenv("LEDPOST_SHOTS")
	if dir == "" {
		return
	}
	must.Do(p.t, os.WriteFile(filepath.Join(dir, name), p.shot(true), 0o644))
}

// shot is a picture of the window, or of the whole page, as a PNG.
func (p *Page) shot(whole bool) []byte {
	p.t.Helper()
	if p.other != nil {
		return must.Get(p.other.shot(p.ctx, whole))(p.t)
	}
	picture := chromedp.CaptureScreenshot()
	if whole {
		picture = chromedp.FullScreenshot(100)
	}
	return must.Get(chromedp.Run(p.ctx, picture))(p.t)
}
