// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestNobodyHidesAQuestion: while the panel asks the owner for a press, who has no key can
// neither cover the question nor switch the panel off; who has one can, and so can all when it
// is answered.
func TestNobodyHidesAQuestion(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		send := func(key bool, path, body string) int {
			q := httptest.NewRequest("POST", path, strings.NewReader(body))
			if q.Host = "192.168.1.9"; !key {
				q = rest.LetIn(q)
			}
			w := httptest.NewRecorder()
			r.Handler().ServeHTTP(w, q)
			synctest.Wait()
			return w.Code
		}
		must.Get(r.dev.Ask(t.Context(), device.Prompt{Text: "192.0.2.7 wants a key", Within: time.Minute}))(t)
		synctest.Wait()
		cover := map[string]string{"/api/notify": `{"text":"x","hold":true,"wakeup":true}`, "/api/power": `{"power":false}`,
			"/api/sleep": `{"sleep":60}`}
		for path, body := range cover {
			if code := send(false, path, body); code != 503 {
				t.Errorf("%s: %d", path, code)
			}
		}
		time.Sleep(2 * time.Second)
		if taken := must.Get(r.dev.PressHere(t.Context(), device.ButtonLeft, device.Down))(t); !taken {
			t.Error("the owner's refusal does not count")
		}
		synctest.Wait()
		if code := send(false, "/api/notify", cover["/api/notify"]); code != 200 {
			t.Errorf("after the answer: %d", code)
		}
		time.Sleep(10 * time.Second)
		must.Get(r.dev.Ask(t.Context(), device.Prompt{Text: "192.0.2.8 wants a key", Within: time.Minute}))(t)
		synctest.Wait()
		if code := send(true, "/api/notify", cover["/api/notify"]); code != 200 {
			t.Errorf("with a key: %d", code)
		}
	})
}
