// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"slices"
	"sync"
	"unicode"
)

// pictograph reports whether r is shown as a colour picture unless U+FE0E
// follows: below U+1F000 by Emoji_Presentation of emoji-data.txt; characters
// above have no other look here.
func pictograph(r rune) bool { return r >= 0x1F000 || unicode.Is(pictographs, r) }

var pictographs = &unicode.RangeTable{R16: []unicode.Range16{
	{0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x23F0, 0x23F3, 3}, {0x25FD, 0x25FE, 1},
	{0x2614, 0x2615, 1}, {0x2648, 0x2653, 1}, {0x267F, 0x2693, 0x14}, {0x26A1, 0x26AA, 9},
	{0x26AB, 0x26BD, 0x12}, {0x26BE, 0x26C4, 6}, {0x26C5, 0x26CE, 9}, {0x26D4, 0x26EA, 0x16},
	{0x26F2, 0x26F3, 1}, {0x26F5, 0x26FA, 5}, {0x26FD, 0x2705, 8}, {0x270A, 0x270B, 1},
	{0x2728, 0x274C, 0x24}, {0x274E, 0x2753, 5}, {0x2754, 0x2755, 1}, {0x2757, 0x2795, 0x3E},
	{0x2796, 0x2797, 1}, {0x27B0, 0x27BF, 0xF}, {0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B55, 5},
}}

// small returns the pictographs for lines of 8 rows.
var small = sync.OnceValue(func() map[key]*glyph {
	return load(&book{ascent: 7, descent: 1, cap: 7}, "emoji").glyphs
})

// largeRows are the rows and the columns of the pictographs that are drawn for larger letters.
const largeRows = 12

// large returns those pictographs.
var large = sync.OnceValue(func() map[key]*glyph {
	return load(&book{ascent: largeRows, cap: largeRows}, "emoji12").glyphs
})

// squeezed returns the pictograph of r for lines of 7 rows: it loses the row that is most like the one below it.
func squeezed(r rune) *glyph {
	g := small()[single(r)]
	if g == nil {
		return nil
	}
	y := spare(g)
	return &glyph{
		w:    g.w,
		top:  g.top - 1,
		rows: slices.Delete(slices.Clone(g.rows), y, y+1),
		pix:  slices.Delete(slices.Clone(g.pix), y*g.w, (y+1)*g.w),
	}
}

// spare returns the row of g whose loss changes least: an empty one at an edge,
// else one near the middle.
func spare(g *glyph) int {
	last := len(g.rows) - 1
	if g.rows[last] == 0 {
		return last
	}
	if g.rows[0] == 0 {
		return 0
	}
	best, least := last/2, g.w+1
	for _, y := range []int{3, 4, 2, 5, 1, 6, 0} {
		n := 0
		for x := range g.w {
			if g.pix[y*g.w+x] != g.pix[(y+1)*g.w+x] {
				n++
			}
		}
		if n < least {
			best, least = y, n
		}
	}
	return best
}

// missing is the character whose picture stands for pictographs that nobody has drawn, where nothing else would show.
const missing = '\uFFFC'

// undrawn returns what stands for c, which no face draws: for a pictograph a picture that leaveOut takes away beside
// words, a box for other characters.
func (f *Face) undrawn(c cluster) placed {
	if (c.colorful || pictograph(c.base)) && pictographic(c.base) && !c.mono {
		if g := f.emoji(missing); g != nil {
			return placed{glyph: g, scale: f.scale, box: c.base, lost: true}
		}
	}
	return f.box(c.base)
}

// leaveOut returns glyphs without the pictographs that nobody has drawn, and without a space beside each of them, if
// anything else shows.
func leaveOut(glyphs []placed) []placed {
	lost := func(p placed) bool { return p.lost }
	if !slices.ContainsFunc(glyphs, lost) || !slices.ContainsFunc(glyphs, func(p placed) bool { return !p.lost && !p.blank() }) {
		return glyphs
	}
	out, before := glyphs[:0], false // before: a lost one stood before
	for _, p := range glyphs {
		if !p.lost && !(before && p.blank() && (len(out) == 0 || out[len(out)-1].blank())) {
			out = append(out, p)
		}
		before = p.lost
	}
	if before && out[len(out)-1].blank() {
		out = out[:len(out)-1]
	}
	return out
}

// blank reports whether p shows nothing.
func (p placed) blank() bool {
	return !slices.ContainsFunc(p.glyph.rows, func(row uint32) bool { return row != 0 })
}
