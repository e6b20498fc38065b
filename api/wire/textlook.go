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
	return applied(ctx, &f, patch, patch.Validate, d.SetLook)
}

func (p *lookPatch) patch(f *Faults) (out device.LookPatch) {
	if c := ReadColor(f, "text_color", p.TextColor); c.Set {
		out.TextColor = &c
	}
	out.ScrollSpeed = usable(f, "scroll_speed", p.ScrollSpeed.Value, &p.ScrollSpeed.Float)
	out.Smooth = usable(f, "smooth", p.Smooth.Value, &p.Smooth.On)
	out.Transition = picked(f, "transition", p.Transition, paint.ParseTransition)
	p.scenery(f, &out)
	return out
}

// scenery adds the effect, the background and the overlay.
func (p *lookPatch) scenery(f *Faults, out *device.LookPatch) {
	out.TextEffect = picked(f, "text_effect", p.TextEffect, enum.Read[note.Effect])
	if p.TextColors.N > 0 {
		out.TextColors = new(p.TextColors.read(f, "text_colors"))
	} else if f.Check("text_colors", p.TextColors.Value) { // empty: back to the colours of the effect
		out.TextColors = new([]note.Color)
	}
	out.Background = picked(f, "background", p.Background, note.ParseBackgroundOrNone)
	out.Overlay = picked(f, "overlay", p.Overlay, note.ParseOverlayOrNone)
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
