// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// FuzzPicture: whatever a valid notification says, on a panel of whatever size,
// each of its frames stands for a while and draws.
func FuzzPicture(f *testing.F) {
	for _, text := range []string{"Hi", "Washer done\n", "\n", "a\nb", "a\r\nb\n\n", " ", "שלום\n1", "日本語",
		"e\u0301\u200d\ufe0f", "\x00\t\u2028x"} {
		f.Add(text, text, byte(1), uint16(37), uint16(8), 20.0)
	}
	f.Add("2%", "kg", byte(7), uint16(16), uint16(16), 1.0)
	f.Add("word word word", "", byte(2), uint16(64), uint16(32), 200.0)
	faces := map[bool]*fonts.Set{}
	for _, tall := range []bool{false, true} {
		set := must.Get(fonts.Open(fonts.Options{Rows: map[bool]int{false: 8, true: 16}[tall]}))(f)
		faces[tall] = set
	}
	f.Fuzz(func(t *testing.T, a, b string, kinds byte, width, height uint16, speed float64) {
		memtest.AtMost(t, 32<<20+64<<10*(len(a)+len(b)), func() {
			n := note.Notification{Cycles: 1, IconType: note.IconType(kinds >> 6 % 3),
				Frames: []note.Frame{{Text: []note.Fragment{{Text: a}, {Text: b}}}}}
			if kinds&1 != 0 {
				n.Frames[0].Icon = iconRef("1")
			}
			if kinds&2 != 0 {
				n.Frames = append(n.Frames,
					note.Frame{Goal: &note.Goal{Start: -float64(kinds), Current: float64(width), End: float64(height) + 1, Unit: b}})
			}
			if kinds&4 != 0 {
				n.Frames = append(n.Frames, note.Frame{Chart: []float64{float64(width), -float64(height), 0, float64(kinds)}})
			}
			if n.Validate() != nil || !(speed >= MinSpeed && speed <= MaxSpeed) {
				return
			}
			p := testPainter(t, image.Pt(max(8, int(width)%128), max(8, int(height)%64)))
			p.Fonts, p.Look.ScrollSpeed = faces[p.Size.Y >= 16], speed
			seq := p.Picture(&n)
			m := image.NewRGBA(image.Rectangle{Max: p.Size})
			for at, i := time.Duration(0), 0; at < render.Forever && i < 30; i++ {
				seq.Draw(m, image.Point{}, at)
				at = max(seq.Next(at), at+100*time.Millisecond)
			}
			if seq.Length(1) < time.Second {
				t.Errorf("%+v is over after %v", n, seq.Length(1))
			}
		})
	})
}
