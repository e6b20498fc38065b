// SPDX-License-Identifier: Apache-2.0

package pair

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/must"
)

// maker makes keys as f does.
type maker struct{ f func() (string, error) }

func (m maker) AddKey(string, bool) (string, error) { return m.f() }
func (m maker) Admits(*http.Request, string) bool   { return false }
func (m maker) SeesAll(*http.Request) bool          { return false }

// approved returns a desk with an approved challenge of 192.0.2.1, whose key f makes.
func approved(f func() (string, error)) *Desk {
	d := New(nil, slog.New(slog.DiscardHandler))
	d.Use(maker{f})
	now := time.Now()
	d.last = &challenge{uuid: "u", from: netip.MustParseAddr("192.0.2.1"), date: now, state: resolved,
		until: now.Add(fetched)}
	return d
}

// fetch asks for the key.
func (d *Desk) fetch(t *testing.T) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("POST", "http://192.0.2.9/api/v1/user/request/exchange",
		strings.NewReader(`{"challenge_id":"u"}`))
	r.RemoteAddr = "192.0.2.1:1000"
	w := httptest.NewRecorder()
	for _, e := range d.Endpoints() {
		if e.Path == r.URL.Path {
			must.Do(t, e.Methods[r.Method](w, r))
		}
	}
	return w
}

// TestKeyThatCannotBeMade: the answer is that of the keys, and the client may try again.
func TestKeyThatCannotBeMade(t *testing.T) {
	full := rest.Refuse(http.StatusInsufficientStorage, "The key cannot be saved, so it was not made")
	for _, want := range []*rest.Refusal{rest.ErrTrial, full} {
		var fault error = want
		d := approved(func() (string, error) { return "secret", fault })
		if w := d.fetch(t); w.Code != want.Status() || !strings.Contains(w.Body.String(), want.Error()) {
			t.Errorf("%d %s, want %d %s", w.Code, w.Body, want.Status(), want)
		}
		fault = nil
		if w := d.fetch(t); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "secret") {
			t.Errorf("the second try: %d %s", w.Code, w.Body)
		}
		if w := d.fetch(t); w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("a second key: %d %s", w.Code, w.Body)
		}
	}
}

// TestNobodyWaitsForTheKey that is written to a slow card: who asks how things stand is
// told at once, and nobody gets the key twice.
func TestNobodyWaitsForTheKey(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	d := approved(func() (string, error) {
		close(begun)
		<-goOn
		return "secret", nil
	})
	got, told := make(chan int, 1), make(chan int, 1)
	go func() { got <- d.fetch(t).Code }()
	<-begun
	go func() {
		d.current()
		told <- d.fetch(t).Code
	}()
	select {
	case code := <-told:
		if code != http.StatusBadRequest {
			t.Errorf("the key a second time: %d", code)
		}
	case <-time.After(10 * time.Second):
		t.Error("whoever asks waits for the card")
	}
	close(goOn)
	if code := <-got; code != http.StatusOK {
		t.Errorf("the key: %d", code)
	}
}
