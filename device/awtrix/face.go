// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
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
	'€': 0xb6, 'Ё': 0x84, 'ё': 0x84, 'Є': 0xa0, 'є': 0xa0, 'І': 0xa1, 'і': 0xa1, 'Ї': 0xef, 'ї': 0xef, 'Ґ': 0x9f, 'ґ': 0x9f,
	'ą': 'a', 'Ą': 'A', 'ć': 'c', 'Ć': 'C', 'ę': 'e', 'Ę': 'E', 'ł': 'l', 'Ł': 'L', 'ń': 'n', 'Ń': 'N', 'ó': 'o', 'Ó': 'O',
	'ś': 's', 'Ś': 'S', 'ź': 'z', 'Ź': 'Z', 'ż': 'z', 'Ż': 'Z',
}

// first is the code of the first letter of the Russian alphabet, which has capitals alone.
const first = 0x7f

// coded returns text in AWTRIX's page: Latin-1, with the Russian alphabet in place of control characters. What
// it lacks is left out, as it is there.
func coded(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		switch code, ok := page[r]; {
		case ok:
			out = append(out, code)
		case r >= ' ' && r < first, r >= 0xa0 && r <= 0xff:
			out = append(out, byte(r))
		case r >= 'А' && r <= 'Я':
			out = append(out, byte(r-'А'+first))
		case r >= 'а' && r <= 'я':
			out = append(out, byte(r-'а'+first))
		}
	}
	return out
}
