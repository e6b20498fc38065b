// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"image/color"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestBrightnessNow: what GET display says the panel runs at is what the scene
// has, whoever has chosen it.
func TestBrightnessNow(t *testing.T) {
	dim := func(c *Config, _ *Saved) { c.Limits.BrightnessLimit = Range{Min: 5, Max: 80} }
	rows := []struct {
		name string
		do   func(*rig)
		set  int
		now  int
	}{
		{"auto, before the first reading the middle of the curve", func(*rig) {}, 60, 52},
		{"auto, in daylight no more than the limit", func(r *rig) { r.must(r.SetLux(background, 20000)) }, 60, 80},
		{"auto, in a dark room no less than the limit", func(r *rig) { r.must(r.SetLux(background, 0)) }, 60, 5},
		{"manual", func(r *rig) { r.manual(33) }, 33, 33},
		{"manual, below the limit", func(r *rig) { r.manual(1) }, 1, 5},
		{"manual, 0 is dark", func(r *rig) { r.manual(0) }, 0, 0},
		{"manual, 0 with a critical notification", func(r *rig) { r.manual(0); r.post(notice(note.PriorityCritical)) }, 0, 5},
		{"off", func(r *rig) { r.display(DisplayPatch{On: new(false)}) }, 60, 0},
		{"off, a notification was visible", func(r *rig) {
			r.post(notice(note.PriorityInfo))
			r.display(DisplayPatch{On: new(false)})
		}, 60, 0},
		{"off, a critical notification wakes it", func(r *rig) {
			r.display(DisplayPatch{On: new(false)})
			r.post(notice(note.PriorityCritical))
		}, 60, 52},
	}
	for _, row := range rows {
		storyOf(t, row.name, dim, func(t *testing.T, r *rig) {
			row.do(r)
			d := done(r.Display(background))(r)
			if d.Brightness != row.set || d.BrightnessNow != row.now {
				t.Errorf("%d, now %d; want %d, %d", d.Brightness, d.BrightnessNow, row.set, row.now)
			}
			if level := r.scene().Level * 100; level < float64(row.now)-0.5 || level > float64(row.now)+0.5 {
				t.Errorf("the scene has %v", level)
			}
		})
	}
}

// TestBrightnessBias: the bias shifts the curve in proportion, within the limits, and is kept.
func TestBrightnessBias(t *testing.T) {
	rows := []struct {
		name            string
		lux             float64
		bias, auto, now int
	}{
		{"the curve itself", 100, 0, 50, 50},
		{"darker by a half", 100, -50, 50, 25},
		{"brighter by a half", 100, 50, 50, 75},
		{"no more than the limit", 1000, 100, 85, 90},
		{"no less than the limit", 0, -99, 4, 2},
		{"a dark room in proportion", 0, -50, 4, 2},
		{"a dark room, ten times as bright", 0, 900, 4, 40},
	}
	dim := func(c *Config, _ *Saved) { c.Limits.BrightnessLimit = Range{Min: 2, Max: 90} }
	for _, row := range rows {
		storyOf(t, row.name, dim, func(t *testing.T, r *rig) {
			r.must(r.SetLux(background, row.lux))
			r.display(DisplayPatch{BrightnessBias: &row.bias})
			d := must.Get(r.Display(background))(t)
			if d.BrightnessAuto != row.auto || d.BrightnessBias != row.bias || d.BrightnessNow != row.now {
				t.Errorf("auto %d, bias %d, now %d; want %+v", d.BrightnessAuto, d.BrightnessBias, d.BrightnessNow, row)
			}
			least := must.Get(r.Lighting(background))(t).Curve[0].Level
			if want := 4 * float64(100+row.bias) / 100; math.Abs(least-want) > 1e-9 {
				t.Errorf("the curve begins at %v, want %v", least, want)
			}
			r.manual(60)
			if now := must.Get(r.Display(background))(t).BrightnessNow; now != 60 {
				t.Errorf("manual has %d", now)
			}
			if kept := throughFile(t, r.saved()).Settings.BrightnessBias; kept != row.bias {
				t.Errorf("%d is kept", kept)
			}
		})
	}
	story(t, nil, func(t *testing.T, r *rig) {
		for _, bad := range []int{-100, 901} {
			if _, err := r.SetDisplay(background, DisplayPatch{BrightnessBias: &bad}); err == nil {
				t.Errorf("%d is taken", bad)
			}
			s := DefaultSettings
			s.BrightnessBias = bad
			if faults := s.Mend(); len(faults) != 1 || s.BrightnessBias != 0 {
				t.Errorf("of a file, %d becomes %d with %v", bad, s.BrightnessBias, faults)
			}
		}
	})
}

// The answer to a change tells what the change has made of the brightness.
func TestBrightnessNowOfAChange(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.post(notice(note.PriorityInfo))
		d := done(r.SetDisplay(background, DisplayPatch{On: new(false)}))(r)
		if d.BrightnessNow != 0 {
			t.Errorf("%d %% in the answer that switches it off", d.BrightnessNow)
		}
	})
}

func (r *rig) manual(percent int) {
	r.t.Helper()
	r.display(DisplayPatch{BrightnessMode: new(ManualBrightness), Brightness: &percent})
}

// TestLimitsLowered: settings from before the limits were lowered are within
// them, and what is told can be set.
func TestLimitsLowered(t *testing.T) {
	rows := []struct {
		name                       string
		limits                     Limits
		brightness, volume         int // saved
		wantBrightness, wantVolume int
	}{
		{"as they were", DefaultLimits, 100, 100, 100, 100},
		{"less is allowed",
			Limits{BrightnessRange: Range{Min: 0, Max: 100}, BrightnessLimit: Range{Min: 2, Max: 40},
				VolumeRange: Range{Min: 0, Max: 100}, VolumeLimit: Range{Min: 0, Max: 30}}, 60, 50, 40, 30},
		{"the range is smaller",
			Limits{BrightnessRange: Range{Min: 10, Max: 50}, BrightnessLimit: Range{Min: 2, Max: 100},
				VolumeRange: Range{Min: 20, Max: 70}, VolumeLimit: Range{Min: 0, Max: 100}}, 60, 100, 50, 70},
		{"more is wanted",
			Limits{BrightnessRange: Range{Min: 30, Max: 100}, BrightnessLimit: Range{Min: 2, Max: 100},
				VolumeRange: Range{Min: 0, Max: 100}, VolumeLimit: Range{Min: 10, Max: 100}}, 5, 5, 30, 10},
		{"below the limit's minimum is kept",
			Limits{BrightnessRange: Range{Min: 0, Max: 100}, BrightnessLimit: Range{Min: 20, Max: 100},
				VolumeRange: Range{Min: 0, Max: 100}, VolumeLimit: Range{Min: 0, Max: 100}}, 5, 5, 5, 5},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			cfg, saved := testConfig(t), Fresh()
			cfg.Limits = row.limits
			saved.Settings.Brightness, saved.Settings.Volume = row.brightness, row.volume
			now := time.Now()
			s := newState(cfg, saved, now)
			b, v := s.display(now).Brightness, s.audio().Volume
			if b != row.wantBrightness || v != row.wantVolume {
				t.Errorf("brightness %d, volume %d; want %d, %d", b, v, row.wantBrightness, row.wantVolume)
			}
			must.Do(t, s.setDisplay(DisplayPatch{Brightness: &b}, now))
			must.Do(t, s.setVolume(v))
		})
	}
}

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
		{"auto, the sensor's level is below its own", func(r *rig) {
			r.must(r.SetLux(background, 0))
			r.display(saver(20))
		}, 4},
		{"off", func(r *rig) { r.display(DisplayPatch{On: new(false)}) }, 0},
		{"a critical notification has the display's", func(r *rig) {
			r.manual(60)
			r.post(notice(note.PriorityCritical))
		}, 60},
		{"so has a stream", func(r *rig) {
			r.manual(60)
			r.must(r.SetStream(background, blank, Sender{Protocol: "ddp"}))
		}, 60},
		{"when it is off the display's holds again", func(r *rig) { r.manual(60); r.saver(false) }, 60},
	}
	for _, row := range rows {
		storyOf(t, row.name, nil, func(t *testing.T, r *rig) {
			r.saver(true)
			row.do(r)
			d := done(r.Display(background))(r)
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
		_, err := r.SetDisplay(background, DisplayPatch{Screensaver: &ScreensaverPatch{Enabled: &on, Brightness: new(101)}})
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

// TestMessageOverAWakeLight: the light stays around a message, but not around one that is critical.
func TestMessageOverAWakeLight(t *testing.T) {
	p := newPuppet("sun")
	id := FirstWidget("sun")
	light := &render.Fill{Bounds: blank.Image.Rect.Size(), Color: color.RGBA{255, 130, 20, 255}}
	story(t, with(p), func(t *testing.T, r *rig) {
		r.pull(func() {
			p.now.Front, p.now.Level = id, 0.5
			p.now.Views = map[string]View{id: {Root: light, Light: light}}
		})
		for _, row := range []struct {
			priority note.Priority
			lit      bool
		}{{note.PriorityInfo, true}, {note.PriorityWarning, true}, {note.PriorityCritical, false}} {
			r.post(notice(row.priority))
			m := image.NewRGBA(blank.Image.Rect)
			scene := r.scene()
			scene.Root.Draw(m, image.Point{}, time.Since(scene.Start))
			lit, read := 0, 0
			for i := 0; i < len(m.Pix); i += 4 {
				switch [3]byte(m.Pix[i:]) {
				case [3]byte{255, 130, 20}:
					lit++
				case [3]byte{255, 255, 255}:
					read++
				}
			}
			if lit > 0 != row.lit || read == 0 {
				t.Errorf("%v: %d pixels are light, %d read", row.priority, lit, read)
			}
			if n := testing.AllocsPerRun(20, func() { scene.Root.Draw(m, image.Point{}, 0) }); n > 0 {
				t.Errorf("%v: %v allocations a frame", row.priority, n)
			}
			r.must(r.DismissAll(background))
		}
	})
}

// TestLightIsLogged with the brightness that the panel has.
func TestLightIsLogged(t *testing.T) {
	story(t, func(_ *Config, s *Saved) {
		s.Settings.BrightnessMode, s.Settings.Brightness = ManualBrightness, 40
	}, func(t *testing.T, r *rig) {
		r.must(r.SetLux(background, 120))
		l, err := r.Lighting(background)
		if err != nil || len(l.Past) != 1 || l.Past[0].Lux != 120 || l.Past[0].Level != 40 {
			t.Errorf("%+v, %v", l.Past, err)
		}
	})
}
