// SPDX-License-Identifier: Apache-2.0

package api

import (
	"fmt"
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
			if done.n != row.want || w.Code != row.status || w.Body.String() != row.body ||
				w.Header().Get("Content-Type") != "text/plain" {
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
	const one = maxRepeated + maxRepeatKey + 1 // bytes, with its address
	for _, size := range []int64{1 << 20, one} {
		var all repeats
		var done made
		memory, by := budget.New(size), [8]keys.Held{}
		for i := range 10 * maxRepeats {
			all.once(httptest.NewRecorder(), repeated(i), &by[i%len(by)], memory, done.do(200, strings.Repeat("x", maxRepeated)))
		}
		most := min(int(size/one), maxRepeats)
		if len(all.all) != most || len(all.old) != most || memory.Held() != int64(most)*one {
			t.Errorf("%d of %d remembered, want %d, %d bytes", len(all.all), len(all.old), most, memory.Held())
		}
	}
}

// TestRepeatsOfOthersStay: one key of the device pushes out neither what another has sent, nor what is
// under way.
func TestRepeatsOfOthersStay(t *testing.T) {
	var all repeats
	var done, flood made
	memory, owner, guest := budget.New(1<<20), &keys.Held{}, &keys.Held{}
	ask := func(i int, by *keys.Held, m *made) {
		all.once(httptest.NewRecorder(), repeated(i), by, memory, m.do(200, "x"))
	}
	ask(0, owner, &done)
	all.once(httptest.NewRecorder(), repeated(1), guest, memory, func(w http.ResponseWriter) error {
		for i := range 2 * maxRepeats {
			ask(2+i, guest, &flood)
		}
		return done.do(200, "x")(w)
	})
	if len(all.all) != maxOfOne+1 {
		t.Errorf("%d are remembered, want %d of the guest and one", len(all.all), maxOfOne)
	}
	ask(0, owner, &done)
	ask(1, guest, &done)
	if done.n != 2 || flood.n != 2*maxRepeats {
		t.Errorf("done %d times, want 2; the others %d", done.n, flood.n)
	}
}

// repeated is a request with the i-th Idempotency-Key, which is as long as may be.
func repeated(i int) *http.Request {
	r := httptest.NewRequest("POST", "/", nil)
	r.Header.Set("Idempotency-Key", fmt.Sprintf("%0*d", maxRepeatKey, i))
	return r
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
