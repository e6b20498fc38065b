package device

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestBackupAndRestore: secrets leave the device only when they are asked for, a
// stand-in keeps the secret that is there, and what is restored is saved and in force
// from the next start on.
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
		bad := plain
		bad.Volume = 101
		if err := r.Restore(background, Restored{Settings: bad}); err == nil || !strings.Contains(err.Error(), "volume: 101") {
			t.Errorf("a volume of 101: %v", err)
		}
		bad = whole
		bad.Apps.Widgets = append([]WidgetSettings(nil), whole.Apps.Widgets...)
		bad.Apps.Widgets[1].Settings = json.RawMessage(`{"size":1000}`)
		if err := r.Restore(background, Restored{Settings: bad}); err == nil || !strings.Contains(err.Error(), "apps.widgets[1].settings.size") {
			t.Errorf("a setting out of range: %v", err)
		}
		if err := r.Restore(background, Restored{Settings: plain, Identity: Identity{ID: "1"}}); err == nil {
			t.Error("half an identity is taken")
		}
		if got := r.saved(); got.Settings.Volume == 101 || got.Identity != r.Identity() {
			t.Error("what is wrong has changed something")
		}
		plain.Volume = 7
		r.must(r.CheckRestore(background, Restored{Settings: plain}))
		r.must(r.Restore(background, Restored{Settings: plain}))
		got := r.saved()
		if got.Settings.Volume != 7 || got.Identity != r.Identity() || string(got.Settings.Apps.Widgets[1].Settings) != `{"city":"Oslo","token":"s3cret"}` {
			t.Errorf("saved %+v", got.Settings)
		}
		if a, err := r.Audio(background); err != nil || a.Volume == 7 {
			t.Errorf("in force before the next start: %v, %v", a.Volume, err)
		}
		id := NewIdentity()
		r.must(r.Restore(background, Restored{Settings: plain, Identity: id}))
		if got := r.saved().Identity; got != id {
			t.Errorf("the identity is %v, want %v", got, id)
		}
	})
}
