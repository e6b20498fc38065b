// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

var silent = log.New(io.Discard, "", 0)

// A line leads to a device, and breaks connections on which something is asked for.
type line struct {
	address string

	mu   sync.Mutex
	lose func(asked string) bool // called with method and address; nil = it loses nothing

	way time.Duration // to the device and back; a new connection takes it once more
}

// opened is set once something was asked on a connection.
type opened struct{}

func newLine(t *testing.T, r *rig.Device) *line {
	l, to := &line{}, must.Get(url.Parse(r.URL))(t)
	proxy := &httputil.ReverseProxy{ErrorLog: silent, Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(to)
		p.Out.Host = p.In.Host
	}}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Context().Value(opened{}).(*sync.Once).Do(func() { time.Sleep(l.way) })
		time.Sleep(l.way)
		if l.loses(r.Method + " " + r.URL.RequestURI()) {
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	}))
	server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
		return context.WithValue(ctx, opened{}, new(sync.Once))
	}
	server.Config.ErrorLog = silent
	server.Start()
	t.Cleanup(server.CloseClientConnections) // before the server waits for them
	t.Cleanup(server.Close)
	l.address = server.URL
	return l
}

func (l *line) loses(asked string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lose != nil && l.lose(asked)
}

// losing says what is lost from now on.
func (l *line) losing(lose func(asked string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lose = lose
}

// whole opens the page at an address and waits until all of it is there.
func whole(t *testing.T, p *browser.Page, address, key string) {
	t.Helper()
	p.Visit("about:blank")
	p.Visit(address + "/#" + key)
	p.Live()
	p.CSS("#invite").Shows()
	p.Control("Next alarm None *").Shows()
	p.Hidden("#apps li").AtLeast(10)
	p.Hidden("[name=overlay] option").AtLeast(3)
	p.Hidden("#version").Matches(`\d`)
	eventually.True(t, "page.css puts the bar at the bottom", func() bool {
		return p.CSS("#places").Place().Bottom() == 844
	})
	p.Remember("ledpost.welcome", "")
	p.CSS("#lost").Gone()
}

// TestPageLosesAnyOne: a visit that loses one of its files, or one of the device's answers, becomes whole by
// itself.
func TestPageLosesAnyOne(t *testing.T) {
	p, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Expect(browser.IsAway)
	whole(t, p, r.URL, r.Key)
	all := p.Asked("GET ")
	if !testtool.ByNight() { // one of each kind tells most
		all = p.Asked("GET /page.css", "GET /words/en.json", "GET /page.js", "GET /live/start")
	}
	lost := map[string]bool{"GET /": true} // the browser itself tells of that
	for _, what := range all {
		if !lost[what] {
			lost[what] = true
			t.Log(what)
			p.Lose(strings.TrimPrefix(what, "GET "))
			whole(t, p, r.URL, r.Key)
		}
	}
}

// TestPageOverABadLine loses 5 % of all that is asked for, of many visits, by dice of one seed.
func TestPageOverABadLine(t *testing.T) {
	testtool.Night(t, "200 visits take minutes")
	p, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Expect(browser.IsAway)
	l, dice := newLine(t, r), rand.New(rand.NewPCG(45, 5))
	for range 200 {
		l.losing(func(asked string) bool { return asked != "GET /" && dice.IntN(100) < 5 })
		whole(t, p, l.address, r.Key)
	}
}

// TestPageSaysThatItDoesNotStart: a file that does not come at all is told of, and a press tries again.
func TestPageSaysThatItDoesNotStart(t *testing.T) {
	p, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Expect(browser.IsAway)
	p.Expect("preloaded using link preload but not used")
	l := newLine(t, r)
	for _, what := range []string{"/page.js", "/live/start"} {
		l.losing(func(asked string) bool { return strings.Contains(asked, what) })
		p.Visit("about:blank")
		p.Visit(l.address + "/#" + r.Key)
		p.CSS("#lost").Sees("The device does not answer.")
		p.Shoot("lost.png")
		l.losing(nil)
		p.Press("Try again")
		p.Live()
		p.CSS("#lost").Gone()
	}
}

// TestPageMarksWhatItRepeats, and nothing else: a change by PUT, which the page sends once, would push
// out one of the few answers that the device remembers.
func TestPageMarksWhatItRepeats(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	type request struct{ method, path string }
	var mu sync.Mutex
	marked := map[request]string{}
	note := http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		mu.Lock()
		marked[request{q.Method, q.URL.Path}] = q.Header.Get("Idempotency-Key")
		mu.Unlock()
		browser.Pass(nil).ServeHTTP(w, q)
	})
	put := request{"PUT", "/api/v2/device/display"}
	post := request{"POST", "/api/v2/device/notifications"}
	get := request{"GET", post.path}
	p.Answer(put.path, note)
	p.Answer(post.path, note)
	p.Set("Brightness", "33")
	p.Open("Send")
	p.Type("Text", "one")
	p.Press("Show it")
	p.Toast("Sent")
	for _, row := range []struct {
		asked  request
		marked bool
	}{{put, false}, {post, true}, {get, false}} {
		eventually.True(t, row.asked.method+" is sent", func() bool {
			mu.Lock()
			defer mu.Unlock()
			key, sent := marked[row.asked]
			if sent && (key != "") != row.marked {
				t.Fatalf("%v has the Idempotency-Key %q", row.asked, key)
			}
			return sent
		})
	}
}

// TestPageSendsOnce: a message whose answer is lost is sent again by the page, and by a further press, and
// shown once.
func TestPageSendsOnce(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Expect(browser.IsAway)
	device, lose := must.Get(url.Parse(r.URL))(t), make(chan bool, 5)
	p.Answer("/api/v2/device/notifications", http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		q.URL.Host = device.Host
		proxy := httputil.ReverseProxy{ErrorLog: silent, Rewrite: func(*httputil.ProxyRequest) {}}
		heard := httptest.NewRecorder()
		proxy.ServeHTTP(heard, q)
		if q.Method == http.MethodPost && <-lose {
			panic(http.ErrAbortHandler)
		}
		maps.Copy(w.Header(), heard.Header())
		w.WriteHeader(heard.Code)
		w.Write(heard.Body.Bytes())
	}))
	sends := func(text, told string, lost ...bool) {
		t.Helper()
		for _, l := range lost {
			lose <- l
		}
		p.Press("Show it")
		p.Toast(told)
		if q := r.Queue(); q[len(q)-1].Model.Frames[0]["text"] != text {
			t.Errorf("the queue is %+v, want %q last", q, text)
		}
	}
	p.Open("Send")
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Type("Text", "one")
	sends("one", "Sent", true, false)
	p.Tick("until dismissed", true)
	p.Type("Text", "two")
	sends("two", "The device does not answer. If the message", true, true, true, true)
	p.CSS("#talk > li").Nth(2).Sees("no answer from the device")
	sends("two", "Sent", false)
	p.CSS("#talk > li").Nth(2).Sees("waiting")
	p.CSS("#talk > li").Counts(2)
	if q := r.Queue(); len(q) != 2 {
		t.Errorf("%d wait, want 2", len(q))
	}
}
