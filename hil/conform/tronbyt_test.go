// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
)

// dialer dials as a [net.Dialer] does.
type dialer func(ctx context.Context, network, addr string) (net.Conn, error)

// asClient runs f with a device of this program, in fake time, that shows what the server at a URL draws.
func asClient(t *testing.T, at string, dial dialer, f func()) {
	env := kit.Env{Size: image.Pt(64, 32), Fonts: must.Get(fonts.Open(fonts.Options{}))(t),
		Web: must.Get(webfetch.New(webfetch.Config{Dial: dial}))(t)}
	var app device.Runner
	list := []kit.App{{Package: tronbyt.Package, New: func(env kit.Env, kept json.RawMessage, version int) device.App {
		made := tronbyt.App.New(env, kept, version)
		app = made.(device.Runner)
		return made
	}}}
	apptest.LiveOn(t, env, device.Fresh(), list, func(h *apptest.Home) {
		defer must.Run(t, func(ctx context.Context) error { return app.Run(ctx, h.Post) })()
		all := must.Get(h.Apps(t.Context()))(t)
		all[0].Settings = must.Get(json.Marshal(map[string]string{"url": at, "key": "k"}))(t)
		_, err := h.SetApps(t.Context(), all)
		must.Do(t, err)
		f()
	})
}

// judged is what a run says of a client whose ways to the server have a fault, and its archive.
func judged(t *testing.T, end string, fault clientFault) (all []conform.Result, archive bytes.Buffer) {
	synctest.Test(t, func(t *testing.T) {
		l, dial := webtest.Listen()
		between := &between{fault: fault, dial: dial}
		config := conform.Config{URL: "http://server.example:8000/7", Key: "k", Profile: conform.TronbytClient, Listener: l}
		kept := conform.Record(&config)
		asClient(t, "http://server.example:8000/7/"+end, webtest.Serve(t, between), func() {
			all = must.Get(conform.Run(t.Context(), config))(t)
		})
		must.Do(t, kept.Write(&archive))
	})
	return all, archive
}

// TestTronbytClient: this program holds what Tronbyt's server wants of its clients, and its archive is judged alike.
func TestTronbytClient(t *testing.T) {
	for end, least := range map[string]int{"next": 11, "ws": 14} { // a machine may have no hardware address
		all, archive := judged(t, end, clientFault{})
		for _, r := range all {
			if r.Verdict == conform.Failed || r.Verdict == conform.Skipped {
				t.Errorf("%s: %s: %s", end, r.Name(), r.Why)
			}
		}
		if conform.Count(all).Held < least {
			t.Errorf("%s: %+v", end, conform.Count(all))
		}
		alike(t, &archive, all)
	}
}

// alike fails unless each statement holds, fails, differs or is skipped in an archive as it was on its client.
func alike(t *testing.T, archive io.Reader, all []conform.Result) {
	t.Helper()
	again := must.Get(conform.Run(t.Context(), must.Get(conform.ReadArchive(archive))(t)))(t)
	if len(again) != len(all) {
		t.Fatalf("the archive has %d statements, want %d", len(again), len(all))
	}
	for i, r := range again {
		if conform.Count(again[i:i+1]) != conform.Count(all[i:i+1]) {
			t.Errorf("%s: the archive %v, the client %v", r.Name(), conform.Count(again[i:i+1]), conform.Count(all[i:i+1]))
		}
	}
}

// clientFault is a fault of a client, made on its ways to the server.
type clientFault struct {
	head func(http.Header)                            // of its requests
	get  func(b *between, h http.Header, body string) // of the answers that it gets
	hear func(b *between, text string) string         // what it hears; "" = nothing
	say  func(text string) string                     // what it says
}

// between stands between a client and the server, and has its faults.
type between struct {
	fault clientFault
	dial  dialer
	dead  atomic.Bool // nothing passes any more
}

func (b *between) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	web := &http.Transport{DialContext: b.dial, DisableKeepAlives: true}
	if b.dead.Load() {
		<-r.Context().Done()
		return
	}
	if b.fault.head != nil {
		b.fault.head(r.Header)
	}
	if strings.HasSuffix(r.URL.Path, "/ws") {
		b.socket(w, r, &http.Client{Transport: web})
		return
	}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "server"})
	proxy.Transport = web
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }
	proxy.ModifyResponse = func(resp *http.Response) error {
		raw, err := io.ReadAll(resp.Body)
		if b.fault.get != nil {
			b.fault.get(b, resp.Header, string(raw))
		}
		resp.Body = io.NopCloser(bytes.NewReader(raw))
		return err
	}
	proxy.ServeHTTP(w, r)
}

func (b *between) socket(w http.ResponseWriter, r *http.Request, web *http.Client) {
	there, resp, err := websocket.Dial(r.Context(), "http://server"+r.URL.Path, &websocket.DialOptions{HTTPClient: web,
		HTTPHeader: http.Header{"Authorization": r.Header["Authorization"]}})
	if err != nil {
		if b.fault.get != nil {
			b.fault.get(b, nil, "")
		}
		http.Error(w, "", resp.StatusCode)
		return
	}
	defer there.CloseNow()
	here, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer here.CloseNow()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		defer cancel()
		pump(ctx, here, there, b.fault.say)
	}()
	pump(ctx, there, here, func(text string) string {
		if b.fault.hear != nil {
			text = b.fault.hear(b, text)
		}
		if b.dead.Load() {
			<-ctx.Done()
		}
		return text
	})
}

// pump passes messages on.
func pump(ctx context.Context, from, to *websocket.Conn, change func(string) string) {
	for {
		kind, raw, err := from.Read(ctx)
		if err != nil {
			return
		}
		text := string(raw)
		if change != nil {
			text = change(text)
		}
		if text != "" && to.Write(ctx, kind, []byte(text)) != nil {
			return
		}
	}
}

// TestTronbytClientFaults: each fault that is planted is found by the statement about it.
func TestTronbytClientFaults(t *testing.T) {
	without := func(name string) clientFault { return clientFault{head: func(h http.Header) { h.Del(name) }} }
	swaps := func(from, to string) func(string) string {
		return func(text string) string { return strings.ReplaceAll(text, from, to) }
	}
	hears := func(from, to string) clientFault {
		return clientFault{hear: func(_ *between, text string) string { return strings.ReplaceAll(text, from, to) }}
	}
	deaf := func(to string) clientFault { // from then on
		return clientFault{hear: func(b *between, text string) string {
			b.dead.Store(b.dead.Load() || strings.Contains(text, to))
			return text
		}}
	}
	slow := func(at string) clientFault { // a picture shows too long
		return clientFault{get: func(_ *between, h http.Header, body string) {
			if strings.Contains(h.Get("Tronbyt-Brightness")+body, at) {
				h.Set("Tronbyt-Dwell-Secs", "9")
			}
		}}
	}
	always := func(dwell string) clientFault {
		return clientFault{get: func(_ *between, h http.Header, _ string) { h.Set("Tronbyt-Dwell-Secs", dwell) }}
	}
	dies := func(when func(h http.Header, body string) bool) clientFault {
		return clientFault{get: func(b *between, h http.Header, body string) {
			b.dead.Store(b.dead.Load() || when(h, body))
		}}
	}
	dwell := func(h http.Header) string { return h.Get("Tronbyt-Dwell-Secs") }
	for _, row := range []struct {
		end, says string
		fault     clientFault
	}{
		{"next", "it names its firmware", without("X-Firmware-Version")},
		{"next", "it has its key", without("Authorization")},
		{"next", "a picture shows for its dwell", always("1")},
		{"next", "a shorter dwell counts at once", always("5")},
		{"next", "the brightness changes no dwell", slow("20")},
		{"next", "a lossy picture shows for its dwell", slow("VP8 ")},
		{"next", "an animation shows for its dwell, though it is shorter", slow("ANIM")},
		{"next", "a picture that cannot be read does not end the turns",
			dies(func(_ http.Header, body string) bool { return body == "no picture" })},
		{"next", "it goes on without dwell and brightness",
			dies(func(h http.Header, body string) bool { return dwell(h) == "" && body != "" })},
		{"next", "it asks again after an error of the server",
			dies(func(_ http.Header, body string) bool { return body == "" })},

		{"ws", "it tells its firmware and the protocol", clientFault{say: swaps("firmware_type", "kind")}},
		{"ws", "it tells its hardware address", clientFault{say: swaps(`"mac"`, `"address"`)}},
		{"ws", "it has its key", without("Authorization")},
		{"ws", "a picture is acknowledged when it comes and when it shows", clientFault{say: swaps("queued", "came")}},
		{"ws", "a picture is acknowledged when it comes and when it shows", clientFault{say: swaps("displaying", "shows")}},
		{"ws", "a lossy picture shows", deaf("VP8 ")},
		{"ws", "an animation shows", deaf("ANIM")},
		{"ws", "the next picture waits until the dwell is over", hears(`"dwell_secs":5`, `"dwell_secs":1`)},
		{"ws", "a shorter dwell counts at once", hears(`"dwell_secs":1`, `"dwell_secs":9`)},
		{"ws", "a picture for now shows before the dwell is over", hears(`"immediate"`, `"later"`)},
		{"ws", "the brightness changes no dwell", deaf("brightness")},
		{"ws", "a picture that cannot be read does not end the turns", deaf("no picture")},
		{"ws", "messages that it does not know change nothing", deaf("no JSON")},
		{"ws", "it answers a ping", deaf("no JSON")},
		{"ws", "it comes back when the server starts again", dies(func(http.Header, string) bool { return true })},
	} {
		all, archive := judged(t, row.end, row.fault)
		found := false
		for _, r := range all {
			found = found || r.Says == row.says && r.Verdict > conform.Skipped
		}
		if !found || len(all) < 11 {
			t.Errorf("%s: %s: found: %v", row.end, row.says, found)
		}
		alike(t, &archive, all)
	}
}
