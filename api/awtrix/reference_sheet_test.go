// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"slices"
	"unicode/utf8"
)

type rgb [3]byte

var white = rgb{255, 255, 255}

// sheet is a picture of 8 rows of which each pixel has one of several colours.
type sheet struct {
	width   int
	blind   bool // nothing is drawn
	pixels  [][]rgb
	letters []referenceCell
}

// referenceCell is a letter that must be seen.
type referenceCell struct {
	x, y, columns int
	ink           rgb
	code          byte
}

func newSheet(width int) sheet { return sheet{width: width, pixels: make([][]rgb, 8*width)} }

func (s *sheet) at(x, y int) *[]rgb {
	if s.blind || x < 0 || x >= s.width || y < 0 || y >= 8 {
		return nil
	}
	return &s.pixels[y*s.width+x]
}

func (s *sheet) set(x, y int, c rgb) {
	if p := s.at(x, y); p != nil {
		*p = []rgb{c}
	}
}

func (s *sheet) fill(x, y, w, h int, c rgb) {
	for i := x; i < x+w; i++ {
		for k := y; k < y+h; k++ {
			s.set(i, k, c)
		}
	}
}

// letter draws a letter on the baseline y: five rows above it, and for some letters the
// row of the baseline itself. The last column of its advance stays free.
func (s *sheet) letter(x, y int, code byte, ink rgb) {
	if code == ' ' {
		return
	}
	rows := 5
	if slices.Contains([]byte("gjpqy,\xc7\xdf\xfd\xff\xe7\xfe\x01\x03\x09\x0b"), code) {
		rows = 6
	}
	cell := referenceCell{x, y - 5, advance(code) - 1, ink, code}
	free := true // nothing of it is outside
	for i := x; i < x+cell.columns; i++ {
		for k := y - 5; k < y-5+rows; k++ {
			if p := s.at(i, k); p == nil {
				free = free && k >= 8
			} else if !slices.Contains(*p, ink) {
				*p = append(slices.Clone(*p), ink)
			} else {
				free = false
			}
		}
	}
	if free {
		s.letters = append(s.letters, cell)
	}
}

// advance returns how far a letter moves the next one: the table of AWTRIX's face.
func advance(code byte) int {
	for n, list := range map[int]string{
		2: " !'.:Ii|\xa1\xa6\xb9", 3: "(),;`\xab\xad\xb0\xb4\xbb\xec\xed", 5: "NQ\x87\x88\x95\x99",
		6: "MW\x83\x85\x8b\x93\x97\x9a\x9d", 7: "\x98",
	} {
		if slices.Contains([]byte(list), code) {
			return n
		}
	}
	return 4
}

func widthOf(text []byte) (n int) {
	for _, c := range text {
		n += advance(c)
	}
	return n
}

// paged returns text in AWTRIX's code page: Latin-1 and the Russian alphabet; what it
// lacks is drawn as nothing. Only the letters of ASCII have capitals. Observed: Polish
// letters lose their marks there; ours keep them, in codes below those of ASCII.
func paged(s string, capitals bool) (out []byte) {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		s = s[n:]
		if plain, ok := polish[r]; ok {
			r = plain
		}
		switch {
		case capitals && r >= 'a' && r <= 'z':
			out = append(out, byte(r)-32)
		case r < 0x20:
			out = append(out, byte(r))
		case r >= 0x20 && r < 0x7f, r >= 0xa0 && r <= 0xff:
			out = append(out, byte(r))
		case r >= 0x410 && r <= 0x42f:
			out = append(out, byte(r-0x410+0x7f))
		case r >= 0x430 && r <= 0x44f:
			out = append(out, byte(r-0x430+0x7f))
		case r == '€':
			out = append(out, 0xb6)
		}
	}
	return out
}

var polish = map[rune]rune{
	'ą': 1, 'ć': 2, 'ę': 3, 'ł': 4, 'ń': 5, 'ś': 6, 'ź': 7, 'ż': 8, 'Ą': 9,
	'Ć': 10, 'Ę': 11, 'Ł': 12, 'Ń': 13, 'Ś': 14, 'Ź': 15, 'Ż': 16,
}

// hue returns a full colour of the wheel: three stretches of 64 steps.
func hue(h byte) rgb {
	step := int(h) * 192 / 256
	up, down := byte(step%64*255/64), byte((63-step%64)*255/64)
	return [3]rgb{{down, up, 0}, {0, down, up}, {up, 0, down}}[step/64]
}

// between returns the colour of letter i of n: first and last letter have the two colours.
func between(from, to rgb, i, n int) (c rgb) {
	if i == 0 {
		return from
	} else if i == n-1 {
		return to
	}
	part := float32(i) / float32(n-1)
	for k := range c {
		c[k] = byte(float32(from[k]) + float32(float32(int(to[k])-int(from[k]))*part))
	}
	return c
}
