// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/hajimehoshi/bitmapfont/v4"
	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/text/language"
)

// shaped returns text in the forms of its letters, in reading order.
func shaped(text string) string {
	var s strings.Builder
	for _, c := range clusters([]rune(text)) {
		s.WriteRune(c.base)
	}
	return s.String()
}

func TestJoined(t *testing.T) {
	for _, row := range []struct{ why, text, want string }{
		{"a letter alone", "ب", "\uFE8F"},
		{"first, middle and last of a word", "ببب", "\uFE91\uFE92\uFE90"},
		{"alef does not join the letter behind it", "باب", "\uFE91\uFE8E\uFE8F"},
		{"hamza joins none", "بءب", "\uFE8F\uFE80\uFE8F"},
		{"lam and alef are one", "لا", "\uFEFB"},
		{"and join the letter before", "بلا", "\uFE91\uFEFC"},
		{"lam and alef with hamza", "لأ", "\uFEF7"},
		{"a vowel sign between them does not part them", "ل\u064Eا", "\uFEFB"},
		{"a vowel sign parts no letters", "ب\u064Eب", "\uFE91\uFE90"},
		{"a stroke joins both neighbours", "ب\u0640ب", "\uFE91\u0640\uFE90"},
		{"spaces part words", "ب ب", "\uFE8F \uFE8F"},
		{"digits and Latin do not join", "ب1aب", "\uFE8F1a\uFE8F"},
		{"the invisible joiner joins what is not there", "ب\u200D", "\uFE91"},
		{"and the non-joiner parts neighbours", "ب\u200Cب", "\uFE8F\uFE8F"},
		{"and lam and alef", "ل\u200Cا", "\uFEDD\uFE8D"},
		{"Persian letters that look like Arabic ones", "کی", "\uFEDB\uFEF2"},
		{"forms that somebody wrote stay", "\uFE91\uFE90", "\uFE91\uFE90"},
		{"no Arabic", "Grüße", "Grüße"},
	} {
		if got := shaped(row.text); got != row.want {
			t.Errorf("%s: %+q, want %+q", row.why, got, row.want)
		}
	}
}

// arabicWord returns a random word of the letters of Arabic.
func arabicWord(r *rand.Rand, letters []rune) string {
	word := make([]rune, 1+r.IntN(8))
	for i := range word {
		word[i] = letters[r.IntN(len(letters))]
	}
	return string(word)
}

// TestJoinedLikeBitmapfont: the library of the pictures chooses the same forms.
func TestJoinedLikeBitmapfont(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىي")
	for range 20000 {
		word := arabicWord(r, letters)
		want := bitmapfont.PresentationForms(word, bitmapfont.DirectionLeftToRight, language.Arabic)
		if got := reversed(shaped(word)); got != want {
			t.Fatalf("%+q: %+q, want %+q", word, got, want)
		}
	}
}

func reversed(s string) string {
	var out string
	for _, r := range s {
		out = string(r) + out
	}
	return out
}

// TestJoinedLikeHarfBuzz: so does the shaper that browsers use, with a font whose glyphs are named after their forms.
// The letter ى is left out: it stands at the end of a word, where all agree, and joins the letter behind it in Uyghur
// alone.
func TestJoinedLikeHarfBuzz(t *testing.T) {
	const font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
	shape, err := exec.LookPath("hb-shape")
	if err != nil {
		t.Skip("hb-shape (Debian: libharfbuzz-bin) is not installed")
	}
	r := rand.New(rand.NewPCG(3, 4))
	letters := []rune("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوي")
	var words []string
	for range 2000 {
		words = append(words, arabicWord(r, letters))
	}
	c := exec.Command(shape, "--no-positions", "--no-clusters", "--features=-dlig,-mark,-mkmk,-ccmp", font)
	c.Stdin = strings.NewReader(strings.Join(words, "\n") + "\n")
	out, err := c.Output()
	if err != nil {
		t.Skipf("hb-shape: %v (the font is Debian's fonts-dejavu-core)", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, word := range words {
		var names []string
		for _, form := range reversed(shaped(word)) {
			if kind, ok := formOf[form]; ok && kind == isolated && form < 0xFEF5 {
				form = letterOf(form) // the font has one glyph for both
			}
			names = append(names, fmt.Sprintf("uni%04X", form))
		}
		if want := "[" + strings.Join(names, "|") + "]"; lines[i] != want {
			t.Errorf("%+q: HarfBuzz has %s, ours are %s", word, lines[i], want)
		}
	}
}

// TestArabicIsDrawn: every letter of Arabic, its digits and its signs have pictures on panels of 16 rows; on 8 rows
// they are boxes, each letter counted once whatever its form.
func TestArabicIsDrawn(t *testing.T) {
	s := must.Get(Open(Options{Rows: 32}))(t)
	const all = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي پچژگکی لا لأ لإ لآ ٠١٢٣٤٥٦٧٨٩ ،؛؟ مَرْحَبًا بِكُمْ"
	f := s.Letters(10)
	if !f.Draws(all) {
		t.Errorf("%d rows do not draw all of Arabic", f.Cap())
	}
	for _, r := range all {
		if unicode.IsLetter(r) {
			for _, word := range []string{string(r), string(r) + "ب", "ب" + string(r) + "ب", "ب" + string(r)} {
				if !f.Draws(word) {
					t.Errorf("%+q is not drawn", word)
				}
			}
		}
	}
	if s.Normal.Draws("سلام") {
		t.Error("8 rows draw Arabic: tell it in docs/fonts.md")
	}
	s.Normal.Line([]Span{{"ببب", white}})
	if got := s.Unknown()["Arabic"]; got != 1 {
		t.Errorf("%d letters were counted, want 1", got)
	}
}

// TestArabicRunsFromRightToLeft, joined without a gap.
func TestArabicRunsFromRightToLeft(t *testing.T) {
	s := must.Get(Open(Options{Rows: 32}))(t)
	if !RightToLeft("سلام") {
		t.Error("Arabic text does not begin at the right")
	}
	f := s.Letters(10)
	m := f.Line([]Span{{"بب", white}}).Image
	for x := range m.Rect.Dx() {
		dark := true
		for y := range m.Rect.Dy() {
			dark = dark && m.RGBAAt(x, y).A == 0
		}
		if dark {
			t.Errorf("column %d of %d parts two joined letters", x, m.Rect.Dx())
		}
	}
}
