// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"log/slog"
	"testing"

	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

// TestWhoWrites: AWTRIX's letters write what they have, the device's own fonts all other text, and no
// text is a dark panel.
func TestWhoWrites(t *testing.T) {
	star := []note.Shape{{Kind: note.ShapePixel, X: 1, Y: 1}}
	for _, row := range []struct {
		why, text string
		draw      []note.Shape
		awtrix    bool
	}{
		{"Latin", "Habitación 10–15 °C", nil, true},
		{"Polish", "Łódź", nil, true},
		{"Chinese", "无人", nil, false},
		{"Japanese", "こんにちは", nil, false},
		{"Greek", "Αθήνα", nil, false},
		{"an emoji among letters", "😂 ok", nil, false},
		{"an emoji alone", "🔔", nil, false},
		{"beside a drawing", "无人", star, true},
	} {
		for _, size := range []image.Point{{37, 8}, {64, 32}} {
			set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
			p := &Painter{Size: size, Fonts: set, Icons: icons.New(icons.Config{}, slog.New(slog.DiscardHandler))}
			for _, form := range []note.Form{note.FormAwtrixApp, note.FormAwtrixNotice} {
				w, stand := p.Frame(&note.Frame{Form: form, Text: []note.Fragment{{Text: row.text}}, Draw: row.draw})
				if _, theirs := w.(*awtrix.Picture); theirs != row.awtrix || stand <= 0 {
					t.Errorf("%s on %v: drawn by AWTRIX's rules is %v, for %v", row.why, size, theirs, stand)
				}
				m, light := image.NewRGBA(image.Rectangle{Max: size}), 0
				w.Draw(m, image.Point{}, 0)
				for i := range m.Pix {
					if i%4 != 3 {
						light += int(m.Pix[i])
					}
				}
				if light == 0 {
					t.Errorf("%s on %v is dark", row.why, size)
				}
			}
		}
	}
}
