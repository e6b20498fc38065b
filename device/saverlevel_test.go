// SPDX-License-Identifier: Apache-2.0

package device

import (
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// TestSaverBrightness: while the screensaver shows, and only then, its own
// brightness holds, and it never is brighter than the display.
func TestSaverBrightness(t *testing.T) {
	saver := func(percent int) DisplayPatch {
		return DisplayPatch{Screensaver: &ScreensaverPatch{Brightness: &percent}}
	}
	rows := []struct {
		name string
		do   func(*rig)
		want int
	}{
		{"manual: darker than the clock without a word", func(r *rig) { r.manual(60) }, 3},
		{"manual: as it is set", func(r *rig) { r.manual(60); r.display(saver(20)) }, 20},
		{"manual: never brighter than the clock", func(r *rig) { r.manual(10); r.display(saver(20)) }, 10},
		{"manual: 0 is dark", func(r *rig) { r.manual(60); r.display(saver(0)) }, 0},
		{"manual: a display that is set to dark stays so", func(r *rig) { r.manual(0) }, 0},
		{"below the limit: at the limit", func(r *rig) { r.manual(60); r.display(saver(1)) }, 2},
		{"auto, in a lit room", func(r *rig) { r.must(r.SetLux(background, 1000)); r.display(saver(20)) }, 20},
		{"auto, in a dark room: darker than the clock", func(r *rig) { r.must(r.SetLux(background, 0)) }, 3},
		{"auto, the sensor's level is below its own", func(r *rig) { r.must(r.SetLux(background, 0)); r.display(saver(20)) }, 4},
		{"off", func(r *rig) { r.display(DisplayPatch{On: ptr(false)}) }, 0},
		{"a critical notification has the display's", func(r *rig) { r.manual(60); r.post(notice(note.PriorityCritical)) }, 60},
		{"so has a stream", func(r *rig) { r.manual(60); r.must(r.SetStream(background, blank, Sender{Protocol: "ddp"})) }, 60},
		{"when it is off the display's holds again", func(r *rig) { r.manual(60); r.saver(false) }, 60},
	}
	for _, row := range rows {
		storyOf(t, row.name, nil, func(t *testing.T, r *rig) {
			r.t = t
			r.saver(true)
			row.do(r)
			d, err := r.Display(background)
			r.must(err)
			if got := int(math.Round(100 * r.scene().Level)); got != row.want || d.BrightnessNow != row.want {
				t.Errorf("the scene has %d %%, the display says %d; want %d", got, d.BrightnessNow, row.want)
			}
		})
	}
}

// TestSaverBrightnessIsChecked as that of the display is, and changes nothing then.
func TestSaverBrightnessIsChecked(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		on := true
		_, err := r.SetDisplay(background, DisplayPatch{Screensaver: &ScreensaverPatch{Enabled: &on, Brightness: ptr(101)}})
		if err == nil || err.Error() != "screensaver.brightness: 101, want 0 to 100" {
			t.Errorf("%v", err)
		}
		if d, _ := r.Display(background); d.Screensaver.Enabled || d.Screensaver.Brightness != 3 {
			t.Errorf("%+v, want it as it was", d.Screensaver)
		}
	})
}

// TestAppOverTheSaver: what an app wants seen at once shows over the screensaver, in
// the light that it asks for: a sunrise begins in the dark.
func TestAppOverTheSaver(t *testing.T) {
	p := newPuppet("sun")
	id := FirstWidget("sun")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.manual(60)
		r.saver(true)
		r.pull(func() {
			p.now.Front, p.now.Level = id, 0.2
			p.now.Views = map[string]View{id: {Root: &render.Still{Image: blank.Image}}}
		})
		if s := r.Status(); s.Showing.Kind != WidgetShows || s.Showing.Widget != id || r.scene().Level != 0.2 {
			t.Errorf("%+v at %v, want the app at the level that it asks for", s.Showing, r.scene().Level)
		}
		r.pull(func() { p.now.Front, p.now.Level = "", 0 })
		if s := r.Status(); s.Showing.Kind != ScreensaverShows || r.scene().Level != 0.03 {
			t.Errorf("%+v at %v, want the screensaver at its own", s.Showing, r.scene().Level)
		}
	})
}

// TestHeldSaysWhy: an item of the queue that may not be seen now says what holds
// it back, and no longer when nothing does.
func TestHeldSaysWhy(t *testing.T) {
	reasons := func(r *rig) (list []string) {
		items, err := r.Queue(background)
		r.must(err)
		for _, it := range items {
			list = append(list, it.Reason)
		}
		return list
	}
	story(t, nil, func(t *testing.T, r *rig) {
		r.saver(true)
		shown, held := r.post(notice(note.PriorityCritical)), r.post(notice(note.PriorityInfo))
		if got := reasons(r); len(got) != 2 || got[0] != "" || got[1] != "the screensaver is on" {
			t.Errorf("%q of the visible %s and the held %s", got, shown, held)
		}
		if it, err := r.Lookup(background, held); err != nil || it.Reason != "the screensaver is on" {
			t.Errorf("%q (%v) of the held one alone", it.Reason, err)
		}
		r.saver(false)
		time.Sleep(time.Second)
		if got := reasons(r); len(got) != 2 || got[1] != "" {
			t.Errorf("%q when the screensaver is off: it waits for its turn", got)
		}
	})
}
