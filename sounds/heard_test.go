// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestHeard: how a radio does that breaks off, comes back and is stopped, in order.
func TestHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, radio(0.25, func(n int32) time.Duration {
			if n == 2 {
				return -1
			}
			return 12 * time.Second
		}))
		var mu sync.Mutex
		var all []Heard
		go func() {
			for {
				select {
				case h := <-r.Heard():
					mu.Lock()
					all = append(all, h)
					mu.Unlock()
				case <-t.Context().Done():
					return
				}
			}
		}()
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(20 * time.Second)
		r.Play(Track{})
		time.Sleep(time.Second)
		r.end()
		mu.Lock()
		defer mu.Unlock()
		for _, want := range []Heard{
			{Key: "radio", Sounding: true, Title: "connection 1"},
			{Key: "radio", Title: "connection 3", Fault: `fetch: the server answers "503 Service Unavailable"`},
			{Key: "radio", Sounding: true, Title: "connection 3"},
			{},
		} {
			i := slices.Index(all, want)
			if i < 0 {
				t.Fatalf("%+v is missing, or too early, in %+v", want, all)
			}
			all = all[i+1:]
		}
	})
}

// TestHeardFaults: why nothing can be heard.
func TestHeardFaults(t *testing.T) {
	rows := []struct {
		name  string
		track Track
		want  Heard
	}{
		{"a server that is down", Track{Key: "a", URL: "http://radio/", Live: true, Volume: 9}, Heard{Key: "a", Fault: `fetch: the server answers "503 Service Unavailable"`}},
		{"refused for good", Track{Key: "b", URL: "file://radio/", Live: true, Volume: 9}, Heard{Key: "b", Ended: true, Fault: `fetch: refused: scheme "file" is not http or https`, Cause: Refused}},
	}
	for _, row := range rows {
		synctest.Test(t, func(t *testing.T) {
			r := start(t, radio(0.25, func(int32) time.Duration { return -1 }))
			r.Play(row.track)
			time.Sleep(5 * time.Second)
			if got := <-r.Heard(); got != row.want {
				t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
			}
		})
	}
}
