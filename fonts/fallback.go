// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// source is an additional face for characters that ours do not draw. Any
// goroutine may call it.
type source interface {
	find(r rune) (*glyph, bool)
	cell() (ascent, descent int)
	suits(rows int) bool // it is meant for lines of so many rows, without the room for marks
}

// fallback looks c up in the sources; the first that has it wins. A source of
// another height than the face's is drawn as large as fits; a glyph that does
// not fit counts as missing.
func (f *Face) fallback(c cluster) (placed, bool) {
	if len(f.sources) == 0 {
		return placed{}, false
	}
	r := c.base
	if len(c.marks) > 0 {
		if whole := []rune(norm.NFC.String(string(c.base) + string(c.marks))); len(whole) == 1 {
			r = whole[0]
		}
	}
	for _, s := range f.sources {
		if !s.suits(f.Height() - f.books[0].lift*f.scale) {
			continue
		}
		if g, ok := s.find(r); ok {
			if p, ok := f.fit(g, s); ok {
				return p, true
			}
		}
	}
	return placed{}, false
}

// fit sets a glyph of s on f's baseline, or as near as keeps it in the line.
func (f *Face) fit(g *glyph, s source) (placed, bool) {
	ascent, descent := s.cell()
	above := f.Ascent() - f.books[0].lift*f.scale
	height := above + f.Descent()
	scale := max(1, height/max(1, ascent+descent))
	p := placed{glyph: g, scale: scale, dy: min(0, f.Descent()-descent*scale)}
	from, to := g.inkRows()
	top, bottom := (from-g.top)*scale+p.dy, (to-g.top)*scale+p.dy // from the baseline, down
	switch {
	case bottom-top > height:
		return p, false
	case top < -above:
		p.dy += -above - top
	case bottom > f.Descent():
		p.dy -= bottom - f.Descent()
	}
	return p, true
}

// wide reports whether r takes the width of two characters.
func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// unknown counts characters that were drawn as boxes, each once.
type unknown struct {
	mu     sync.Mutex
	seen   []uint64 // a bit for each character of Unicode; nil until the first
	script map[string]uint64
}

func (u *unknown) add(r rune) {
	r = letterOf(r)
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
