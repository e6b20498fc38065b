package api

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
)

// TestHeavyAnswersWait: what costs megabytes to make is made for two at a time;
// who comes later waits, and who leaves meanwhile costs nothing.
func TestHeavyAnswersWait(t *testing.T) {
	for _, path := range []string{"/live/frame.png?scale=59", "/live/apps/" + clockWidget.ID + ".png", "/live/icons", "/live/sounds/notifications/cat.wav"} {
		story(t, nil, func(t *testing.T, r *rig) {
			for range cap(r.heavy) {
				r.heavy <- struct{}{}
			}
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
			<-r.heavy
			synctest.Wait()
			if code != http.StatusOK {
				t.Errorf("%s: %d when a place is free", path, code)
			}
			if len(r.heavy) != cap(r.heavy)-1 {
				t.Errorf("%s: keeps its place", path)
			}
		})
	}
}
