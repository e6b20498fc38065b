// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/ledpost/ledpost/device/note"
)

//go:embed face.txt
var faceText string

// rows is how many rows a letter may have: five, and one below the baseline.
const rows = 6

// glyph is the shape of a letter: its rows from the top down, the leftmost column in bit 0.
type glyph [rows]uint8

// face returns the shapes by their code.
var face = sync.OnceValue(func() *[256]glyph {
	var all [256]glyph
	for block := range strings.SplitSeq(faceText, "\n\n") {
		var codes []byte
		row := 0
		for line := range strings.Lines(block) {
			words := strings.Fields(line)
			switch {
			case len(words) == 0, words[0] == "//":
			case codes == nil:
				for _, w := range words {
					code, _ := strconv.ParseUint(w, 16, 8) // a test reads the whole file
					codes = append(codes, byte(code))
				}
			default:
				for i, w := range words {
					all[codes[i]][row] = bits(w)
				}
				row++
			}
		}
	}
	return &all
})

// bits returns a row of a picture, in which # is lit.
func bits(row string) (b uint8) {
	for x := range row {
		if row[x] == '#' {
			b |= 1 << x
		}
	}
	return b
}

// widths are the letters of AWTRIX's face that do not move the next one by 4 columns, by their width.
var widths = map[int]string{
	2: " !'.:Ii|\xa1\xa6\xb9",
	3: "(),;`\xab\xad\xb0\xb4\xbb\xec\xed",
	5: "NQ\x87\x88\x95\x99",
	6: "MW\x83\x85\x8b\x93\x97\x9a\x9d",
	7: "\x98",
}

// advances are how far each letter moves the next one, by its code.
var advances = func() (all [256]uint8) {
	for i := range all {
		all[i] = 4
	}
	for n, letters := range widths {
		for i := range len(letters) {
			all[letters[i]] = uint8(n)
		}
	}
	return all
}()

// page holds letters of AWTRIX's page that Latin-1 lacks or has in another place, as far as its users write them.
var page = map[rune]byte{
	'€': 0xb6, 'Ё': 0x84, 'ё': 0x84, 'Є': 0xa0, 'є': 0xa0, 'І': 0xa1, 'і': 0xa1, 'Ї': 0xef, 'ї': 0xef,
	'Ґ': 0x9f, 'ґ': 0x9f,
	// Ours, in place of other control characters.
	'ą': 1, 'ć': 2, 'ę': 3, 'ł': 4, 'ń': 5, 'ś': 6, 'ź': 7, 'ż': 8, 'Ą': 9,
	'Ć': 10, 'Ę': 11, 'Ł': 12, 'Ń': 13, 'Ś': 14, 'Ź': 15, 'Ż': 16, '–': 17,
}

// box stands for a letter that there is not where no other face can draw it.
const box = 18

// spelled holds signs that people type beside letters as the letters of the page that say the same.
var spelled = strings.NewReplacer(
	"‐", "-", "‑", "-", "‒", "–", "—", "–", "―", "–", "−", "-", "⁄", "/", "∕", "/", "•", "·", "∙", "·", "…", "...",
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "′", "'", "“", "\"", "”", "\"", "„", "\"", "‟", "\"", "″", "\"", "‹",
	"<", "›", ">", "℃", "°C", "℉", "°F", "μ", "µ", "№", "No", "™", "TM", "ﬁ", "fi", "ﬂ", "fl", "∶", ":",
	"₀", "0", "₁", "1", "₂", "2", "₃", "3", "₄", "4", "₅", "5", "₆", "6", "₇", "7", "₈", "8", "₉", "9",
	"⁰", "0", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9",
)

// first is the code of the first letter of the Russian alphabet, which has capitals alone.
const first = 0x7f

// coded returns text in AWTRIX's page: Latin-1, with the Russian alphabet in place of control
// characters, which are left out as they are there, and some letters of our own. Of a Latin letter
// that it lacks the mark is left out, another one is a box; whole is false then.
func coded(text string) (out []byte, whole bool) {
	out, whole = make([]byte, 0, len(text)), true
	for _, r := range spelled.Replace(norm.NFC.String(text)) {
		code, ok := page[r]
		switch {
		case ok:
			out = append(out, code)
		case unicode.IsSpace(r) && r > ' ' && r != 0x85:
			out = append(out, ' ')
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		case r >= ' ' && r < first, r > 0xa0 && r <= 0xff && r != '¶':
			out = append(out, byte(r))
		case r >= 'А' && r <= 'Я':
			out = append(out, byte(r-'А'+first))
		case r >= 'а' && r <= 'я':
			out = append(out, byte(r-'а'+first))
		default:
			code, whole = box, false
			if base := norm.NFD.String(string(r))[0]; base >= 'A' && base <= 'Z' || base >= 'a' && base <= 'z' {
				code = base
			}
			out = append(out, code)
		}
	}
	return out, whole
}

// Writes reports whether AWTRIX's letters write all text of f. A text that they do not is for
// another face, unless the frame also has a drawing, whose places are those of AWTRIX's panel.
func Writes(f *note.Frame) bool {
	for _, run := range f.Text {
		if _, whole := coded(run.Text); !whole && len(f.Draw) == 0 {
			return false
		}
	}
	return true
}
