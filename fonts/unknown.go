// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"sync"
	"unicode"
)

// unknown counts characters that were drawn as boxes, each once.
type unknown struct {
	mu     sync.Mutex
	seen   []uint64 // a bit for each character of Unicode; nil until the first
	script map[string]uint64
}

func (u *unknown) add(r rune) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.seen == nil {
		u.seen, u.script = make([]uint64, (unicode.MaxRune+1)/64), map[string]uint64{}
	}
	if u.seen[r/64]&(1<<(r%64)) != 0 {
		return
	}
	u.seen[r/64] |= 1 << (r % 64)
	u.script[script(r)]++
}

// script returns Unicode's name of r's script; "Unknown" is the one of characters
// that are not assigned.
func script(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Unknown"
}

// box returns the frame that stands for a character that no face draws.
func (f *Face) box(r rune) placed {
	b := f.books[0]
	w := b.cap/2 + 1
	if wide(r) {
		w = b.cap
	}
	g := &glyph{w: w, top: b.ascent, rows: make([]uint32, b.ascent+b.descent)}
	edge, full := bit(0)|bit(w-1), ^uint32(0)<<(32-w)
	for y := b.ascent - b.cap; y < b.ascent; y++ {
		g.rows[y] = edge
	}
	g.rows[b.ascent-b.cap], g.rows[b.ascent-1] = full, full
	return placed{glyph: g, scale: f.scale, box: r}
}
