// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestBackupAndRestore: secrets leave the device only when they are asked for, a
// stand-in keeps the secret that is there, and nothing changes before the next start.
func TestBackupAndRestore(t *testing.T) {
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		l := r.list()
		l[1].Settings = json.RawMessage(`{"city":"Oslo","token":"s3cret"}`)
		_, err := r.SetApps(background, l)
		r.must(err)
		whole, err := r.Backup(background, true)
		r.must(err)
		plain, err := r.Backup(background, false)
		r.must(err)
		if got := string(whole.Apps.Widgets[1].Settings); got != `{"city":"Oslo","token":"s3cret"}` {
			t.Errorf("with secrets: %s", got)
		}
		if got := string(plain.Apps.Widgets[1].Settings); got != `{"city":"Oslo","token":{"set":true}}` {
			t.Errorf("without secrets: %s", got)
		}
		refused := func(restored Restored, says string) {
			t.Helper()
			if _, _, err := r.Restored(background, restored); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, want %q", err, says)
			}
		}
		bad := plain
		bad.Volume = 101
		refused(Restored{Settings: bad}, "volume: 101")
		bad = whole
		bad.Apps.Widgets = append([]WidgetSettings(nil), whole.Apps.Widgets...)
		bad.Apps.Widgets[1].Settings = json.RawMessage(`{"size":1000}`)
		refused(Restored{Settings: bad}, "apps.widgets[1].settings.size")
		refused(Restored{Settings: plain, Identity: Identity{ID: "1"}}, "identity: a field is missing")
		plain.Volume = 7
		next, now, err := r.Restored(background, Restored{Settings: plain})
		r.must(err)
		if next.Settings.Volume != 7 || next.Identity != r.Identity() || string(next.Settings.Apps.Widgets[1].Settings) != `{"city":"Oslo","token":"s3cret"}` || len(next.Apps) == 0 {
			t.Errorf("next %+v", next)
		}
		if now.Settings.Volume == 7 || now.Identity != r.Identity() || len(now.Apps) != len(next.Apps) {
			t.Errorf("now %+v", now)
		}
		id := NewIdentity()
		next, now, err = r.Restored(background, Restored{Settings: plain, Identity: id})
		r.must(err)
		if next.Identity != id || now.Identity != r.Identity() {
			t.Errorf("identities %v and %v", next.Identity, now.Identity)
		}
		if got := r.saved(); got.Settings.Volume == 7 || got.Identity != r.Identity() {
			t.Errorf("in force before the next start: %+v", got.Settings)
		}
	})
}
