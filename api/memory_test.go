// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/must"
)

// unread is a body of which no byte may be read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("a refused body is read")
	return 0, io.EOF
}

// TestSpentMemory: when the memory for a key is in use, its requests are refused unread, and
// those of keys that may do more are served, as are small ones.
func TestSpentMemory(t *testing.T) {
	var memory budget.Parts
	r := newRig(t, func(s *setup) { memory = s.api.Memory })
	send, control := r.made("a", keys.ScopeSend), r.made("b", keys.ScopeControl)
	post := func(key string, size int, body io.Reader) *httptest.ResponseRecorder {
		req := httptest.NewRequest("POST", "http://192.168.1.5:8080/api/v2/device/notifications", body)
		req.ContentLength = int64(size)
		req.SetBasicAuth(keys.User, key)
		return r.ask(req)
	}
	large := frameOf(`{"text":"` + strings.Repeat("x", 10<<10) + `"}`)
	for _, row := range []struct {
		why, key string
		taken    *budget.Budget
		code     int
	}{
		{"nothing is taken", send, memory.Sender.Part(0), 200},
		{"its own part", send, memory.Sender, 503},
		{"the guests'", send, memory.Guests, 503},
		{"the senders', and it controls", control, memory.Sender, 200},
		{"the guests', and it controls", control, memory.Guests, 503},
		{"the guests', and it is the owner's", testKey, memory.Guests, 200},
		{"the owner's", testKey, memory.Owner, 503},
	} {
		share := row.taken.Hold()
		if err := share.Take(row.taken.Size()); err != nil {
			t.Fatal(row.why, err)
		}
		w := post(row.key, len(large), strings.NewReader(large))
		if w.Code != row.code || row.code == 503 && w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", row.why, w.Code, w.Body)
		}
		if row.code == 503 {
			post(row.key, 1<<20, unread{t})
		}
		if w := post(row.key, len(hello), strings.NewReader(hello)); w.Code != 200 {
			t.Errorf("%s, and the body is small: %d %s", row.why, w.Code, w.Body)
		}
		wants(t, r.ask(as(row.key, "GET", "/api/v2/device", "")), 200, "", row.why)
		share.Release()
	}
	if n := memory.All.Held(); n != 0 {
		t.Errorf("%d bytes are left", n)
	}
}

// TestPreviewsTakeMemory: what is painted for a request, and not drawn yet, is in the budget too.
func TestPreviewsTakeMemory(t *testing.T) {
	var memory budget.Parts
	r := newRig(t, func(s *setup) { memory = s.api.Memory })
	for _, path := range []string{"/live/preview", "/live/preview?stills=2"} {
		for left, code := range map[int64]int{1 << 20: http.StatusServiceUnavailable, 8 << 20: http.StatusOK} {
			share := memory.Owner.Hold()
			must.Do(t, share.Take(memory.Owner.Size()-left))
			wants(t, r.ask(as(testKey, "POST", path, hello)), code, "", path, left>>10)
			share.Release()
		}
	}
}

// TestMemoryOfDrawing: what is drawn takes its memory too.
func TestMemoryOfDrawing(t *testing.T) {
	var memory budget.Parts
	r := newRig(t, func(s *setup) { memory = s.api.Memory })
	pixel := must.Get(base64.StdEncoding.DecodeString(strings.TrimPrefix(gifURI, "data:image/gif;base64,")))(t)
	for _, row := range []struct{ method, target, body string }{
		{"POST", "/live/preview", hello},
		{"GET", "/live/effects/backgrounds/plasma.gif", ""},
		{"GET", "/live/frame.png?scale=20", ""},
		{"GET", "/live/apps/" + clockWidget.ID + ".png?scale=20", ""},
		{"POST", "/live/picture", string(pixel)},
	} {
		wants(t, r.do(row.method, row.target, row.body), http.StatusOK, "", row.target)
		share := memory.Owner.Hold()
		if err := share.Take(memory.Owner.Size()); err != nil {
			t.Fatal(row.target, err)
		}
		w := r.do(row.method, row.target, row.body)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s without memory: %d", row.target, w.Code)
		}
		share.Release()
		if n := memory.All.Held(); n != 0 {
			t.Errorf("%s: %d bytes are left", row.target, n)
		}
	}
}

// TestPublicBodies: what needs no key has short bodies.
func TestPublicBodies(t *testing.T) {
	r := newRig(t, func(s *setup) {
		s.more = append(s.more, rest.List{{Path: "/live/open", Public: true, Methods: rest.Methods{"POST": readsBody}}})
	})
	for size, code := range map[int]int{4 << 10: http.StatusOK, 4<<10 + 1: http.StatusRequestEntityTooLarge} {
		w := httptest.NewRecorder() // a recorder of our own: the rig's checks the document, which lacks this route
		body := strings.NewReader(strings.Repeat(" ", size))
		r.Handler().ServeHTTP(w, httptest.NewRequest("POST", "http://192.168.1.5:8080/live/open", body))
		if w.Code != code {
			t.Errorf("%d bytes: %d %s", size, w.Code, w.Body)
		}
	}
}

// TestMemoryComesBack: however a request ends, nothing of it is held afterwards.
func TestMemoryComesBack(t *testing.T) {
	var memory budget.Parts
	long := strings.Repeat(" ", 100<<10)
	gone, leave := context.WithCancel(t.Context())
	r := newRig(t, func(s *setup) {
		memory = s.api.Memory
		end := func(w http.ResponseWriter, r *http.Request) error {
			_, err := rest.ReadBody(w, r)
			if budget.Of(r.Context()).Take(1<<10) != nil || memory.All.Held() < 1<<10 {
				t.Errorf("it holds %d bytes", memory.All.Held())
			}
			switch r.URL.RawQuery {
			case "panic":
				panic("a fault")
			case "gone":
				leave()
				return r.Context().Err()
			case "cut":
				w.WriteHeader(http.StatusOK)
				return errors.New("in the middle of an answer")
			}
			return err
		}
		s.more = append(s.more, rest.List{{Path: "/live/end", Methods: rest.Methods{"POST": end}}})
	})
	for _, row := range []struct {
		why  string
		body io.Reader
	}{
		{"panic", strings.NewReader(long)}, {"gone", strings.NewReader(long)}, {"cut", strings.NewReader(long)},
		{"broken", iotest.ErrReader(io.ErrUnexpectedEOF)},
	} {
		func() {
			defer func() { _ = recover() }() // of net/http, which ends the connection
			req := httptest.NewRequest("POST", "http://192.168.1.5:8080/live/end?"+row.why, row.body).WithContext(gone)
			req.SetBasicAuth(keys.User, testKey)
			r.Handler().ServeHTTP(httptest.NewRecorder(), req)
		}()
		if n := memory.All.Held(); n != 0 {
			t.Errorf("%s: %d bytes are left", row.why, n)
		}
	}
}

// readsBody answers when it has read the body.
func readsBody(w http.ResponseWriter, r *http.Request) error {
	if _, err := rest.ReadBody(w, r); err != nil {
		return err
	}
	return rest.WriteDone(w, nil)
}

// TestBodiesOfUnknownLength are bounded as they come.
func TestBodiesOfUnknownLength(t *testing.T) {
	var memory budget.Parts
	r := newRig(t, func(s *setup) { memory = s.api.Memory })
	share := memory.Owner.Hold()
	defer share.Release()
	must.Do(t, share.Take(memory.Owner.Size()-100<<10))
	for size, code := range map[int]int{20 << 10: http.StatusOK, 100 << 10: http.StatusServiceUnavailable} {
		req := request("POST", "/api/v2/device/notifications", strings.Repeat(" ", size)+hello)
		req.ContentLength = -1
		wants(t, r.ask(req), code, "", size)
	}
	req := request("POST", "/api/v2/device/notifications", strings.Repeat(" ", wire.MaxBody+1))
	wants(t, r.ask(req), http.StatusRequestEntityTooLarge, "", "too large")
}
