// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/budget"
)

// made is how often something was done.
type made struct{ n int }

// do answers a POST with how often that was done, or what a test wants.
func (m *made) do(status int, body string) func(http.ResponseWriter) error {
	return func(w http.ResponseWriter) error {
		m.n++
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(status)
		w.Write([]byte(body))
		return nil
	}
}

// TestRepeats: what succeeded is not done again for the same Idempotency-Key, of the same key of the device,
// at the same address, within ten minutes; all else is.
func TestRepeats(t *testing.T) {
	owner, guest := &keys.Held{}, &keys.Held{}
	first := func(change func(r *http.Request)) *http.Request {
		r := httptest.NewRequest("POST", "/live/keys", nil)
		r.Header.Set("Idempotency-Key", "k")
		if change != nil {
			change(r)
		}
		return r
	}
	for _, row := range []struct {
		why    string
		by     *keys.Held
		change func(r *http.Request) // of the second request
		after  time.Duration
		status int
		body   string
		want   int // times that it is done
	}{
		{"the same", owner, nil, time.Second, 201, "made", 1},
		{"ten minutes later", owner, nil, 10*time.Minute + 1, 201, "made", 2},
		{"by another", guest, nil, 0, 201, "made", 2},
		{"by nobody", nil, nil, 0, 201, "made", 2},
		{"another Idempotency-Key", owner, func(r *http.Request) { r.Header.Set("Idempotency-Key", "l") }, 0, 201, "made", 2},
		{"none", owner, func(r *http.Request) { r.Header.Del("Idempotency-Key") }, 0, 201, "made", 2},
		{"another address", owner, func(r *http.Request) { r.URL.RawQuery = "a=b" }, 0, 201, "made", 2},
		{"another method", owner, func(r *http.Request) { r.Method = "PUT" }, 0, 201, "made", 2},
		{"a question", owner, func(r *http.Request) { r.Method = "GET" }, 0, 200, "made", 2},
		{"it was refused", owner, nil, 0, 409, "no", 2},
		{"a long answer", owner, nil, 0, 200, strings.Repeat("x", maxRepeated+1), 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			var all repeats
			var done made
			memory := budget.New(1 << 20)
			all.once(httptest.NewRecorder(), first(nil), owner, memory, done.do(row.status, row.body))
			time.Sleep(row.after)
			w := httptest.NewRecorder()
			all.once(w, first(row.change), row.by, memory, done.do(row.status, row.body))
			if done.n != row.want || w.Code != row.status || w.Body.String() != row.body || w.Header().Get("Content-Type") != "text/plain" {
				t.Errorf("%s: done %d times, want %d; %d %q", row.why, done.n, row.want, w.Code, w.Body)
			}
		})
	}
}

// TestRepeatsMeet: a request that comes again while it is under way waits, and is not done twice; one
// that fails leaves it to the next.
func TestRepeatsMeet(t *testing.T) {
	for _, row := range []struct {
		why    string
		status int
		want   int
	}{{"the first succeeds", 200, 1}, {"the first fails", 500, 2}} {
		synctest.Test(t, func(t *testing.T) {
			var all repeats
			var done made
			memory, owner := budget.New(1<<20), &keys.Held{}
			ask := func(status int) int {
				r, w := httptest.NewRequest("POST", "/", nil), httptest.NewRecorder()
				r.Header.Set("Idempotency-Key", "k")
				all.once(w, r, owner, memory, func(w http.ResponseWriter) error {
					time.Sleep(time.Second)
					return done.do(status, "")(w)
				})
				return w.Code
			}
			go ask(row.status)
			synctest.Wait()
			if code := ask(200); code != 200 || done.n != row.want {
				t.Errorf("%s: %d, done %d times, want %d", row.why, code, done.n, row.want)
			}
		})
	}
}

// TestRepeatsAreBounded: a flood is remembered up to its bounds, out of the memory for requests, which
// it leaves when that is spent.
func TestRepeatsAreBounded(t *testing.T) {
	for _, size := range []int64{1 << 20, maxRepeated} {
		var all repeats
		var done made
		memory, owner := budget.New(size), &keys.Held{}
		for i := range 10 * maxRepeats {
			r := httptest.NewRequest("POST", "/", nil)
			r.Header.Set("Idempotency-Key", strings.Repeat("k", i%maxRepeatKey+1)+strings.Repeat("l", i/maxRepeatKey))
			all.once(httptest.NewRecorder(), r, owner, memory, done.do(200, strings.Repeat("x", maxRepeated)))
		}
		if len(all.all) > maxRepeats || len(all.all) != len(all.old) || memory.Held() > min(size, maxRepeats*maxRepeated) || memory.Held() == 0 {
			t.Errorf("%d of %d remembered, %d bytes", len(all.all), len(all.old), memory.Held())
		}
	}
}

// TestIdempotencyKeys: the device does not make a second key for a POST that comes again, says its secret
// again to the one that made it only, and refuses a header that is too long.
func TestIdempotencyKeys(t *testing.T) {
	r := newRig(t, nil)
	ask := func(key string) *httptest.ResponseRecorder {
		q := request("POST", "/live/keys", `{"name":"bell","scope":"send"}`)
		q.Header.Set("Idempotency-Key", key)
		return r.ask(q)
	}
	first := ask("k")
	if again := ask("k"); first.Code != 201 || again.Code != 201 || again.Body.String() != first.Body.String() {
		t.Errorf("%d %s, again %d %s", first.Code, first.Body, again.Code, again.Body)
	}
	if other := ask("l"); other.Code != 409 && other.Code != 400 {
		t.Errorf("another one: %d %s", other.Code, other.Body)
	}
	if long := ask(strings.Repeat("k", maxRepeatKey+1)); long.Code != 400 {
		t.Errorf("a long one: %d", long.Code)
	}
}
