// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
)

// letters is a picture of at most 26 pixels, each another one: the first is the
// letter a, or A in capitals.
func letters(w, h int, first byte) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(m.Pix[4*i:], []uint8{first + uint8(i), 1, 2, 255})
	}
	return m
}

// film returns the pictures of a transition from abc to ABC, one for each part,
// beside each other; or below each other if a picture is one line, as one column
// is too. A dot is black.
func film(s Style, w, h int, parts []float64) string {
	lines := make([]string, max(h, len(parts)))
	for i, part := range parts {
		dst := image.NewRGBA(image.Rect(0, 0, w, h))
		Transition{Style: s}.compose(dst, letters(w, h, 'a'), letters(w, h, 'A'), part, 0)
		for y := range h {
			row := ""
			for x := range w {
				row += string(rune(max(dst.RGBAAt(x, y).R, '.')))
			}
			if w == 1 || h == 1 {
				lines[i] += row
			} else {
				lines[y] += row + " "
			}
		}
	}
	return pixtest.Clean(strings.Join(lines, "\n"))
}

// TestWhereTransitionsTake follows every pixel to the place that it comes from.
func TestWhereTransitionsTake(t *testing.T) {
	for _, row := range []struct {
		why   string
		style Style
		w, h  int
		parts []float64
		want  string
	}{
		{"up, quick at first", Slide, 3, 8, []float64{0.1, 0.3, 0.6}, `
			ghi mno vwx
			jkl pqr ABC
			mno stu DEF
			pqr vwx GHI
			stu ABC JKL
			vwx DEF MNO
			ABC GHI PQR
			DEF JKL STU`},
		{"down", SlideDown, 3, 8, []float64{0.1, 0.3, 0.6}, `
			STU MNO DEF
			VWX PQR GHI
			abc STU JKL
			def VWX MNO
			ghi abc PQR
			jkl def STU
			mno ghi VWX
			pqr jkl abc`},
		{"to the left", SlideLeft, 8, 3, []float64{0.1, 0.3, 0.6}, `
			cdefghAB efghABCD hABCDEFG
			klmnopIJ mnopIJKL pIJKLMNO
			stuvwxQR uvwxQRST xQRSTUVW`},
		{"to the right", SlideRight, 8, 3, []float64{0.1, 0.3, 0.6}, `
			GHabcdef EFGHabcd BCDEFGHa
			OPijklmn MNOPijkl JKLMNOPi
			WXqrstuv UVWXqrst RSTUVWXq`},
		{"there, off twice as long, there, off, there", Blink, 2, 1,
			[]float64{0, 0.16, 0.17, 0.33, 0.34, 0.49, 0.5, 0.66, 0.67, 0.83, 0.84}, `
			ab
			ab
			..
			..
			..
			..
			AB
			AB
			..
			..
			AB`},
		{"away column by column and back, each of them in a half", Reload, 6, 2,
			[]float64{0, 0.05, 0.3, 0.49, 0.52, 0.7, 0.95}, `
			abcdef .bcdef ....ef ...... ...... AB.... ABCDE.
			ghijkl .hijkl ....kl ...... ...... GH.... GHIJK.`},
		{"shrinks into the middle and grows out of it", Zoom, 6, 4, []float64{0.1, 0.28, 0.3, 0.4, 0.6, 0.72}, `
			abcdef ...... ...... ...... ...... ......
			ghijkl .gijl. .gijl. ..be.. ..BE.. .GIJL.
			mnopqr .mopr. .mopr. ..tw.. ..TW.. .MOPR.
			stuvwx ...... ...... ...... ...... ......`},
		{"into the one pixel of the middle, and no side goes first", Zoom, 5, 5, []float64{0.1, 0.28, 0.4, 0.45, 0.6, 0.8}, `
			abcde ..... ..... ..... ..... ABCDE
			fghij .ghi. ..... ..... ..... FGHIJ
			klmno .lmn. ..m.. ..m.. ..M.. KLMNO
			pqrst .qrs. ..... ..... ..... PQRST
			uvwxy ..... ..... ..... ..... UVWXY`},
		{"half round until it is smallest, the right side first up", Rotate, 6, 4, []float64{0.1, 0.2, 0.3, 0.4, 0.6, 0.8}, `
			abcdef ..del. ..el.. ...... ...... ..DEL.
			ghijkl abijqr ..dqw. ..kv.. ..KV.. ABIJQR
			mnopqr ghopwx .bhu.. ..cn.. ..CN.. GHOPWX
			stuvwx .mtu.. ..mt.. ...... ...... .MTU..`},
		{"about the one pixel in the middle", Rotate, 5, 5, []float64{0.1, 0.2, 0.3, 0.4, 0.6, 0.8}, `
			abcde ..de. ..... ..... ..... ..DE.
			fghij acio. .dit. ..... ..... ACIO.
			klmno fgmst .gms. ..m.. ..M.. FGMST
			pqrst .kqwy .fqv. ..... ..... .KQWY
			uvwxy .uv.. ..... ..... ..... .UV..`},
		{"squares of the mean of their light", Pixelate, 6, 4,
			[]float64{0.1, 0.25, 0.4, 0.49, 0.55, 0.65}, `
			abcdef eeggii lllloo lllllo LLLLOO HHHKKK
			ghijkl eeggii lllloo lllllo LLLLOO HHHKKK
			mnopqr qqssuu lllloo lllllo LLLLOO HHHKKK
			stuvwx qqssuu lllloo lllllo LLLLOO TTTWWW`},
		{"from the middle outwards", Ripple, 6, 4, []float64{0.25, 0.3, 0.4, 0.49, 0.55}, `
			abcdef abcdef abCDef aBCDEf ABCDEF
			ghijkl ghIJkl gHIJKl GHIJKL GHIJKL
			mnopqr mnOPqr mNOPQr MNOPQR MNOPQR
			stuvwx stuvwx stUVwx sTUVWx STUVWX`},
		{"a circle", Ripple, 5, 5, []float64{0.2, 0.25, 0.3, 0.35, 0.4}, `
			abcde abcde abcde abcde abCde
			fghij fghij fgHij fGHIj fGHIj
			klMno klMno kLMNo kLMNo KLMNO
			pqrst pqrst pqRst pQRSt pQRSt
			uvwxy uvwxy uvwxy uvwxy uvWxy`},
		{"drawn to the middle at its front, away from it behind", Ripple, 26, 1,
			[]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}, `
			abcdefghijklmnopqrstuvwxyz
			abcdefghijkLMNOpqrstuvwxyz
			abcdefghhJKLMNOPQsstuvwxyz
			abcdeffHIJKLMNOPQRSuuvwxyz
			abcddEGHIJKLMNOPQRSTVwwxyz
			abbCEGHHIJKLMNOPQRSSTVXyyz
			aACEFFGHIJKLMNOPQRSTUUVXZz
			ACDDEFGHIJKLMNOPQRSTUVWWXZ
			BCCDEFGHIJKLMNOPQRSTUVWXXY`},
		{"0.6 of the height is the coarsest", Pixelate, 1, 26, []float64{0.1, 0.15, 0.2, 0.3, 0.4, 0.49, 0.55, 0.7, 0.9}, `
			abcdefghijklmnopqrstuvwxyz
			bbddffggiikknnoorrttuuwwzz
			bbbeeehhhkkknnnqqqtttwwwzz
			ddddddjjjjjjppppppvvvvvvzz
			ffffffffffppppppppppxxxxxx
			hhhhhhhhhhhhhhhuuuuuuuuuuu
			GGGGGGGGGGGGGTTTTTTTTTTTTT
			CCCCCCJJJJJJPPPPPPVVVVVVZZ
			ABCDEFGHIJKLMNOPQRSTUVWXYZ`},
		{"a wave as wide as the panel is high, below each other here", Ripple, 1, 26,
			[]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9}, `
			abcdefghijklmnopqrstuvwxyz
			abcdefghijklMNopqrstuvwxyz
			abcdeffghJKLMNOPQstuuvwxyz
			abccdeFHIJKLMNOPQRSUvwxxyz
			aabcDFGHIJKLMNOPQRSTUWxyzz
			aABDEGHIIJKLMNOPQRRSTVWYZz
			BCDEEFGHIJKLMNOPQRSTUVVWXY
			BCCDEFGHIJKLMNOPQRSTUVWXXY`},
	} {
		if got := film(row.style, row.w, row.h, row.parts); got != pixtest.Clean(row.want) {
			t.Errorf("%s:\n%swant\n%s", row.why, got, row.want)
		}
	}
}
