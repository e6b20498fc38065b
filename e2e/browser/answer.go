// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/must"
)

// A route is some addresses that a test answers in the device's place.
type route struct {
	pattern string                        // that they fit, as the browser has patterns
	mine    func(u *url.URL) bool         // of those that fit
	by      func(u *url.URL) http.Handler // nil = the device itself
	until   <-chan struct{}               // closed when it may be answered; nil = at once
}

// Answer lets by answer what the page asks for below a path, in the device's place, until a later
// handler for that path; nil = the device again. The handler has a goroutine of its own.
func (p *Page) Answer(path string, by http.Handler) {
	p.t.Helper()
	p.route(route{
		pattern: "http://*" + path + "*",
		mine:    func(u *url.URL) bool { return strings.HasPrefix(u.Path, path) },
		by:      func(*url.URL) http.Handler { return by },
	})
}

// Busy answers the first question of the page for each address that fits a regular expression as a
// device does that has no place for it: with 503. It returns the addresses so far.
func (p *Page) Busy(expression string) (refused func() []string) {
	p.t.Helper()
	fits := regexp.MustCompile(expression)
	var all []string // guarded by the traffic's lock
	full := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	p.Expect(`status of 503`)
	p.route(route{
		pattern: "http://*",
		mine:    func(u *url.URL) bool { return fits.MatchString(u.String()) && !slices.Contains(all, u.String()) },
		by:      func(u *url.URL) http.Handler { all = append(all, u.String()); return full },
	})
	return func() []string {
		p.net.mu.Lock()
		defer p.net.mu.Unlock()
		return slices.Clone(all)
	}
}

// Lose breaks the connection of the first question of the page for an address without its host.
func (p *Page) Lose(address string) {
	p.t.Helper()
	lost := false // guarded by the traffic's lock
	abort := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	p.route(route{
		pattern: "http://*",
		mine:    func(u *url.URL) bool { return !lost && u.RequestURI() == address },
		by:      func(*url.URL) http.Handler { lost = true; return abort },
	})
}

// Hold keeps back what the page asks for at addresses that fit a regular expression, until release is
// called, or the test ends.
func (p *Page) Hold(expression string) (release func()) {
	p.t.Helper()
	fits, until := regexp.MustCompile(expression), make(chan struct{})
	p.route(route{
		pattern: "http://*",
		mine:    func(u *url.URL) bool { return fits.MatchString(u.String()) },
		by:      func(*url.URL) http.Handler { return nil },
		until:   until,
	})
	release = sync.OnceFunc(func() { close(until) })
	p.t.Cleanup(release)
	return release
}

// route adds a route, which comes before those there are.
func (p *Page) route(r route) {
	p.t.Helper()
	p.net.mu.Lock()
	p.net.routes = append([]route{r}, p.net.routes...)
	patterns := []*fetch.RequestPattern{{URLPattern: "http://*" + start}}
	for _, r := range p.net.routes {
		patterns = append(patterns, &fetch.RequestPattern{URLPattern: r.pattern})
	}
	p.net.mu.Unlock()
	_, err := chromedp.Call(p.ctx, fetch.Enable, fetch.EnableParams{Patterns: patterns})
	must.Do(p.t, err)
}

// handler is who answers an address in the device's place, nil = nobody, and what that waits for.
func (n *traffic) handler(address string) (by http.Handler, until <-chan struct{}) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, r := range n.routes {
		if r.mine(u) {
			return r.by(u), r.until
		}
	}
	if u.Path == start {
		return Pass(n.apart(u)), nil
	}
	return nil, nil
}

// start is where a page that begins finds the answers to many of its questions.
const start = "/live/start"

// apart removes the answers that a route of the test gives, so that the page asks for them.
func (n *traffic) apart(at *url.URL) func(http.Header, []byte) []byte {
	return func(_ http.Header, body []byte) []byte {
		var begun struct {
			Revision uint64                     `json:"revision"`
			Answers  map[string]json.RawMessage `json:"answers"`
		}
		if json.Unmarshal(body, &begun) != nil {
			return body // a refusal
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		maps.DeleteFunc(begun.Answers, func(question string, _ json.RawMessage) bool {
			u, err := at.Parse(question)
			return err == nil && slices.ContainsFunc(n.routes, func(r route) bool { return r.mine(u) })
		})
		body, _ = json.Marshal(begun) // cannot fail: it was JSON
		return body
	}
}

// serve answers a request of the page, or lets the device answer. A page that is closed
// meanwhile needs no answer.
func (p *Page) serve(e *fetch.EventRequestPaused) {
	by, until := p.net.handler(e.Request.URL)
	if until != nil {
		<-until
	}
	if by == nil {
		_, _ = chromedp.Call(p.ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
		return
	}
	said := httptest.NewRecorder()
	if !answers(by, said, request(e.Request)) {
		lost := fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonConnectionFailed}
		_, _ = chromedp.Call(p.ctx, fetch.FailRequest, lost)
		return
	}
	answer := fetch.FulfillRequestParams{RequestID: e.RequestID, ResponseCode: int64(said.Code), Body: said.Body.Bytes()}
	for name, values := range said.Header() {
		for _, v := range values {
			answer.ResponseHeaders = append(answer.ResponseHeaders, &fetch.HeaderEntry{Name: name, Value: v})
		}
	}
	_, _ = chromedp.Call(p.ctx, fetch.FulfillRequest, answer)
}

// answers is whether a handler answers, or aborts as one of net/http does: the connection is lost.
func answers(by http.Handler, said http.ResponseWriter, asked *http.Request) (ok bool) {
	defer func() {
		if fault := recover(); fault != nil && fault != http.ErrAbortHandler {
			panic(fault)
		}
	}()
	by.ServeHTTP(said, asked)
	return true
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
