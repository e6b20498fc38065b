// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/budget"
)

// unreadAnswer is the answer to a client that reads nothing until read is closed.
type unreadAnswer struct {
	*httptest.ResponseRecorder
	read chan struct{}
}

func (a unreadAnswer) Write(p []byte) (int, error) {
	if len(p) > budget.Small { // what the kernel takes
		<-a.read
	}
	return a.ResponseRecorder.Write(p)
}

// noisy is a notification with an icon of 200 kB that differs from all others.
func noisy() string {
	m := image.NewNRGBA(image.Rect(0, 0, 200, 200))
	for i := range m.Pix {
		m.Pix[i] = byte(rand.Uint32())
	}
	var file bytes.Buffer
	_ = png.Encode(&file, m) // into memory: it cannot fail
	return fmt.Sprintf(`{"model":{"cycles":0,"frames":[{"text":"x","icon":"data:image/png;base64,%s"}]}}`,
		base64.StdEncoding.EncodeToString(file.Bytes()))
}

// TestUnreadAnswers: answers that nobody reads are held out of the memory for their key, one
// item at a time; when it is in use the next ones are refused, and other keys are served.
func TestUnreadAnswers(t *testing.T) {
	for _, row := range []struct {
		path string
	}{
		{"/api/v2/device/notifications/current"},
		{"/api/v2/device/notifications/1"},
		{"/api/v2/device/notifications"},
		{"/live/sounds/notifications/cat.wav"},
	} {
		t.Run(row.path, func(t *testing.T) {
			var memory budget.Parts
			story(t, func(s *setup) { s.api.Memory = budget.Divide(1); memory = s.api.Memory }, func(t *testing.T, r *rig) {
				for range 2 {
					wants(t, r.do("POST", "/api/v2/device/notifications", noisy()), 200, "")
				}
				synctest.Wait()
				whole := r.do("GET", row.path, "")
				if whole.Code != 200 || whole.Body.Len() < 20<<10 {
					t.Fatalf("%d with %d bytes", whole.Code, whole.Body.Len())
				}
				key := r.made("reader", keys.ScopeRead)
				read := make(chan struct{})
				var open []unreadAnswer
				for len(open) < 1000 {
					one := unreadAnswer{httptest.NewRecorder(), read}
					open = append(open, one)
					before := memory.All.Held()
					go r.Handler().ServeHTTP(one, as(key, "GET", row.path, ""))
					synctest.Wait()
					if memory.All.Held() == before {
						break
					}
				}
				last := open[len(open)-1]
				if last.Code != http.StatusServiceUnavailable || last.Header().Get("Retry-After") == "" {
					t.Errorf("%d answers of %d bytes are held: %d %.100s", len(open), whole.Body.Len(), last.Code, last.Body)
				}
				if largest := memory.Sender.Size(); memory.All.Held() > largest || memory.All.Held() < largest/2 {
					t.Errorf("%d bytes are held, the most is %d", memory.All.Held(), largest)
				}
				wants(t, r.do("GET", row.path, ""), 200, "", "the owner")
				wants(t, r.ask(as(key, "GET", "/api/v2/device", "")), 200, "", "what is small")
				close(read)
				synctest.Wait()
				if first := open[0]; first.Code != 200 || first.Body.Len() != whole.Body.Len() {
					t.Errorf("the first, when it is read: %d with %d bytes of %d", first.Code, first.Body.Len(), whole.Body.Len())
				}
				if n := memory.All.Held(); n != 0 {
					t.Errorf("%d bytes are left", n)
				}
			})
		})
	}
}

// TestQueueWhileItChanges: a notification that has ended since is not in the list, which stays
// whole.
func TestQueueWhileItChanges(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for range 4 {
			r.do("POST", "/api/v2/device/notifications", noisy())
		}
		synctest.Wait()
		one := unreadAnswer{httptest.NewRecorder(), make(chan struct{})}
		go r.Handler().ServeHTTP(one, request("GET", "/api/v2/device/notifications", ""))
		synctest.Wait()
		r.do("DELETE", "/api/v2/device/notifications/2", "")
		r.do("DELETE", "/api/v2/device/notifications/4", "")
		close(one.read)
		synctest.Wait()
		var list []struct{ ID string }
		if err := json.Unmarshal(one.Body.Bytes(), &list); err != nil || fmt.Sprint(list) != "[{1} {3}]" {
			t.Errorf("%v, %v in %.100s", list, err, one.Body)
		}
	})
}

// TestPatience: clients give up after 2 s, so whatever is asked is answered
// before that, also by a brain that does not answer. It is only late then: 503,
// and when to come back.
func TestPatience(t *testing.T) {
	calls := []struct{ method, path, body string }{
		{"GET", "/healthz", ""},
		{"GET", "/api/v2/device", ""},
		{"PUT", "/api/v2/device", `{"mode":"auto"}`},
		{"GET", "/api/v2/device/display", ""},
		{"PUT", "/api/v2/device/display", `{"brightness":5}`},
		{"GET", "/api/v2/device/audio", ""},
		{"PUT", "/api/v2/device/audio", `{"volume":5}`},
		{"GET", "/api/v2/device/notifications", ""},
		{"GET", "/api/v2/device/notifications/1", ""},
		{"POST", "/api/v2/device/notifications", frameOf(`{"text":"x"}`)},
		{"DELETE", "/api/v2/device/notifications/1", ""},
		{"DELETE", "/api/v2/device/notifications", ""},
		{"GET", "/live/look", ""},
		{"PUT", "/live/look", `{"smooth":true}`},
		{"GET", "/live/light", ""},
		{"POST", "/live/indicators", `{}`},
		{"POST", "/live/try", `{"seconds":0}`},
		{"POST", "/live/buttons/action", ""},
		{"GET", "/metrics", ""},
	}
	var mute *device.Device // never runs
	story(t, func(s *setup) {
		mute = device.New(s.dev, s.saved, device.Edges{})
		s.api.Device = mute
	}, func(t *testing.T, r *rig) {
		for _, c := range calls {
			begun := time.Now()
			w := r.do(c.method, c.path, c.body)
			if took := time.Since(begun); took >= 2*time.Second || w.Code < 500 && c.path != "/metrics" {
				t.Errorf("%s %s: %d after %v", c.method, c.path, w.Code, took)
			}
			own := c.path == "/metrics" || c.path == "/healthz"
			if !own && (w.Code != 503 || w.Header().Get("Retry-After") == "") {
				t.Errorf("%s %s: %d %s %q", c.method, c.path, w.Code, w.Body, w.Header())
			}
		}
	})
}

// TestClosedHalf: a client that closes its half of the connection behind a GET, as nc -N
// does, looks like one that has gone, and still gets the whole answer.
func TestClosedHalf(t *testing.T) {
	r := newRig(t, nil)
	gone, leave := context.WithCancel(t.Context())
	leave()
	for path, want := range map[string]string{
		"/healthz":               `"status":"ok"`,
		"/metrics":               `ledpost_health{part="device"} 0`,
		"/live/light":            `"curve"`,
		"/live/region":           `"language"`,
		"/api/v2/device/display": `"brightness"`,
	} {
		wants(t, r.ask(request("GET", path, "").WithContext(gone)), 200, want, path)
	}
}
