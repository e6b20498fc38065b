// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// A traffic is what a page asks for, and who answers it. It may be used by several goroutines.
type traffic struct {
	mu     sync.Mutex
	asked  []string
	from   map[network.RequestID]int    // the place in asked
	kept   map[int]bool                 // the places in asked that the browser answered itself
	sent   map[string][]string          // bodies, by method and path
	loader cdp.LoaderID                 // of the document that was asked for last
	open   map[network.RequestID]string // of that document, not answered yet
	watch  map[network.RequestID]bool   // WebSockets in which the device tells how it is
	heard  int                          // their messages
	routes []route
}

// listen follows what the page asks for from now on.
func (p *Page) listen() {
	p.net.from, p.net.kept = map[network.RequestID]int{}, map[int]bool{}
	p.net.sent = map[string][]string{}
	p.net.open, p.net.watch = map[network.RequestID]string{}, map[network.RequestID]bool{}
	must.Do(p.t, chromedp.Listen(p.ctx, p.hear))
}

// keeps notes that the browser's cache has answered a request. The lock is held.
func (n *traffic) keeps(id network.RequestID) {
	if i, ok := n.from[id]; ok {
		n.kept[i] = true
	}
}

func (p *Page) hear(event any) {
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err == nil && strings.HasPrefix(u.Scheme, "http") {
			what := e.Request.Method + " " + u.RequestURI()
			p.net.from[e.RequestID] = len(p.net.asked)
			p.net.asked = append(p.net.asked, what)
			for _, part := range e.Request.PostDataEntries {
				p.net.sent[what] = append(p.net.sent[what], string(part.Bytes))
			}
			if e.Type == network.ResourceTypeDocument { // a browser may say nothing of what the last one left open
				p.net.loader = e.LoaderID
				clear(p.net.open)
			}
			if e.LoaderID == p.net.loader {
				p.net.open[e.RequestID] = what
			}
		}
	case *network.EventRequestServedFromCache:
		p.net.keeps(e.RequestID)
	case *network.EventResponseReceived:
		if e.Response.FromDiskCache {
			p.net.keeps(e.RequestID)
		}
	case *network.EventLoadingFinished:
		delete(p.net.open, e.RequestID)
	case *network.EventLoadingFailed:
		delete(p.net.open, e.RequestID)
	case *network.EventWebSocketCreated:
		if u, err := url.Parse(e.URL); err == nil {
			p.net.asked = append(p.net.asked, "WS "+u.Path)
			p.net.watch[e.RequestID] = u.Path == "/live/watch"
		}
	case *network.EventWebSocketFrameReceived:
		if p.net.watch[e.RequestID] {
			p.net.heard++
		}
	case *fetch.EventRequestPaused:
		go p.serve(e) // a listener that calls the browser would wait for itself
	}
}

// Asked are the requests of the page so far that begin with one of these, all without any:
// methods and paths, as "POST /live/preview"; WS is the method of a WebSocket.
func (p *Page) Asked(beginnings ...string) (all []string) {
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	for _, a := range p.net.asked {
		fits := len(beginnings) == 0
		for _, b := range beginnings {
			fits = fits || strings.HasPrefix(a, b)
		}
		if fits {
			all = append(all, a)
		}
	}
	return all
}

// AskedDevice are the requests of the page so far that the device answered, and not the browser's cache.
func (p *Page) AskedDevice() (all []string) {
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	for i, what := range p.net.asked {
		if !p.net.kept[i] {
			all = append(all, what)
		}
	}
	return all
}

// Sent are the bodies of the page's requests so far with this method and path.
func (p *Page) Sent(what string) []string {
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	return slices.Clone(p.net.sent[what])
}

// T is the test of the page.
func (p *Page) T() *testing.T { return p.t }

// Beats waits until the device has told n times more how it is, which it does each second at least.
func (p *Page) Beats(n int) {
	p.t.Helper()
	heard := func() int {
		p.net.mu.Lock()
		defer p.net.mu.Unlock()
		return p.net.heard
	}
	end := heard() + n
	p.until("the device to say something", func() error {
		if heard() < end {
			return errThere("it is silent")
		}
		return nil
	})
}

// Idle waits until all that the page has asked for since it was loaded is answered, and it asks for nothing more.
func (p *Page) Idle() {
	p.t.Helper()
	const looks = 5 // in a row: one answer may lead to another question
	before, same := 0, 0
	p.until("the page to rest", func() error {
		p.net.mu.Lock()
		asked, open := len(p.net.asked), slices.Sorted(maps.Values(p.net.open))
		p.net.mu.Unlock()
		if same++; len(open) > 0 || asked != before {
			before, same = asked, 0
		}
		if same < looks {
			return errThere(fmt.Sprintf("these questions are open: %q", open))
		}
		return nil
	})
}

// welcomes waits for a step of the welcome.
func welcomes(p *Page, title string) {
	p.t.Helper()
	p.CSS("#welcome-title").Reads(title)
}

// Rest opens the device's page and calls at for each stop that [Page.Tour] leaves out, with its
// name, the login first: the steps of the welcome, what Look folds, the code that signs a telephone
// in, and the form of each app.
func (p *Page) Rest(r *rig.Device, at func(name string)) {
	p.t.Helper()
	all := []stop{
		{"welcome-name", func(p *Page) { p.Open("Device"); p.Press("First steps…"); welcomes(p, "Name and place") }, nil},
		{"welcome-panel", func(p *Page) { p.Press("Skip"); welcomes(p, "Which panel is connected?") }, nil},
		{"welcome-face", func(p *Page) { p.Press("Skip"); p.CSS(".picks img").Drawn(4) }, nil},
		{"welcome-wake", func(p *Page) { p.Press("Skip"); welcomes(p, "When do you get up?") }, nil},
		{"welcome-end", func(p *Page) { p.Press("Skip"); welcomes(p, "Ready when you are") }, closes("Look around first")},
		{"folds", func(p *Page) {
			p.Open("Look")
			p.Press("Screensaver")
			p.Press("Quiet hours")
			p.CSS("#saver-preview").Drawn(1)
		}, nil},
		{"code", opens("Device", "Sign in a phone…", "#code svg path"), closes("Close")},
	}
	var apps []Listed
	r.Call("GET", "/live/apps", "", &apps)
	for i, w := range apps {
		all = append(all, stop{w.Package, func(p *Page) {
			p.Open("Apps")
			p.CSS(fmt.Sprintf("#apps li:nth-child(%d) .thumb", i+1)).Click()
			p.CSS("#app-fields > *").AtLeast(1)
		}, closes("Cancel")})
	}
	p.visit(r, all, at)
}
