// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/api/live"
)

// TestHeavyAnswersWait: what costs megabytes to make is made for two at a time;
// who comes later waits, and who leaves meanwhile costs nothing.
func TestHeavyAnswersWait(t *testing.T) {
	for _, path := range []string{"/live/frame.png?scale=59", "/live/apps/" + clockWidget.ID + ".png", "/live/icons",
		"/live/sounds/notifications/cat.wav"} {
		var release chan struct{}
		slow := func(s *setup) {
			release = make(chan struct{}) // of the bubble
			s.doctor = func(context.Context) []live.Finding { <-release; return nil }
		}
		story(t, slow, func(t *testing.T, r *rig) {
			for range 2 {
				go r.do("GET", "/live/doctor", "")
			}
			synctest.Wait()
			code := 0
			go func() { code = r.do("GET", path, "").Code }()
			synctest.Wait()
			if code != 0 {
				t.Errorf("%s: %d although all places are taken", path, code)
			}
			gone, leave := context.WithCancel(t.Context())
			leave()
			wants(t, r.ask(request("GET", path, "").WithContext(gone)), http.StatusServiceUnavailable, "", path)
			release <- struct{}{}
			synctest.Wait()
			if code != http.StatusOK {
				t.Errorf("%s: %d when a place is free", path, code)
			}
			code = 0
			go func() { code = r.do("GET", path, "").Code }()
			synctest.Wait()
			if code != http.StatusOK {
				t.Errorf("%s: keeps its place", path)
			}
			release <- struct{}{}
		})
	}
}

// dearest is the notification that costs most to draw: as much text as all frames together may have.
var dearest = `{"model":{"frames":[` +
	strings.TrimSuffix(strings.Repeat(`{"duration":1000,"text":"`+strings.Repeat("abcdefg ", 128)+`"},`, 4), ",") + `]}}`

// TestWaitingPreviewsHoldNoPictures: a preview that waits for its turn is not painted yet.
func TestWaitingPreviewsHoldNoPictures(t *testing.T) {
	var release chan struct{}
	slow := func(s *setup) {
		release = make(chan struct{}) // of the bubble
		s.dev.Width, s.dev.Height = 64, 32
		s.doctor = func(context.Context) []live.Finding { <-release; return nil }
	}
	story(t, slow, func(t *testing.T, r *rig) {
		for range 2 {
			go r.do("GET", "/live/doctor", "")
		}
		synctest.Wait()
		gone, leave := context.WithCancel(t.Context())
		before, codes := held(), make(chan int, 16)
		for range cap(codes) {
			go func() { codes <- r.ask(request("POST", "/live/preview", dearest).WithContext(gone)).Code }()
		}
		synctest.Wait()
		if n := held() - before; n > 8<<20 { // with their pictures it is 16 MiB
			t.Errorf("%d previews that wait hold %d KiB", cap(codes), n>>10)
		}
		leave()
		for range cap(codes) {
			if code := <-codes; code != http.StatusServiceUnavailable {
				t.Errorf("%d for a client that has left", code)
			}
		}
		close(release)
	})
}

// held returns how many bytes of the heap are in use.
func held() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
