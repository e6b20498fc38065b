// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/api/live"
)

// TestHeavyAnswersWait: what costs megabytes to make is made for two at a time;
// who comes later waits, and who leaves meanwhile costs nothing.
func TestHeavyAnswersWait(t *testing.T) {
	for _, path := range []string{"/live/frame.png?scale=59", "/live/apps/" + clockWidget.ID + ".png", "/live/icons", "/live/sounds/notifications/cat.wav"} {
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
			if w := r.ask(request("GET", path, "").WithContext(gone)); w.Code != http.StatusServiceUnavailable {
				t.Errorf("%s: %d for a client that has left", path, w.Code)
			}
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
