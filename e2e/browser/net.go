// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A traffic is what a page asks for, and who answers it.
type traffic struct {
	mu     sync.Mutex
	asked  []string
	open   map[network.RequestID]bool // not answered yet
	watch  map[network.RequestID]bool // WebSockets in which the device tells how it is
	heard  int                        // their messages
	routes []route
}

// A route is a path that a test answers in the device's place.
type route struct {
	path string
	by   http.Handler
}

// listen follows what the page asks for from now on.
func (p *Page) listen() {
	p.net.open, p.net.watch = map[network.RequestID]bool{}, map[network.RequestID]bool{}
	if err := chromedp.Listen(p.ctx, p.hear); err != nil {
		p.t.Fatal(err)
	}
}

func (p *Page) hear(event any) {
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err == nil && strings.HasPrefix(u.Scheme, "http") {
			p.net.asked = append(p.net.asked, e.Request.Method+" "+u.RequestURI())
			p.net.open[e.RequestID] = true
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

// Asked is what the page has asked for so far that begins with one of these, all without any:
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

// Idle waits until all that the page has asked for is answered, and it asks for nothing more.
func (p *Page) Idle() {
	p.t.Helper()
	const looks = 5 // in a row: one answer may lead to another question
	before, same := 0, 0
	p.until("the page to rest", func() error {
		p.net.mu.Lock()
		asked, open := len(p.net.asked), len(p.net.open)
		p.net.mu.Unlock()
		if same++; open > 0 || asked != before {
			before, same = asked, 0
		}
		if same < looks {
			return errThere(fmt.Sprintf("%d questions are open", open))
		}
		return nil
	})
}

// Answer lets by answer what the page asks for below a path, in the device's place, until a later
// handler for that path; nil = the device again.
func (p *Page) Answer(path string, by http.Handler) {
	p.t.Helper()
	p.net.mu.Lock()
	p.net.routes = append(p.net.routes, route{path, by})
	patterns := make([]*fetch.RequestPattern, len(p.net.routes))
	for i, r := range p.net.routes {
		patterns[i] = &fetch.RequestPattern{URLPattern: "http://*" + r.path + "*"}
	}
	p.net.mu.Unlock()
	if _, err := chromedp.Call(p.ctx, fetch.Enable, fetch.EnableParams{Patterns: patterns}); err != nil {
		p.t.Fatal(err)
	}
}

// handler is who answers a path in the device's place; nil = nobody.
func (n *traffic) handler(path string) http.Handler {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := len(n.routes) - 1; i >= 0; i-- {
		if strings.HasPrefix(path, n.routes[i].path) {
			return n.routes[i].by
		}
	}
	return nil
}

// serve answers a request of the page, or lets the device answer. A page that is closed
// meanwhile needs no answer.
func (p *Page) serve(e *fetch.EventRequestPaused) {
	u, err := url.Parse(e.Request.URL)
	var by http.Handler
	if err == nil {
		by = p.net.handler(u.Path)
	}
	if by == nil {
		_, _ = chromedp.Call(p.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
		return
	}
	said := httptest.NewRecorder()
	by.ServeHTTP(said, request(e.Request))
	answer := fetch.FulfillRequestParams{RequestID: e.RequestID, ResponseCode: int64(said.Code),
		Body: said.Body.Bytes()}
	for name, values := range said.Header() {
		for _, v := range values {
			answer.ResponseHeaders = append(answer.ResponseHeaders, &fetch.HeaderEntry{Name: name, Value: v})
		}
	}
	_, _ = chromedp.Call(p.ctx, fetch.FulfillRequest, answer)
}

// request is what the browser asks, as a handler knows it.
func request(r *network.Request) *http.Request {
	var body bytes.Buffer
	for _, part := range r.PostDataEntries {
		body.Write(part.Bytes)
	}
	made := httptest.NewRequest(r.Method, r.URL, &body)
	made.RequestURI = "" // so that a test can pass it on
	for name, value := range r.Headers {
		if text, is := value.(string); is {
			made.Header.Set(name, text)
		}
	}
	return made
}
