// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/must"
)

// visit is a request of a program at an address.
func visit(cs *clients, method, address, agent, key string, at time.Time) {
	r := httptest.NewRequest(method, "/api/v2/device", nil)
	r.RemoteAddr = address
	r.Header.Set("User-Agent", agent)
	cs.saw(r, key, at)
}

// The table tells who polls and who sends, by address, program and key.
func TestClients(t *testing.T) {
	cs, at := newClients(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	visit(cs, "GET", "192.0.2.1:5", "HomeAssistant/2026.1", "", at)
	visit(cs, "HEAD", "192.0.2.1:6", "HomeAssistant/2026.1", "", at.Add(time.Minute)) // another port is the same client
	visit(cs, "POST", "[::ffff:192.0.2.1]:7", "HomeAssistant/2026.1", "", at.Add(2*time.Minute))
	visit(cs, "POST", "192.0.2.1:8", "curl/8", "door", at)
	visit(cs, "PUT", "192.0.2.1:8", "curl/8", "", at)
	got := must.Get(json.Marshal(cs.list()))(t)
	want := `[{"address":"192.0.2.1","agent":"HomeAssistant/2026.1","key":"","polls":2,"sends":1,` +
		`"first":"2026-01-02T03:04:05Z","last":"2026-01-02T03:06:05Z"},` +
		`{"address":"192.0.2.1","agent":"curl/8","key":"","polls":0,"sends":1,"first":"2026-01-02T03:04:05Z",` +
		`"last":"2026-01-02T03:04:05Z"},` +
		`{"address":"192.0.2.1","agent":"curl/8","key":"door","polls":0,"sends":1,"first":"2026-01-02T03:04:05Z",` +
		`"last":"2026-01-02T03:04:05Z"}]`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// The status names who has sent a message last, as people would call it.
func TestSender(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct{ why, method, path, agent, key, want string }{
		{"a key's name says most", "POST", "/api/v2/device/notifications", "curl/8", "door", "door"},
		{"then the program", "POST", "/api/v2/device/notifications", "HomeAssistant/2026.1 aiohttp/3", "", "HomeAssistant"},
		{"all browsers call themselves alike", "POST", "/api/v2/device/notifications", "Mozilla/5.0 (X11)", "", "192.0.2.1"},
		{"an app's frames are read, too", "POST", "/api/v2/widget/update/com.lametric.diy.devwidget", "curl/8", "", "curl"},
		{"a setting is no message", "PUT", "/api/v2/device/display", "curl/8", "", ""},
		{"nor is a question", "GET", "/api/v2/device/notifications", "curl/8", "", ""},
	} {
		cs := newClients()
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Header.Set("User-Agent", c.agent)
		cs.saw(r, c.key, at)
		if got := cs.last(); got.Client != c.want || got.At.IsZero() != (c.want == "") {
			t.Errorf("%s: %+v, want %q", c.why, got, c.want)
		}
	}
}

// The table is bounded, in entries and in what it keeps of each; the one that was
// seen last the longest time ago makes room.
func TestClientsAreBounded(t *testing.T) {
	cs, at := newClients(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	visit(cs, "GET", "192.0.2.1:5", "kept", "", at)
	visit(cs, "GET", "192.0.2.1:5", "goes", "", at)
	for i := range 2 * maxClients {
		at = at.Add(time.Second)
		visit(cs, "GET", "192.0.2.1:5", "kept", "", at)
		visit(cs, "GET", "192.0.2.1:5", fmt.Sprintf("%d %s\xff", i, strings.Repeat("é", 5000)), "", at)
	}
	list := cs.list()
	if len(list) != maxClients {
		t.Errorf("%d are kept, want %d", len(list), maxClients)
	}
	names := map[string]bool{}
	for _, c := range list {
		names[c.Agent] = true
		if len(c.Agent) > maxAgent {
			t.Errorf("%d bytes of an agent are kept", len(c.Agent))
		}
	}
	if !names["kept"] || names["goes"] {
		t.Errorf("kept are %v", names)
	}
}

// A client that is known costs no memory.
func TestClientsAllocateNothing(t *testing.T) {
	cs, at := newClients(), time.Now()
	r := httptest.NewRequest("GET", "/api/v2/device", nil)
	r.Header.Set("User-Agent", "HomeAssistant/2026.1")
	cs.saw(r, "", at)
	if n := testing.AllocsPerRun(100, func() { cs.saw(r, "", at) }); n != 0 {
		t.Errorf("%v allocations a request", n)
	}
}

// Only a request with a key that allows it counts.
func TestClientsHaveKeys(t *testing.T) {
	r := newRig(t, nil)
	read := r.made("reader", keys.ScopeRead)
	r.ask(httptest.NewRequest("GET", "/healthz", nil))
	r.ask(as("wrong", "GET", "/api/v2/device", ""))
	r.ask(as(read, "POST", "/api/v2/device/notifications", "{}"))
	r.ask(as(read, "GET", "/live/status", ""))
	var got []wireClient
	must.Do(t, json.Unmarshal(r.ask(as(read, "GET", "/live/clients", "")).Body.Bytes(), &got))
	for _, c := range got {
		switch {
		case c.Key == "reader" && c.Polls == 2 && c.Sends == 0:
		case c.Key == "" && c.Polls == 0 && c.Sends == 1: // who made the key
		default:
			t.Errorf("%+v was counted", c)
		}
	}
	if len(got) != 2 {
		t.Errorf("%d clients, want 2", len(got))
	}
}
