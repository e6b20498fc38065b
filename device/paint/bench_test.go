// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hajimehoshi/bitmapfont/v4"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// BenchmarkFrame draws one 37×8 frame of an animated icon beside scrolling
// text, as the frame loop does sixty times a second. Limit: 5 µs, 0 allocations.
func BenchmarkFrame(b *testing.B) {
	for name, smooth := range map[string]bool{"whole pixels": false, "smooth": true} {
		b.Run(name, func(b *testing.B) {
			p := testPainter(b, image.Pt(37, 8))
			p.Look.Smooth = smooth
			w := p.Picture(&note.Notification{
				Frames: []note.Frame{{Icon: iconRef("1"), Text: wrote("a long text that scrolls over the panel")}}})
			m := image.NewRGBA(image.Rect(0, 0, 37, 8))
			b.ReportAllocs()
			t := time.Duration(0)
			for b.Loop() {
				render.Clear(m)
				w.Draw(m, image.Point{}, t)
				t += time.Second / render.FPS
			}
		})
	}
}

// mixed is 200 characters of several scripts.
const mixed = "Good morning, здравствуйте, καλημέρα, שלום, dzień dobry! 21 °C ☀ The train to Łódź leaves at " +
	"07:45 from " +
	"platform 3½; Ünterführung gesperrt → Umleitung. Größe ≥ 5 m², €12,50. Xin chào! Ți-e bine? Ŵy’n dda. ŠĐČĆŽ ok."

// BenchmarkMixed draws one frame of a scrolling text of 200 characters in
// several scripts beside an icon, and for comparison lets golang.org/x/image/font
// draw the same string into the same window. Limits: 10 µs, 0 allocations, a
// tenth of the peer's time.
func BenchmarkMixed(b *testing.B) {
	if n := utf8.RuneCountInString(mixed); n < 200 {
		b.Fatalf("%d characters, want 200", n)
	}
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	b.Run("ledpost", func(b *testing.B) {
		p := testPainter(b, image.Pt(37, 8))
		p.Look.Smooth = true
		w := p.Picture(&note.Notification{Frames: []note.Frame{{Icon: iconRef("1"), Text: []note.Fragment{{Text: mixed}}}}})
		b.ReportAllocs()
		t := time.Duration(0)
		for b.Loop() {
			render.Clear(m)
			w.Draw(m, image.Point{}, t)
			t += time.Second / render.FPS
		}
	})
	b.Run("image-font", func(b *testing.B) {
		d := font.Drawer{Dst: m, Src: image.White, Face: bitmapfont.Face}
		b.ReportAllocs()
		x := 0
		for b.Loop() {
			render.Clear(m)
			d.Dot = fixed.P(9-x, 8)
			d.DrawString(mixed)
			x = (x + 1) % 1200
		}
	})
}
