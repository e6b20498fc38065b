// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"testing"
)

// TestAppChangesItsSettings: what an app wants of its own settings is checked and
// kept as if a client had set it, once, and what a client could not set changes
// nothing. Secrets stay what they are.
func TestAppChangesItsSettings(t *testing.T) {
	p := newPuppet("diary")
	id := FirstWidget("diary")
	story(t, with(p), func(t *testing.T, r *rig) {
		list, err := r.Apps(background)
		r.must(err)
		list[1].Settings = json.RawMessage(`{"city":"Bern","token":"secret"}`)
		_, err = r.SetApps(background, list)
		r.must(err)
		r.did(p, "by a client", "configure", "configure")
		rows := []struct{ name, wants, want string }{
			{"another city", `{"city":"Rome","token":"secret"}`, `{"city":"Rome","token":{"set":true}}`},
			{"a word that keeps the secret", `{"city":"Oslo","token":{"set":true}}`, `{"city":"Oslo","token":{"set":true}}`},
			{"too large", `{"city":"Rome","size":10}`, `{"city":"Oslo","token":{"set":true}}`},
			{"no such setting", `{"town":"Rome"}`, `{"city":"Oslo","token":{"set":true}}`},
			{"no object", `[`, `{"city":"Oslo","token":{"set":true}}`},
			{"not as the app itself would have it", `{"city":"Atlantis"}`, `{"city":"Oslo","token":{"set":true}}`},
		}
		for i, row := range rows {
			before := r.Status().Revision
			r.pull(func() { p.now.Settings = map[string]json.RawMessage{id: json.RawMessage(row.wants)} })
			r.pull(func() {}) // it goes on wanting it
			list, err := r.Apps(background)
			r.must(err)
			if got := string(list[1].Settings); got != row.want {
				t.Errorf("%s: %s, want %s", row.name, got, row.want)
			}
			if i > 1 {
				continue
			}
			if r.Status().Revision == before {
				t.Errorf("%s: nobody hears of the change", row.name)
			}
			if saved := r.saved().Settings.Apps.Widgets; len(saved) != 2 || len(saved[1].Settings) == 0 {
				t.Errorf("%s: saved %+v", row.name, saved)
			}
			r.did(p, row.name, "configure")
		}
		r.pull(func() {
			p.now.Settings = map[string]json.RawMessage{FirstWidget("clock"): json.RawMessage(`{"city":"Rome"}`)}
		})
		if list, _ := r.Apps(background); string(list[0].Settings) != "{}" {
			t.Errorf("the settings of another app are %s", list[0].Settings)
		}
	})
}

// TestNotice: what the apps want people to know is in the status while they do.
func TestNotice(t *testing.T) {
	a, b := newPuppet("alarm"), newPuppet("cloud")
	change := func(c *Config, s *Saved) { with(a)(c, s); c.Apps = append(c.Apps, b) }
	story(t, change, func(t *testing.T, r *rig) {
		r.pull(func() { a.now.Notice = "alarms wait" })
		if n := r.Status().Notice; n != "alarms wait" {
			t.Errorf("%q", n)
		}
		r.pull(func() { b.now.Notice = "no place is set" })
		if n := r.Status().Notice; n != "alarms wait; no place is set" {
			t.Errorf("%q", n)
		}
		r.pull(func() { a.now.Notice, b.now.Notice = "", "" })
		if n := r.Status().Notice; n != "" {
			t.Errorf("%q", n)
		}
	})
}
