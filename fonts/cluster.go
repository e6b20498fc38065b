// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds of one Line, so that no text can fill the memory; anything beyond them
// is not drawn.
const (
	maxRunes = 8192 // of a line at scale 1
	maxMarks = 8    // combining marks on one letter
)

// firstMark is the first character that changes the one before it, or the order of all, U+0300.
const firstMark = 0x300

// cluster is a character and the marks on it, drawn as one.
type cluster struct {
	from, to int // in the runes of the line
	base     rune
	marks    []rune // combining, in the order of the text
	colorful bool   // asked for as a picture: U+FE0F or more of an emoji sequence follows
	mono     bool   // asked for as text: U+FE0E follows
	level    int    // of the bidi algorithm: odd runs from right to left
}

// runes concatenates spans to up to most characters, and returns of which span
// each is. Line ends, tabs and the like become spaces.
func runes(spans []Span, most int) (text []rune, of []int) {
	n := 0
	for _, s := range spans {
		n += len(s.Text)
	}
	n = min(n, most)
	text, of = make([]rune, 0, n), make([]int, 0, n)
	for i, s := range spans {
		for _, r := range composed(s.Text) {
			if len(text) == most {
				return text, of
			}
			if breaks(r) {
				r = ' '
			}
			text, of = append(text, r), append(of, i)
		}
	}
	return text, of
}

// composed returns text in normal form C, so that decomposed text (such as
// Hangul from a Mac) looks the same.
func composed(text string) string {
	text = text[:min(len(text), maxRunes*utf8.UTFMax)]
	if norm.NFC.IsNormalString(text) {
		return text
	}
	return norm.NFC.String(text)
}

// breaks reports whether r ends a line, a paragraph or a cell.
func breaks(r rune) bool {
	return r >= '\t' && r <= '\r' || r >= 0x1C && r <= 0x1F || r == 0x85 || r == 0x2028 || r == 0x2029
}

// clusters splits text into clusters; Arabic letters are in the forms that they have there. Invisible characters are
// in none.
func clusters(text []rune) []cluster {
	out, letters := make([]cluster, 0, len(text)), false
	for i := 0; i < len(text); {
		c := cluster{from: i, base: text[i]}
		i++
		if c.base < ' ' || c.base >= 0x7F && ignored(c.base) {
			continue
		}
		for i < len(text) {
			n := c.take(text[i:])
			if n == 0 {
				break
			}
			i += n
		}
		c.to = i
		out = append(out, c)
		letters = letters || c.base >= 0x620 && c.base < 0x700
	}
	if letters {
		return joined(text, out)
	}
	return out
}

// take returns how many characters of rest belong to c, and stores their effect
// in c.
func (c *cluster) take(rest []rune) int {
	switch r := rest[0]; {
	case r < firstMark && r != 0xAD || r >= 0x48A && r < 0x591: // letters all: the quick way
		return 0
	case r == 0xFE0E:
		c.mono = true
	case r == 0xFE0F:
		c.colorful = true
	case r == 0x20E3: // combining enclosing keycap: the key's character alone
	case r >= 0x1F3FB && r <= 0x1F3FF && pictographic(c.base): // skin tone
	case r == 0x200D && len(rest) > 1 && pictographic(c.base) && pictographic(rest[1]):
		return 2 // the sequence shows as its first picture
	case ignored(r):
	case unicode.In(r, unicode.Mn, unicode.Me):
		if len(c.marks) < maxMarks {
			c.marks = append(c.marks, r)
		}
	default:
		return 0
	}
	return 1
}

// pictographic reports whether r is in one of the blocks that emoji sequences
// are made of. It covers more than the Extended_Pictographic property and
// serves the same purpose.
func pictographic(r rune) bool { return r >= 0x2190 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF }

// ignored reports whether r is never visible: controls, format characters,
// variation selectors, tags (Unicode's Default_Ignorable_Code_Point and Cc).
func ignored(r rune) bool {
	if r < firstMark {
		return r < ' ' || r >= 0x7F && r < 0xA0 || r == 0xAD
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		r >= 0xE0000 && r <= 0xE0FFF
}

// looks keeps how a face draws what is dear to find: letters with marks, and characters that its first book has
// not. The copies of a face in other scales share it. The zero value is empty; any goroutine may use it.
type looks struct {
	mu  sync.Mutex
	all map[look][]placed
}

// sign is what a cluster is drawn of, wherever it stands: its neighbours change nothing about
// how a face draws it.
type sign struct {
	base           rune
	marks          [maxMarks]rune
	colorful, mono bool
}

// sign returns what c is drawn of.
func (c *cluster) sign() sign {
	k := sign{base: c.base, colorful: c.colorful, mono: c.mono}
	copy(k.marks[:], c.marks)
	return k
}

// look is a sign in one scale of a face.
type look struct {
	sign
	scale int
}

// maxLooks bounds what a face keeps, to some 200 kB: twice the different letters of the longest text of a frame.
// When it is full, the face forgets all of them.
const maxLooks = 2048

// of returns what find returns for k, from before or from now.
func (l *looks) of(k look, find func() []placed) []placed {
	l.mu.Lock()
	out, ok := l.all[k]
	l.mu.Unlock()
	if ok {
		return out
	}
	out = find()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= maxLooks {
		l.all = map[look][]placed{}
	}
	l.all[k] = out
	return out
}

// split is a text in its clusters, in reading order. It does not change.
type split struct {
	text      string
	most      int // characters of it
	runes     []rune
	clusters  []cluster
	different []cluster // one of each look
	turns     bool      // it may have parts from right to left
	rtl       bool      // it begins with one
}

// newSplit splits up to most characters of text.
func newSplit(text string, most int) *split {
	rs, _ := runes([]Span{{Text: text}}, most)
	s := &split{text: text, most: most, runes: rs, clusters: clusters(rs), turns: anyRTL(rs), rtl: baseRTL(rs)}
	seen := make(map[sign]bool)
	for _, c := range s.clusters {
		if k := c.sign(); !seen[k] {
			seen[k] = true
			s.different = append(s.different, c)
		}
	}
	return s
}

// reader keeps the text that was split last: a layout asks face after face about one text. The zero value has
// none; any goroutine may use it.
type reader struct {
	mu   sync.Mutex
	last *split
}

// split returns up to most characters of text.
func (r *reader) split(text string, most int) *split {
	most = min(most, len(text))
	r.mu.Lock()
	last := r.last
	r.mu.Unlock()
	if last != nil && last.text == text && last.most == most {
		return last
	}
	s := newSplit(text, most)
	r.mu.Lock()
	r.last = s
	r.mu.Unlock()
	return s
}
