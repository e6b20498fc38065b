// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"math"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
)

// Display is the state of the display (docs/api.md, Display object;
// docs/decisions.md 5).
type Display struct {
	On             bool
	Brightness     int // as set, 0 to 100; in auto mode kept for manual
	BrightnessNow  int // percent that the panel runs at, 0 = dark
	BrightnessMode BrightnessMode
	BrightnessAuto int // percent that the curve gives in the light of now, without the bias
	BrightnessBias int // percent by which auto mode is brighter than the curve, -99 to 900
	Range, Limit   Range
	Width, Height  int    // pixels
	Type           string // monochrome, grayscale, color, mixed
	Screensaver    Screensaver
}

// Screensaver is the state of the screensaver.
type Screensaver struct {
	Enabled   bool // master switch
	Active    bool // on now
	TimeBased TimeWindow
	WhenDark  bool   // enabled
	Widget    string // id of the widget it shows: 32 hex digits

	Brightness int // as set, 0 to 100; the panel is never brighter than the display's own setting
}

// TimeWindow is when the time-based screensaver runs: Start is inside, End is outside,
// it may cross midnight, and Start = End means never. It is kept as local wall time;
// the GMT times hold for today.
type TimeWindow struct {
	Enabled          bool
	Start, End       TimeOfDay
	StartGMT, EndGMT TimeOfDay
}

// DisplayPatch changes the fields that are not nil.
type DisplayPatch struct {
	On             *bool
	Brightness     *int
	BrightnessMode *BrightnessMode
	BrightnessBias *int // -99 to 900
	Screensaver    *ScreensaverPatch
}

// Display returns the display's state.
func (d *Device) Display(ctx context.Context) (Display, error) {
	return call(ctx, d, func(s *state) (Display, error) { return s.display(time.Now()), nil })
}

// SetDisplay applies p, whole or not at all, and returns the new state.
func (d *Device) SetDisplay(ctx context.Context, p DisplayPatch) (Display, error) {
	return call(ctx, d, func(s *state) (Display, error) {
		now := time.Now()
		if err := s.setDisplay(p, now); err != nil {
			return Display{}, err
		}
		s.step(now) // the answer has the brightness that the rules make of p
		return s.display(now), nil
	})
}

// CheckDisplay returns the error that SetDisplay would, and changes nothing. The
// error joins an InvalidError for every fault.
func (d *Device) CheckDisplay(ctx context.Context, p DisplayPatch) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		_, err := s.ambient.Patched(p.ambient(), now, s.widgets.Has)
		return err
	})
}

// display returns the display as the API shows it.
func (s *state) display(now time.Time) Display {
	saver := s.ambient.Screensaver(now)
	is, _ := s.ambient.Step(now)
	return Display{
		On: s.set.On, Brightness: s.ambient.Brightness, BrightnessNow: int(math.Round(100 * s.lit())),
		BrightnessMode: s.ambient.BrightnessMode, BrightnessBias: s.ambient.BrightnessBias,
		BrightnessAuto: int(math.Round(s.ambient.Curve())),
		Range:          s.cfg.Limits.BrightnessRange, Limit: s.cfg.Limits.BrightnessLimit,
		Width: s.cfg.Width, Height: s.cfg.Height, Type: s.cfg.PanelType,
		Screensaver: Screensaver{
			Enabled: saver.Enabled, Active: is.Saver, WhenDark: saver.WhenDark, Widget: s.saverWidget(now).ID,
			Brightness: saver.Brightness,
			TimeBased: TimeWindow{
				Enabled: saver.TimeBased, Start: saver.Start, End: saver.End,
				StartGMT: s.place.ToGMT(saver.Start, now), EndGMT: s.place.ToGMT(saver.End, now),
			},
		},
	}
}

// setDisplay applies p to the settings, unless something is wrong with it.
func (s *state) setDisplay(p DisplayPatch, now time.Time) error {
	next, err := s.ambient.Patched(p.ambient(), now, s.widgets.Has)
	if err != nil {
		return err
	}
	s.mark(next != s.ambient.Settings)
	s.ambient.Settings = next
	if p.On != nil {
		s.mark(*p.On != s.set.On)
		s.set.On = *p.On
	}
	return nil
}

// ambient returns what p changes of the surroundings' settings.
func (p DisplayPatch) ambient() ambient.Patch {
	return ambient.Patch{Brightness: p.Brightness, BrightnessMode: p.BrightnessMode, BrightnessBias: p.BrightnessBias,
		Screensaver: p.Screensaver}
}
