// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image"
	"runtime"
	"strings"
	"testing"

	"github.com/hajimehoshi/bitmapfont/v4"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"github.com/ledpost/ledpost/internal/must"
)

// mixed has 200 characters of six scripts.
var mixed = string([]rune(
	strings.Repeat("Zürich: Größe 12°C, čaj & žluťoučký; Ελλάδα άνω; ещё йогурт; שלום 14:30; Việt Nam ↑5% €. ", 3))[:200])

// BenchmarkOpen is what a start with a panel of 8 rows costs, and the memory
// that it keeps.
func BenchmarkOpen(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	keep := openSet(b)
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportAllocs()
	for b.Loop() {
		must.Get(Open(Options{}))(b)
	}
	b.ReportMetric(float64(after.HeapAlloc)-float64(before.HeapAlloc), "heap-bytes")
	runtime.KeepAlive(keep)
}

// BenchmarkPictographs is what the first emoji costs.
func BenchmarkPictographs(b *testing.B) {
	for b.Loop() {
		load(&book{ascent: 7, descent: 1, cap: 7}, "emoji")
		load(&book{ascent: largeRows, cap: largeRows}, "emoji12")
	}
}

func BenchmarkLine200(b *testing.B) {
	f := openSet(b).Normal
	spans := []Span{{mixed, white}}
	b.ReportAllocs()
	for b.Loop() {
		f.Line(spans)
	}
}

func BenchmarkLine200ASCII(b *testing.B) {
	f := openSet(b).Normal
	spans := []Span{{strings.Repeat("The quick ", 20), white}}
	b.ReportAllocs()
	for b.Loop() {
		f.Line(spans)
	}
}

// BenchmarkImageFont200 draws the same text as BenchmarkLine200 with
// golang.org/x/image/font: no bidi, no composition.
func BenchmarkImageFont200(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		d := font.Drawer{Src: image.White, Face: bitmapfont.Face, Dot: fixed.P(0, 12)}
		d.Dst = image.NewRGBA(image.Rect(0, 0, d.MeasureString(mixed).Ceil(), 16))
		d.DrawString(mixed)
	}
}

// Text that is made to be hard on the bidirectional algorithm.
func BenchmarkLevels(b *testing.B) {
	for name, unit := range map[string]string{
		"isolates":   "\u2068",
		"embeddings": "\u202B\u05D0",
		"brackets":   "(\u05D0",
		"pairs":      "\u05D0()",
		"words":      "\u05D0\u05D1 (12%) ab ",
	} {
		text := []rune(strings.Repeat(unit, maxRunes/len([]rune(unit))))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				levels(text, true)
			}
		})
	}
}
