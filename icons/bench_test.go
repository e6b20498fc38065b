// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"log/slog"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// The first built-in icon of a store: its files are looked through then.
func BenchmarkFirstIcon(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s := New(Config{}, slog.New(slog.DiscardHandler))
		s.Icon(Ref{text: "weather-rain", key: "weather-rain"})
	}
}

// An icon that is there: what each look costs.
func BenchmarkIcon(b *testing.B) {
	s := New(Config{}, slog.New(slog.DiscardHandler))
	for name, r := range map[string]Ref{"name": ref(b, "weather-rain"), "data": ref(b, dataURI(gif64(b, 8)))} {
		b.Run(name, func(b *testing.B) {
			s.Icon(r)
			b.ReportAllocs()
			for b.Loop() {
				s.Icon(r)
			}
		})
	}
}

// A small data URI that was never seen: what a notification's icon costs.
func BenchmarkNewDataURI(b *testing.B) {
	uri := dataURI(gif64(b, 8))
	b.ReportAllocs()
	for b.Loop() {
		s := Store{cfg: Config{Size: 8}, builtin: newBuiltins(room{side: 8})}
		r := must.Get(Parse(uri))(b)
		s.data(r)
	}
}

// The largest pictures that Icon decodes itself.
func BenchmarkLargestAtOnce(b *testing.B) {
	p := rawPNG{kind: 6, depth: 16, w: 127, h: 127, interlaced: true, samples: make([]uint16, 4*127*127)}
	for name, data := range map[string][]byte{"png": p.bytes(), "gif": gif64(b, 200)} {
		if f, err := inspect(data); err != nil || f.work > smallWork {
			b.Fatalf("%s: %d, %v", name, f.work, err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				must.Get(decodeFit(b.Context(), data, room{side: 8}))(b)
			}
		})
	}
}
