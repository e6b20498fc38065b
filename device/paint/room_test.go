// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"log/slog"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestIconInAPartOfThePanel: in half of a panel of 64×32 the icon is as large as that half
// allows, though the store has icons for the whole: nothing of it is cut.
func TestIconInAPartOfThePanel(t *testing.T) {
	set := must.Get(fonts.Open(fonts.Options{Rows: 32}))(t)
	store := icons.New(icons.Config{Size: 8 * IconScale(64, 32)}, slog.New(slog.DiscardHandler))
	ref := must.Get(icons.Parse("home-washer"))(t)
	p := &Painter{Size: image.Pt(64, 16), Fonts: set, Icons: store}
	const margin = 8
	m := image.NewRGBA(image.Rect(0, 0, 64, 16+2*margin))
	render.Clear(m)
	w, _ := p.Frame(&note.Frame{Icon: ref, Text: []note.Fragment{{Text: "Done"}}})
	w.Draw(m, image.Pt(0, margin), 0)
	for i := 0; i < len(m.Pix); i += 4 {
		if y := i / m.Stride; m.Pix[i]|m.Pix[i+1]|m.Pix[i+2] != 0 && (y < margin || y >= margin+16) {
			t.Fatalf("row %d is lit, beyond the part", y-margin)
		}
	}
}
