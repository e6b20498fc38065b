// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
)

// Patch changes the fields that are not nil.
type Patch struct {
	Brightness     *int
	BrightnessMode *BrightnessMode
	BrightnessBias *int // in Bias
	Screensaver    *SaverPatch
}

// SaverPatch changes the fields that are not nil; enabling one mode disables the
// other. ModeEnabled, Start and End belong to Mode; without it to TimeBased if there are
// times, else to the mode that is on or was used last.
type SaverPatch struct {
	Enabled     *bool
	Mode        *SaverMode
	ModeEnabled *bool
	Start, End  *walltime.TimeOfDay // GMT, converted at once to local wall time
	Widget      *string             // id of the widget to show
	Brightness  *int                // 0 to 100, within the limits of the display
}

// Patched returns the settings with p applied, or the faults of p (InvalidErrors,
// joined). has reports whether there is a widget of that id.
func (r *Rules) Patched(p Patch, now time.Time, has func(id string) bool) (next Settings, err error) {
	next = r.Settings
	errs := []error{r.setBrightness("brightness", &next.Brightness, p.Brightness)}
	if p.BrightnessMode != nil {
		next.BrightnessMode = *p.BrightnessMode
	}
	if b := p.BrightnessBias; b != nil && Bias.Clamp(*b) != *b {
		errs = append(errs, note.Outside("brightness_bias", *b, Bias.Min, Bias.Max))
	} else {
		override(&next.BrightnessBias, b)
	}
	switch s := p.Screensaver; {
	case s == nil, next.Night.bringBack(s): // which changes the night itself
	case next.Night.When != NightOff:
		errs = append(errs, r.setNightSaver(&next, s, now, has))
	default:
		errs = append(errs,
			r.setBrightness("screensaver.brightness", &next.Saver.Brightness, p.Screensaver.Brightness),
			r.setSaver(&next.Saver, p.Screensaver, now, has))
		if next.Saver.Enabled {
			next.Night.Back = NightOff
		}
	}
	return next, errors.Join(errs...)
}

func (r *Rules) setBrightness(field string, to, v *int) error {
	if v == nil {
		return nil
	}
	if allowed := r.limits.Brightness(); *v < allowed.Min || *v > allowed.Max {
		return note.Outside(field, *v, allowed.Min, allowed.Max)
	}
	*to = *v
	return nil
}

func (r *Rules) setSaver(next *SaverSettings, p *SaverPatch, now time.Time, has func(id string) bool) error {
	if p.Widget != nil {
		if !has(*p.Widget) {
			return note.Invalid("screensaver.widget", "there is no widget %q", note.Short(*p.Widget))
		}
		next.Widget = *p.Widget
	}
	override(&next.Enabled, p.Enabled)
	switch p = p.named(next); {
	case p.Mode != nil: // the other fields are about that mode alone
		r.setSaverMode(next, p, now)
	case p.Enabled != nil && *p.Enabled && !next.TimeBased && !next.WhenDark:
		next.enable(next.Last)
	}
	return nil
}

// named returns p with the mode that its parameters belong to, if it does not name it:
// times belong to TimeBased, and a switch alone to the active mode, else to the
// last mode used.
func (p *SaverPatch) named(now *SaverSettings) *SaverPatch {
	mode := now.Last
	switch {
	case p.Mode != nil || p.ModeEnabled == nil && p.Start == nil && p.End == nil:
		return p
	case p.Start != nil || p.End != nil || now.TimeBased:
		mode = TimeBased
	case now.WhenDark:
		mode = WhenDark
	}
	out := *p
	out.Mode = &mode
	return &out
}

// setSaverMode switches p.Mode in next: enabling one mode disables the other. Switching on the
// master switch while naming a mode switches that mode on too, unless p switches the
// mode off.
func (r *Rules) setSaverMode(next *SaverSettings, p *SaverPatch, now time.Time) {
	on := p.ModeEnabled
	if on == nil && p.Enabled != nil && *p.Enabled {
		on = p.Enabled
	}
	switch {
	case on == nil: // its times only
	case *on:
		next.enable(*p.Mode)
	case *p.Mode == TimeBased:
		next.TimeBased = false
	default:
		next.WhenDark = false
	}
	if p.Start != nil {
		next.Start = r.place.FromGMT(*p.Start, now)
	}
	if p.End != nil {
		next.End = r.place.FromGMT(*p.End, now)
	}
}

func (n *SaverSettings) enable(m SaverMode) {
	n.TimeBased, n.WhenDark, n.Last = m == TimeBased, m == WhenDark, m
}
