// SPDX-License-Identifier: Apache-2.0

package webfetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
)

// asked is what a server saw of the last request at each host.
type asked struct {
	mu sync.Mutex
	by map[string]http.Header
}

func (a *asked) put(host string, h http.Header) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.by[host] = h
}

// take returns the header that a host was last asked with, and forgets it.
func (a *asked) take(host string) http.Header {
	a.mu.Lock()
	defer a.mu.Unlock()
	h := a.by[host]
	delete(a.by, host)
	return h
}

// serve answers with h in memory; seen has what was asked.
func serve(t *testing.T, h http.HandlerFunc) (c *webfetch.Client, seen *asked) {
	t.Helper()
	seen = &asked{by: map[string]http.Header{}}
	c, err := webfetch.New(
		webfetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen.put(r.Host, r.Header)
			h(w, r)
		}))})
	must.Do(t, err)
	return c, seen
}

func TestGet(t *testing.T) {
	const body = "0123456789"
	for _, row := range []struct {
		why  string
		h    http.HandlerFunc
		r    webfetch.Request
		want string // the body, or a piece of the error
		ok   bool
	}{
		{"whole", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }, webfetch.Request{Max: 10},
			body, true},
		{"a byte too many, and it says so", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) },
			webfetch.Request{Max: 9}, "too large", false},
		{"a byte too many, in pieces", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, body[:5])
			w.(http.Flusher).Flush()
			io.WriteString(w, body[5:])
		}, webfetch.Request{Max: 9}, "too large", false},
		{"small, and large when unpacked", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			io.WriteString(z, strings.Repeat(body, 1000))
			z.Close()
		}, webfetch.Request{Max: 1000}, "too large", false},
		{"not there", http.NotFound, webfetch.Request{Max: 9}, "the server answers 404 Not Found", false},
		{"not modified, though nothing was there", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) },
			webfetch.Request{Max: 9}, "304", false},
	} {
		c, _ := serve(t, row.h)
		row.r.URL = "http://host.example/x"
		a, err := c.Get(t.Context(), row.r)
		switch {
		case row.ok && (err != nil || string(a.Body) != row.want):
			t.Errorf("%s: %v, %v", row.why, a, err)
		case !row.ok && (err == nil || !strings.Contains(err.Error(), row.want)):
			t.Errorf("%s: %v, %v, want %s", row.why, a, err, row.want)
		}
	}
}

func TestUnchanged(t *testing.T) {
	c, seen := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Last-Modified", "Mon, 02 Nov 2026 08:00:00 GMT")
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		io.WriteString(w, "new")
	})
	first, err := c.Get(t.Context(),
		webfetch.Request{URL: "http://host.example/", Max: 9, Header: map[string]string{"X-Token": "t"}})
	if err != nil || string(first.Body) != "new" || first.Same {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := c.Get(t.Context(), webfetch.Request{URL: "http://host.example/", Max: 9, Have: first.Version})
	if err != nil || !again.Same || again.Version != first.Version {
		t.Errorf("%+v, %v; asked with %v", again, err, seen.take("host.example"))
	}
}

// TestRedirects: the user's secrets go to the host they are for.
func TestRedirects(t *testing.T) {
	to := ""
	c, seen := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	})
	for _, row := range []struct {
		why, to, host string
		carried       bool
	}{
		{"to another path", "/y", "one.example", true},
		{"to another host", "http://two.example/y", "two.example", false},
		{"to another port", "http://one.example:81/y", "one.example:81", false},
	} {
		to = row.to
		_, err := c.Get(t.Context(),
			webfetch.Request{URL: "http://u:secret@one.example/", Max: 9, Header: map[string]string{"X-Token": "t"}})
		h := seen.take(row.host)
		if err != nil || (h.Get("X-Token") != "") != row.carried || (h.Get("Authorization") != "") != row.carried ||
			h.Get("Referer") != "" {
			t.Errorf("%s: %v, %v", row.why, h, err)
		}
	}
	for _, to = range []string{"file:///etc/passwd", "/"} {
		if _, err := c.Get(t.Context(), webfetch.Request{URL: "http://u:secret@one.example/", Max: 9}); err == nil ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("to %s: %v", to, err)
		}
	}
}

// TestAddresses: the rules hold, and what the configuration names is trusted.
func TestAddresses(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hi") }))
	defer srv.Close()
	c := must.Get(webfetch.New(webfetch.Config{}))(t)
	if _, err := c.Get(t.Context(), webfetch.Request{URL: srv.URL, Max: 9}); !errors.Is(err, webfetch.ErrRefused) {
		t.Errorf("loopback: %v", err)
	}
	if a, err := c.Trusting(srv.URL).Get(t.Context(), webfetch.Request{URL: srv.URL, Max: 9}); err != nil ||
		string(a.Body) != "hi" {
		t.Errorf("loopback that the configuration names: %v", err)
	}
	if _, err := c.Get(t.Context(), webfetch.Request{URL: srv.URL, Max: 9}); !errors.Is(err, webfetch.ErrRefused) {
		t.Errorf("loopback, after another client trusts it: %v", err)
	}
}

func TestErrorsHoldNoURL(t *testing.T) {
	c, _ := webfetch.New(webfetch.Config{Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no network")
	}})
	for _, u := range []string{"http://h.example/secret", "http://h.example:secret/", "secret:h",
		"http://h.example/%zzsecret", "http:///secret"} {
		if _, err := c.Get(t.Context(), webfetch.Request{URL: u, Max: 9}); err == nil ||
			strings.Contains(strings.TrimPrefix(err.Error(), `refused: scheme "secret"`), "secret") {
			t.Errorf("%s: %v", u, err)
		}
	}
}

// TestPaced: of an answer that unpacks to nothing, without end, no more is read than the largest
// document has, and then little a second.
func TestPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var nothing bytes.Buffer
		must.Do(t, gzip.NewWriter(&nothing).Close())
		const all = 64 << 20
		part := bytes.Repeat(nothing.Bytes(), 4096)
		var sent atomic.Int64
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			for n, err := 0, error(nil); err == nil && sent.Load() < all; sent.Add(int64(n)) {
				n, err = w.Write(part)
			}
		})
		_, err := c.Get(t.Context(), webfetch.Request{URL: "http://h.example/", Max: 1 << 20})
		if !errors.Is(err, webfetch.ErrLate) || sent.Load() > all/2 {
			t.Errorf("%v after %d bytes", err, sent.Load())
		}
	})
}

// TestSlow: a server that sends for ever, slowly, holds nobody for longer than MaxTime.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				io.WriteString(w, "x")
				w.(http.Flusher).Flush()
				time.Sleep(time.Second)
			}
		})
		start := time.Now()
		_, err := c.Get(t.Context(), webfetch.Request{URL: "http://h.example/", Max: 1 << 20})
		if took := time.Since(start); err == nil || took != webfetch.MaxTime || !strings.Contains(err.Error(), "30s") {
			t.Errorf("%v after %v", err, took)
		}
	})
}

func TestPace(t *testing.T) {
	down := errors.New("down")
	busy := &webfetch.StatusError{Code: 429, After: time.Hour}
	const m, s = time.Minute, time.Second
	for _, row := range []struct {
		why  string
		p    webfetch.Pace
		err  []error
		want []time.Duration
	}{
		{"answers", webfetch.Pace{Every: 15 * m}, []error{nil, nil}, []time.Duration{15 * m, 15 * m}},
		{"failures, until it answers", webfetch.Pace{Every: 2 * m}, []error{down, down, down, nil, down},
			[]time.Duration{10 * s, 20 * s, 40 * s, 2 * m, 10 * s}},
		{"short pace", webfetch.Pace{Every: 5 * s}, []error{down, down, down, down, down, down, down, down},
			[]time.Duration{5 * s, 10 * s, 20 * s, 40 * s, 80 * s, 160 * s, 300 * s, 300 * s}},
		{"the server asks for more time", webfetch.Pace{Every: 15 * m}, []error{busy, down},
			[]time.Duration{time.Hour, 20 * s}},
		{"at most", webfetch.Pace{Every: 20 * s, Most: 30 * s}, []error{down, down, down},
			[]time.Duration{10 * s, 20 * s, 30 * s}},
	} {
		for i, err := range row.err {
			if got := row.p.Next(err); got < row.want[i] || got > row.want[i]*11/10+1 {
				t.Errorf("%s: wait %d is %v, want %v and at most a tenth more", row.why, i+1, got, row.want[i])
			}
		}
	}
	p := webfetch.Pace{Every: 15 * m}
	for range 1000 {
		p.Next(down)
	}
	if got := p.Next(down); got < 15*m || got > 17*m {
		t.Errorf("after 1000 failures: %v", got)
	}
}

func TestRetryAfter(t *testing.T) {
	for sent, want := range map[string]time.Duration{"": 0, "7": 7 * time.Second, "-1": 0, "x": 0,
		"99999999999": 24 * time.Hour, "9223372036854775807": 24 * time.Hour} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", sent)
			w.WriteHeader(503)
		})
		_, err := c.Get(t.Context(), webfetch.Request{URL: "http://h.example/", Max: 9})
		var status *webfetch.StatusError
		if !errors.As(err, &status) || status.After != want {
			t.Errorf("%q: %v", sent, err)
		}
	}
}

// TestMemory: an answer is taken from the budget as it comes, and held until it is closed, or
// forgotten.
func TestMemory(t *testing.T) {
	const size = 100 << 10
	b := budget.New(2 * size)
	c := must.Get(webfetch.New(webfetch.Config{Memory: b, Dial: webtest.Serve(t, http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(strings.Repeat("x", size))) }))}))(t)
	get := func(most int64) (*webfetch.Answer, error) {
		return c.Get(t.Context(), webfetch.Request{URL: "http://host/", Max: most})
	}
	one, err := get(size)
	if err != nil || len(one.Body) != size || b.Held() < size {
		t.Fatalf("%v, %d bytes held", err, b.Held())
	}
	held := b.Held()
	if _, err := get(size); err != budget.ErrSpent || b.Held() != held {
		t.Errorf("no room for another one: %v, %d bytes held", err, b.Held())
	}
	if one.Close(); b.Held() != 0 {
		t.Errorf("after Close: %d bytes held", b.Held())
	}
	if _, err := get(size / 2); err != webfetch.ErrTooLarge || b.Held() != 0 {
		t.Errorf("too large: %v, %d bytes held", err, b.Held())
	}
	if _, err := get(size); err != nil {
		t.Fatal(err)
	}
	eventually.True(t, "one that nobody closes comes back", func() bool { runtime.GC(); return b.Held() == 0 })
}
