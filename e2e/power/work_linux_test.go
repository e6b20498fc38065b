// SPDX-License-Identifier: Apache-2.0

package power

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// work is clients that write to a device until it ends, each its kind of thing, and one that
// asks what is unsaved.
type work struct {
	t      *testing.T
	r      *rig.Device
	client http.Client
	done   sync.WaitGroup
	cancel context.CancelFunc
	ctx    context.Context
	all    map[string]func(n int) bool // the clients by name: each sends its n-th request

	mu      sync.Mutex
	acks    map[string]int // by client
	first   time.Time      // when the first answer came
	sure    time.Time      // everything acknowledged before is written
	unsaved time.Duration  // the longest that was told
}

func (h *history) work(t *testing.T, r *rig.Device, priorities []string) *work {
	w := &work{t: t, r: r, acks: map[string]int{}}
	w.ctx, w.cancel = context.WithCancel(t.Context())
	base := h.count
	h.count += 100_000
	w.all = map[string]func(n int) bool{
		"volumes": func(n int) bool {
			value := fmt.Sprint(n % 101)
			h.volumes.send(value)
			_, ok := w.ask("PUT", "/api/v2/device/audio", `{"volume":`+value+`}`)
			return ok && do(h.volumes.ack)
		},
		"alarms": func(n int) bool {
			value := fmt.Sprintf("%02d:%02d", n/60%24, n%60)
			h.alarms.send(value)
			_, ok := w.ask("POST", "/api/v2/device/apps/com.lametric.clock/widgets/"+h.clock+"/actions",
				`{"id":"clock.alarm","params":{"enabled":false,"time":"`+value+`:00"}}`)
			return ok && do(h.alarms.ack)
		},
		"notifications": func(n int) bool {
			if old := h.notes.oldest(50); old != "" {
				return w.remove(h.notes, old, "/api/v2/device/notifications/")
			}
			priority := priorities[n%len(priorities)]
			answer, ok := w.ask("POST", "/api/v2/device/notifications",
				fmt.Sprintf(`{"priority":%q,"lifetime":86400000,"model":{"cycles":0,"frames":[{"text":"%d"}]}}`, priority, n))
			return ok && do(func() { h.notes.ack(newest(answer)) })
		},
		"keys": func(n int) bool {
			if old := h.keys.oldest(5); old != "" {
				return w.remove(h.keys, old, "/live/keys/")
			}
			return w.make(h.keys, fmt.Sprint("key-", base+n), "POST", "/live/keys",
				fmt.Sprintf(`{"name":"key-%d","scope":"send"}`, base+n))
		},
		"icons": func(n int) bool {
			name := fmt.Sprint("icon-", base+n)
			if old := h.icons.oldest(10); old != "" {
				return w.remove(h.icons, old, "/live/icons/")
			}
			return w.make(h.icons, name, "POST", "/live/icons/"+name, icon(n))
		},
		"own apps": func(n int) bool {
			name := fmt.Sprint("own-", base+n)
			if old := h.own.oldest(10); old != "" {
				return w.remove(h.own, old, "/live/scripts/")
			}
			return w.make(h.own, name, "PUT", "/live/scripts/"+name, `{"source":`+strconv.Quote(program(name))+`}`)
		},
		"apps of the gallery": func(int) bool {
			if old := h.installed.oldest(5); old != "" {
				return w.remove(h.installed, old, "/live/gallery/")
			}
			name := offered(h.offer % offers)
			h.offer++
			return w.make(h.installed, name, "POST", "/live/gallery/"+name, "{}")
		},
		"scenes": func(n int) bool {
			value := fmt.Sprint(1 + n%200)
			h.scenes.send(value)
			_, ok := w.ask("POST", "/live/scene", scene(value))
			return ok && do(h.scenes.ack)
		},
		"apps": func(n int) bool {
			if old := h.apps.oldest(5); old != "" {
				return w.remove(h.apps, old, "/live/apps/")
			}
			answer, ok := w.ask("POST", "/live/apps", `{"package":"`+dataApp+`"}`)
			return ok && do(func() { h.apps.ack(widgetOf(answer)) })
		},
		"metrics": func(int) bool {
			begun := time.Now()
			metrics, ok := w.ask("GET", "/metrics", "")
			unsaved, read := unsavedOf(metrics)
			return ok && read && do(func() { w.told(begun, unsaved) })
		},
	}
	for name, one := range w.all {
		w.done.Go(func() {
			for n := 0; one(n); n++ {
				w.count(name)
			}
		})
	}
	return w
}

func do(f func()) bool {
	f()
	return true
}

// make makes name, which is remembered before the request: it may be made without an
// answer.
func (w *work) make(s *things, name, method, path, body string) bool {
	s.send(name, false)
	_, ok := w.ask(method, path, body)
	return ok && do(func() { s.ack(name) })
}

func (w *work) remove(s *things, name, path string) bool {
	s.send(name, true)
	_, ok := w.ask("DELETE", path+name, "")
	return ok && do(func() { s.ack(name) })
}

// ask sends a request. It reports whether there was an answer, which must be a good one.
func (w *work) ask(method, path, body string) ([]byte, bool) {
	req, err := http.NewRequestWithContext(w.ctx, method, w.r.URL+path, strings.NewReader(body))
	if err != nil {
		w.t.Error(err)
		return nil, false
	}
	req.SetBasicAuth("dev", w.r.Key)
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, false // it was killed
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode/100 != 2 {
		w.t.Errorf("%s %s: %s %s", method, path, resp.Status, answer)
	}
	return answer, err == nil && resp.StatusCode/100 == 2
}

func (w *work) count(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first.IsZero() {
		w.first = time.Now()
	}
	w.acks[name]++
}

// told notes what the device calls unsaved, at begun or later: the oldest change that may
// be lost was acknowledged no earlier than that long before.
func (w *work) told(begun time.Time, unsaved time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at := begun.Add(-unsaved); at.After(w.sure) {
		w.sure = at
	}
	w.unsaved = max(w.unsaved, unsaved)
}

// wait waits until each client has had an answer, and that of the volume n, and until the device calls written what was
// acknowledged in the time since the first answer. With a time of 0 that is its first write, which begins at once.
func (w *work) wait(n int, since time.Duration) {
	eventually.True(w.t,
		fmt.Sprintf("each client has its answer, the volume has %d, and what was acknowledged in %v is written", n, since),
		func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return len(w.acks) == len(w.all) && w.acks["volumes"] >= n && w.sure.After(w.first.Add(since))
		})
}

// end waits for the clients of a device that was killed.
func (w *work) end() {
	w.cancel()
	w.done.Wait()
	w.client.CloseIdleConnections()
}
