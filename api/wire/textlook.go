// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"cmp"
	"context"
	"errors"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/enum"
)

// Look is how text and frames are drawn.
type Look struct {
	TextColor   string  `json:"text_color"`
	ScrollSpeed float64 `json:"scroll_speed"` // pixels a second
	Smooth      bool    `json:"smooth"`
	Transition  string  `json:"transition"`

	TextEffect string   `json:"text_effect"`
	TextColors []string `json:"text_colors"` // empty = the colours of the effect
	Background string   `json:"background"`
	Overlay    string   `json:"overlay"`
}

// LookOf returns the look of text as a GET answers it.
func LookOf(l paint.Look) Look {
	colors := make([]string, len(l.TextColors))
	for i, c := range l.TextColors {
		colors[i] = c.String()
	}
	return Look{
		l.TextColor.String(), l.ScrollSpeed, l.Smooth, l.Transition.String(),
		cmp.Or(l.TextEffect, note.EffectPlain).String(), colors, cmp.Or(l.Background.String(), "none"),
		cmp.Or(l.Overlay.String(), "none"),
	}
}

// lookPatch holds what a client may change of the way text is drawn.
type lookPatch struct {
	TextColor   Word    `json:"text_color"`
	ScrollSpeed Decimal `json:"scroll_speed"`
	Smooth      Boolean `json:"smooth"`
	Transition  Word    `json:"transition"`

	TextEffect Word   `json:"text_effect"`
	TextColors colors `json:"text_colors"`
	Background Word   `json:"background"`
	Overlay    Word   `json:"overlay"`
}

// PutLook changes how text and frames are drawn.
func PutLook(ctx context.Context, d *device.Device, body []byte) (paint.Look, error) {
	var p lookPatch
	if err := Decode(body, &p); err != nil {
		return paint.Look{}, err
	}
	var f Faults
	patch := p.patch(&f)
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return paint.Look{}, f.Err()
	}
	now, err := d.SetLook(ctx, patch)
	return now, f.Explain(err)
}

func (p *lookPatch) patch(f *Faults) (out device.LookPatch) {
	if c := ReadColor(f, "text_color", p.TextColor); c.Set {
		out.TextColor = &c
	}
	if f.Check("scroll_speed", p.ScrollSpeed.Value) {
		out.ScrollSpeed = &p.ScrollSpeed.Float
	}
	if f.Check("smooth", p.Smooth.Value) {
		out.Smooth = &p.Smooth.On
	}
	if t, ok := Choice(f, "transition", p.Transition, paint.ParseTransition); ok {
		out.Transition = &t
	}
	p.scenery(f, &out)
	return out
}

// scenery adds the effect, the background and the overlay.
func (p *lookPatch) scenery(f *Faults, out *device.LookPatch) {
	if e, ok := Choice(f, "text_effect", p.TextEffect, enum.Read[note.Effect]); ok {
		out.TextEffect = &e
	}
	if p.TextColors.N > 0 {
		out.TextColors = new(p.TextColors.read(f, "text_colors"))
	} else if f.Check("text_colors", p.TextColors.Value) { // empty: back to the colours of the effect
		out.TextColors = new([]note.Color)
	}
	if b, ok := Choice(f, "background", p.Background, note.ParseBackgroundOrNone); ok {
		out.Background = &b
	}
	if o, ok := Choice(f, "overlay", p.Overlay, note.ParseOverlayOrNone); ok {
		out.Overlay = &o
	}
}

// LookChange is a change of the look within a larger body.
type LookChange struct{ Object[lookPatch] }

// Patch returns the change. It adds the faults to f, within the field at.
func (l *LookChange) Patch(f *Faults, at string) (out device.LookPatch) {
	if !f.Check(at, l.Value) {
		return out
	}
	var own Faults
	out = l.Fields.patch(&own)
	own.Rest(out.Validate())
	for _, e := range own.errs {
		if bad, ok := errors.AsType[*note.InvalidError](e); ok {
			e = &note.InvalidError{Field: at + "." + bad.Field, Value: bad.Value, Reason: bad.Reason}
		}
		f.Join(e)
	}
	return out
}
