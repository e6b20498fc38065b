// SPDX-License-Identifier: Apache-2.0

package fonts

import "unicode"

// Body returns the rows of a Line of text by which it is centred, from the first to
// one past the last: the capitals where the letters are Latin, Greek or Cyrillic (or
// there are digits alone), the lit rows where anything else is. A text that shows
// nothing has the rows of a capital.
func (f *Face) Body(text string) (top, bottom int) {
	top, bottom = f.Ascent()-f.Cap(), f.Ascent()
	if byCapitals(text) {
		return top, bottom
	}
	first := true
	for _, p := range f.glance(text) {
		from, to := p.glyph.inkRows()
		if from == to {
			continue
		}
		a := f.Ascent() + p.dy + (from-p.glyph.top)*p.scale
		b := f.Ascent() + p.dy + (to-p.glyph.top)*p.scale
		if first {
			top, bottom, first = a, b, false
		}
		top, bottom = min(top, a), max(bottom, b)
	}
	return top, bottom
}

// byCapitals reports whether text has letters with capitals, or digits, and no
// letters or pictures of another kind.
func byCapitals(text string) bool {
	found := false
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic), unicode.IsDigit(r) && r < 0x80:
			found = true
		case unicode.IsLetter(r), r >= firstPictograph && pictograph(r):
			return false
		}
	}
	return found
}
