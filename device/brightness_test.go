// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
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
		{"off", func(r *rig) { r.display(DisplayPatch{On: ptr(false)}) }, 60, 0},
		{"off, a notification was visible", func(r *rig) { r.post(notice(note.PriorityInfo)); r.display(DisplayPatch{On: ptr(false)}) }, 60, 0},
		{"off, a critical notification wakes it", func(r *rig) { r.display(DisplayPatch{On: ptr(false)}); r.post(notice(note.PriorityCritical)) }, 60, 52},
	}
	for _, row := range rows {
		storyOf(t, row.name, dim, func(t *testing.T, r *rig) {
			r.t = t
			row.do(r)
			d, err := r.Display(background)
			r.must(err)
			if d.Brightness != row.set || d.BrightnessNow != row.now {
				t.Errorf("%d, now %d; want %d, %d", d.Brightness, d.BrightnessNow, row.set, row.now)
			}
			if level := r.scene().Level * 100; level < float64(row.now)-0.5 || level > float64(row.now)+0.5 {
				t.Errorf("the scene has %v", level)
			}
		})
	}
}

// The answer to a change tells what the change has made of the brightness.
func TestBrightnessNowOfAChange(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.post(notice(note.PriorityInfo))
		d, err := r.SetDisplay(background, DisplayPatch{On: ptr(false)})
		r.must(err)
		if d.BrightnessNow != 0 {
			t.Errorf("%d %% in the answer that switches it off", d.BrightnessNow)
		}
	})
}

func (r *rig) manual(percent int) {
	r.t.Helper()
	r.display(DisplayPatch{BrightnessMode: ptr(ManualBrightness), Brightness: &percent})
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
		{"less is allowed", Limits{BrightnessRange: Range{Min: 0, Max: 100}, BrightnessLimit: Range{Min: 2, Max: 40}, VolumeRange: Range{Min: 0, Max: 100}, VolumeLimit: Range{Min: 0, Max: 30}}, 60, 50, 40, 30},
		{"the range is smaller", Limits{BrightnessRange: Range{Min: 10, Max: 50}, BrightnessLimit: Range{Min: 2, Max: 100}, VolumeRange: Range{Min: 20, Max: 70}, VolumeLimit: Range{Min: 0, Max: 100}}, 60, 100, 50, 70},
		{"more is wanted", Limits{BrightnessRange: Range{Min: 30, Max: 100}, BrightnessLimit: Range{Min: 2, Max: 100}, VolumeRange: Range{Min: 0, Max: 100}, VolumeLimit: Range{Min: 10, Max: 100}}, 5, 5, 30, 10},
		{"below the limit's minimum is kept", Limits{BrightnessRange: Range{Min: 0, Max: 100}, BrightnessLimit: Range{Min: 20, Max: 100}, VolumeRange: Range{Min: 0, Max: 100}, VolumeLimit: Range{Min: 0, Max: 100}}, 5, 5, 5, 5},
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
			if err := s.setDisplay(DisplayPatch{Brightness: &b}, now); err != nil {
				t.Error(err)
			}
			if err := s.setVolume(v); err != nil {
				t.Error(err)
			}
		})
	}
}
