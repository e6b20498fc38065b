// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
)

func TestHosts(t *testing.T) {
	p := Own("a", []byte(`
# https://comment.example
URL = "https://api.example.com/v1?x=%s"
IMAGE = 'http://Pictures.EXAMPLE.org:8080/a.png'
AGAIN = "https://api.example.com/v2"
BUILT = "https://" + "other.example"
NEAR = "http://192.168.1.20:8123/api" + "http://nas.local:80."
NONE = "https://%s.example" + "http://0x7f.1"
`))
	p.Files["readme.md"] = []byte("https://readme.example")
	want := []string{"192.168.1.20:8123", "api.example.com", "nas.local", "pictures.example.org:8080"}
	if got := p.Hosts(); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// reached is a network whose requests all reach h, whatever host they name.
func reached(t *testing.T, h http.HandlerFunc) *Net {
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
	return NewNet(must.Get(webfetch.New(webfetch.Config{Dial: dial}))(t))
}

// may is the permit of an app that may ask those hosts on the internet.
func may(app string, hosts ...string) Permit {
	p := Permit{App: app}
	for _, host := range hosts {
		p.Allowed = append(p.Allowed, applet.Place{Host: host})
	}
	return p
}

// TestOffline: without a network an app has the answers that it may keep; after that it fails, so its last picture shows,
// faded, and in the end why. When the network is back, so is the app.
func TestOffline(t *testing.T) {
	r := newRig(t, "one")
	must.Get(r.Consents.Answer("one", []applet.Place{{Host: "api.example"}}, nil, nil))(t)
	var there atomic.Bool
	there.Store(true)
	ttl := 60
	r.net = reached(t, func(w http.ResponseWriter, _ *http.Request) {
		if !there.Load() {
			panic(http.ErrAbortHandler) // the connection is cut
		}
		w.Write([]byte("42"))
	})
	r.says = func(w io.Writer, q applet.Request, source string) error {
		return asksFor("http://api.example/", ttl)(w, q, source)
	}
	shows := func(why string, want state, wait time.Duration) {
		t.Helper()
		r.draws(wait)
		if got := r.items[0].is(r.now); got != want || got != failing && string(r.items[0].drawing.Frames) != `[{"text":"42"}]` {
			t.Errorf("%s: state %d with %s, want %d: %v", why, got, r.items[0].drawing.Frames, want, r.items[0].fault)
		}
	}
	r.set(`{"app":"one"}`)
	r.due("a")
	shows("with a network", good, 0)
	there.Store(false)
	shows("an answer that is kept", good, every)
	ttl = 0
	r.net.kept = map[[32]byte]kept{}
	shows("without a network", faint, every)
	shows("for an hour", failing, stale)
	if says := r.view("a").Says; !strings.HasPrefix(says, "one, line 3: fail: ") {
		t.Errorf("it says %q", says)
	}
	there.Store(true)
	shows("the network is back", good, most)
}

func TestFetch(t *testing.T) {
	asked := 0
	n := reached(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
		case "/port":
			http.Redirect(w, r, "http://a.example:8080/", http.StatusFound)
		case "/home":
			http.Redirect(w, r, "http://www.a.example/"+r.Method, http.StatusFound)
		case "/large":
			_, _ = w.Write(make([]byte, applet.MaxReceive+1))
		case "/header":
			w.Header().Set("X-Long", strings.Repeat("x", maxHeader))
			w.Header().Set("Content-Type", "text/plain")
		case "/none":
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprintf(w, "%s %s %s", r.Method, r.URL.Path, r.Header.Get("X-A")+r.Header.Get("Authorization"))
	})
	ask := n.For(may("a", "a.example"))
	kept := applet.Fetch{Method: "GET", URL: "http://c.example/", TTL: 60}
	if a, _ := n.For(may("b", "a.example", "c.example"))(t.Context(), kept, nil); a.Error != "" {
		t.Error(a.Error)
	}
	n.For(may("b", "a.example"))(t.Context(), applet.Fetch{Method: "GET", URL: "http://a.example/other", TTL: 60}, nil)
	for _, row := range []struct {
		name       string
		f          applet.Fetch
		want, told string
		asks       int
	}{
		{"a request", applet.Fetch{Method: "GET", URL: "http://a.example/b", Header: map[string][]string{"X-A": {"1"}}},
			"GET /b 1", "", 1},
		{"one to keep", applet.Fetch{Method: "GET", URL: "http://a.example/k", TTL: 60}, "GET /k ", "", 1},
		{"the same again", applet.Fetch{Method: "GET", URL: "http://a.example/k", TTL: 60}, "GET /k ", "", 0},
		{"another method", applet.Fetch{Method: "PUT", URL: "http://a.example/k", TTL: 60}, "PUT /k ", "", 1},
		{"nothing there", applet.Fetch{Method: "GET", URL: "http://a.example/none", TTL: 60}, "GET /none ", "", 1},
		{"nothing there is not kept", applet.Fetch{Method: "GET", URL: "http://a.example/none", TTL: 60},
			"GET /none ", "", 1},
		{"a redirect to its own host", applet.Fetch{Method: "GET", URL: "http://a.example/home"}, "GET /GET ", "", 2},
		{"what another app has been told", applet.Fetch{Method: "GET", URL: "http://a.example/other", TTL: 60},
			"GET /other ", "", 1},
		{"a redirect to another port", applet.Fetch{Method: "GET", URL: "http://a.example/port"},
			"", "the app asks for a.example:8080", 1},
		{"another port", applet.Fetch{Method: "GET", URL: "http://a.example:22/"},
			"", "the app asks for a.example:22", 0},
		{"a number", applet.Fetch{Method: "GET", URL: "http://2130706433/"}, "", "is no host", 0},
		{"a password", applet.Fetch{Method: "GET", URL: "http://a.example/b", Header: map[string][]string{
			"Authorization": {"secret"}}}, "GET /b secret", "", 1},
		{"a redirect to a host of its own with a password", applet.Fetch{Method: "GET", URL: "http://a.example/home",
			Header: map[string][]string{"Authorization": {"secret"}}}, "GET /GET ", "", 2},
		{"a redirect elsewhere", applet.Fetch{Method: "GET", URL: "http://a.example/away"},
			"", "the app asks for elsewhere.example", 1},
		{"another host, although its answer is kept", applet.Fetch{Method: "GET", URL: "http://c.example/", TTL: 60},
			"", "the app asks for c.example", 0},
		{"another host", applet.Fetch{Method: "GET", URL: "http://b.example/"}, "", "the app asks for b.example", 0},
		{"a host that ends alike", applet.Fetch{Method: "GET", URL: "http://aa.example/"},
			"", "the app asks for aa.example", 0},
		{"a host before an @", applet.Fetch{Method: "GET", URL: "http://a.example@b.example/"},
			"", "the app asks for b.example", 0},
		{"a file", applet.Fetch{Method: "GET", URL: "file:///etc/passwd"}, "", "scheme", 0},
		{"no URL", applet.Fetch{Method: "GET", URL: "http://a.example:x"}, "", "not a URL", 0},
		{"no method", applet.Fetch{Method: "G T", URL: "http://a.example"}, "", "method", 0},
		{"too large an answer", applet.Fetch{Method: "GET", URL: "http://a.example/large"}, "", "too large", 1},
		{"too long a header", applet.Fetch{Method: "GET", URL: "http://a.example/header"}, "GET /header ", "", 1},
	} {
		before := asked
		a, body := ask(t.Context(), row.f, nil)
		if string(body) != row.want || !strings.Contains(a.Error, row.told) || (row.told == "") != (a.Error == "") {
			t.Errorf("%s: %q, %q, want %q, %q", row.name, body, a.Error, row.want, row.told)
		}
		if asked-before != row.asks {
			t.Errorf("%s: asked %d times, want %d", row.name, asked-before, row.asks)
		}
		if row.name == "too long a header" && len(a.Header) != 1 {
			t.Errorf("%s: %d lines are told", row.name, len(a.Header))
		}
	}
}

// TestEnds: no server holds a request beyond the end of its drawing, or gets another kind of connection.
func TestEnds(t *testing.T) {
	for _, row := range []struct {
		name, says, want string
	}{
		{"another protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
			"no answer of HTTP"},
		{"half an answer", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", context.Canceled.Error()},
	} {
		t.Run(row.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var header http.Header
			n := reached(t, func(w http.ResponseWriter, r *http.Request) {
				header = r.Header
				conn, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				t.Cleanup(func() { conn.Close() })
				_, _ = conn.Write([]byte(row.says))
				if row.want == context.Canceled.Error() {
					cancel()
				}
			})
			a, _ := n.For(may("a", "a.example"))(ctx, applet.Fetch{Method: "GET", URL: "http://a.example/",
				Header: http.Header{"Upgrade": {"x"}, "Connection": {"Upgrade"}}}, nil)
			if !strings.Contains(a.Error, row.want) {
				t.Errorf("%+v, want %q", a, row.want)
			}
			if header.Get("Upgrade") != "" || header.Get("Connection") == "Upgrade" {
				t.Errorf("the server is asked for another protocol: %v", header)
			}
			cancel()
		})
	}
}

// TestPace: all requests together read at one pace.
func TestPace(t *testing.T) {
	n := reached(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1<<20)) })
	ask := n.For(may("a", "a.example"))
	n.bytes.SetLimit(0) // however long the answers take, nothing comes back meanwhile
	full := n.bytes.Tokens()
	for range 2 {
		ask(t.Context(), applet.Fetch{Method: "GET", URL: "http://a.example/"}, nil)
	}
	if used := full - n.bytes.Tokens(); full != mostBytes || used < 2<<20 {
		t.Errorf("2 MiB took %.0f of %.0f bytes", used, full)
	}
}

// TestKeep: the answers that it keeps stay within their room.
func TestKeep(t *testing.T) {
	n := reached(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 100<<10)) })
	n.bytes.SetLimit(rate.Inf)
	ask := n.For(may("a", "a.example"))
	for i := range 60 {
		ask(t.Context(), applet.Fetch{Method: "GET", URL: fmt.Sprint("http://a.example/", i), TTL: 1000 + i}, nil)
	}
	total := 0
	for _, k := range n.kept {
		total += k.bytes()
	}
	if total != n.size || total > maxKept || total < maxKept-200<<10 {
		t.Errorf("%d bytes, counted %d", total, n.size)
	}
	last := applet.Fetch{Method: "GET", URL: "http://a.example/59"}
	if _, ok := n.look(keyOf(may("a", "a.example"), last, nil)); !ok {
		t.Error("the last answer is not kept")
	}
}

// TestLocal: an app that may ask a host reaches nothing in the user's own network with it, wherever the name leads.
// It asks for the address; for what the device refuses to everybody it does not.
func TestLocal(t *testing.T) {
	allow := webfetch.Config{Allow: []string{"127.0.0.0/8", "localhost"}}
	n := NewNet(must.Get(webfetch.New(allow))(t))
	for _, row := range []struct{ host, asks string }{
		{"127.0.0.1:1", "127.0.0.1"}, // allowed to everybody by the configuration
		{"[::ffff:127.0.0.1]:1", "127.0.0.1"},
		{"localhost:1", "127.0.0.1"},
		{"192.168.77.1", "192.168.77.1"},
		{"10.0.0.1", "10.0.0.1"},
		{"100.64.0.1", "100.64.0.1"},
		{"[fd00::1]", "fd00::1"},
		{"[64:ff9b::c0a8:101]", "64:ff9b::c0a8:101"},
		{"169.254.169.254", ""},
		{"169.254.1.1", ""},
		{"[::1]", ""},
		{"0.0.0.0", ""},
	} {
		at := must.Get(applet.ParsePlace(row.host, ""))(t)
		p := may("a", at.Host)
		var asked []applet.Place
		p.Asked = func(p applet.Place) { asked = append(asked, p) }
		a, _ := n.For(p)(t.Context(), applet.Fetch{Method: "GET", URL: "http://" + row.host + "/"}, nil)
		if row.asks == "" {
			if asked != nil || !strings.Contains(a.Error, "refused") {
				t.Errorf("%s: %q, asked for %v", row.host, a.Error, asked)
			}
			continue
		}
		at.Address = netip.MustParseAddr(row.asks)
		if !slices.Contains(asked, at) || !strings.Contains(a.Error, "in your own network") {
			t.Errorf("%s: %q, asked for %v", row.host, a.Error, asked)
		}
	}
	if a, _ := NewNet(nil).For(may("a", "a"))(t.Context(), applet.Fetch{URL: "http://a"}, nil); a.Error == "" {
		t.Error("there is a network without one")
	}
}

// TestRebinding: the owner's word about an address in their network holds for that address, and not for where else the
// name leads; and nobody is asked for the name of a host without a word about it.
func TestRebinding(t *testing.T) {
	served := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
	t.Cleanup(server.Close)
	port := server.Listener.Addr().(*net.TCPAddr).Port
	n := NewNet(must.Get(webfetch.New(webfetch.Config{Allow: []string{"127.0.0.0/8"}}))(t))
	host, home := fmt.Sprint("localhost:", port), netip.MustParseAddr("127.0.0.1")
	var asked []applet.Place
	for _, row := range []struct {
		why     string
		allowed []applet.Place
		served  int
		asks    []applet.Place
	}{
		{"no word", nil, 0, []applet.Place{{Host: host}}},
		{"the name alone", []applet.Place{{Host: host}}, 0, []applet.Place{{Host: host, Address: home}}},
		{"the name at another address", []applet.Place{{Host: host, Address: netip.MustParseAddr("127.0.0.2")}}, 0,
			[]applet.Place{{Host: host, Address: home}}},
		{"another name at the address", []applet.Place{{Host: fmt.Sprint("nas.local:", port), Address: home}}, 0,
			[]applet.Place{{Host: host}}},
		{"another port of the address", []applet.Place{{Host: "localhost", Address: home}}, 0,
			[]applet.Place{{Host: host}}},
		{"the name at the address", []applet.Place{{Host: host, Address: home}}, 1, nil},
	} {
		served, asked = 0, nil
		p := Permit{App: "a", Answers: Answers{Allowed: row.allowed}}
		p.Asked = func(at applet.Place) { asked = append(asked, at) }
		a, _ := n.For(p)(t.Context(), applet.Fetch{Method: "GET", URL: "http://" + host}, nil)
		if served != row.served || !slices.Equal(slices.Compact(asked), row.asks) {
			t.Errorf("%s: served %d, asked for %v, %q", row.why, served, asked, a.Error)
		}
	}
}
