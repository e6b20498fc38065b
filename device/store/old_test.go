package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/durable"
)

// TestOldForm: what the program before has kept in its one file is taken over
// whole, and that file stays, with its ids far ahead, so that the program may
// come back to its own identity and settings.
func TestOldForm(t *testing.T) {
	text, err := os.ReadFile("testdata/state-v1.json") // written by that program
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, oldName)
	for _, name := range []string{path, path + before} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, v := open(t, durable.Dir(dir))
	check := func(why string, v device.Saved) {
		t.Helper()
		set := v.Settings
		if v.Identity != (device.Identity{ID: "657111092", Serial: "LPYJC4RTX8UM8YN98X", UUID: "96e8a2fa-cfd1-455e-922b-5ed62c1f7eb5", Name: "ledpost"}) || v.Reserved < 1001 || v.Reserved > 9000 {
			t.Errorf("%s: %+v, ids from %d", why, v.Identity, v.Reserved)
		}
		if set.Brightness != 33 || set.BrightnessMode != device.ManualBrightness || set.Mode != device.ManualMode || set.Saver.Last != device.TimeBased ||
			set.Saver.Start.String() != "21:30:00" || set.Look.TextColor.String() != "#FF8000" || *set.Look.Transition != paint.FadeTransition {
			t.Errorf("%s: %+v", why, set)
		}
		if len(v.Waiting) != 2 || v.Waiting[1].Key != "k" {
			t.Fatalf("%s: %+v", why, v.Waiting)
		}
		n := v.Waiting[0].Notification
		if n.Priority != note.PriorityWarning || n.IconType != note.IconTypeAlert || n.Lifetime != 10*24*time.Hour || n.Frames[0].Duration != 2*time.Second ||
			n.Frames[0].Text[0].Color.String() != "#FF0000" || n.Frames[0].Icon.String() != "i12" || n.Sound.Fallback.ID != "alarm1" || n.Validate() != nil {
			t.Errorf("%s: %+v", why, n)
		}
	}
	check("taken over", v)
	if s.Fault() != nil {
		t.Error(s.Fault())
	}
	s.Leave()
	_, v = open(t, durable.Dir(dir))
	check("the next start", v)
	var old oldFile
	left, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(left, &struct {
			Identity *device.Identity `json:"identity"`
			Reserved *uint64          `json:"reserved"`
			Version  *int             `json:"version"`
		}{&old.Identity, &old.Reserved, &old.Version})
	}
	if err != nil || old.Identity != v.Identity || old.Reserved != farAhead || old.Version != 1 {
		t.Errorf("the old file is %s (%v)", left, err)
	}
	if _, err := os.Stat(path + before); err == nil {
		t.Error("the one before it is still there, and its ids are in use")
	}
}

// TestOldFormAlone: the new files are lost, both of each; the identity is not,
// nor do ids come again.
func TestOldFormAlone(t *testing.T) {
	dir := t.TempDir()
	text := []byte(`{"version":1,"identity":{"id":"1","serial":"LPAAAA","uuid":"96e8a2fa-cfd1-455e-922b-5ed62c1f7eb5"},"reserved":500000000,"settings":{}}`)
	if err := os.WriteFile(filepath.Join(dir, oldName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, v := open(t, durable.Dir(dir))
	if v.Identity.Serial != "LPAAAA" || v.Reserved < farAhead {
		t.Errorf("%+v, ids from %d", v.Identity, v.Reserved)
	}
}
