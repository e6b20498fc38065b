// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"testing"
	"unicode"
)

// repertoire is what both faces must draw. Alphabets are written out: a font
// that lacks a letter of a language is of no use for it.
var repertoire = []struct {
	name, chars string
	alphabet    bool // no two of its characters may look the same
}{
	{"ASCII", span(' ', '~'), true},
	{"Latin-1", span(0xA0, 0xAC) + span(0xAE, 0xFF), false},
	{"Latin Extended-A", span(0x100, 0x17F), false},
	{"German", "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞabcdefghijklmnopqrstuvwxyzäöüß", true},
	{"French", "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿaceinouy", true},
	{"Spanish and Portuguese", "ÁÂÃÀÇÉÊÍÑÓÔÕÚÜáâãàçéêíñóôõúüacinou¿¡ªº?!", true},
	{"Nordic", "ÅÄÆÖØÐÞÁÉÍÓÚÝåäæöøðþáéíóúýaoedpyÅ", true},
	{"Polish", "AĄCĆEĘLŁNŃOÓSŚZŹŻaącćeęlłnńoósśzźż", true},
	{"Czech and Slovak", "AÁÄCČDĎEÉĚIÍLĹĽNŇOÓÔRŔŘSŠTŤUÚŮYÝZŽaáäcčdďeéěiílĺľnňoóôrŕřsštťuúůyýzž", true},
	{"Hungarian", "AÁEÉIÍOÓÖŐUÚÜŰaáeéiíoóöőuúüű", true},
	{"Croatian and Slovene", "CČĆDĐSŠZŽcčćdđsšzž", true},
	{"Romanian", "AĂÂIÎSȘTȚaăâiîsștț", true},
	{"Turkish and Azeri", "CÇEƏGĞIİOÖSŞUÜcçeəgğıioösşuü", true},
	{"Baltic", "AĀĄCČEĒĖĘGĢIĪĮKĶLĻNŅOÕSŠUŪŲZŽaāącčeēėęgģiīįkķlļnņoõsšuūųzž", true},
	{"Esperanto and Maltese", "CĈĊGĜĠHĤĦJĴSŜUŬZŻcĉċgĝġhĥħjĵsŝuŭzż", true},
	{"Welsh", "AÂEÊIÎOÔUÛWŴẀẂẄYŶỲÝŸaâeêiîoôuûwŵẁẃẅyŷỳýÿ", true},
	{"Irish", "ÁÉÍÓÚáéíóúḂḃĊċḊḋḞḟĠġṀṁṖṗṠṡṪṫ", true},
	{"Vietnamese", vietnamese + strings.ToUpper(vietnamese), true},
	{"Greek", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", true},
	{"Russian", "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя", true},
	{"Ukrainian and Belarusian", "ГҐЕЄЁИІЇЙУЎЫгґеєёиіїйуўы", true},
	{"Serbian and Macedonian", "ЂЈЉЊЋЏЃЌЅЦЧШђјљњћџѓќѕцчшЀЍѐѝ", true},
	{"Bulgarian", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюяЍѝ", true},
	{"Kazakh", "АӘГҒЕЁИЙІКҚНҢОӨУҰҮХҺаәгғеёийікқнңоөуұүхһ", true},
	{"Hebrew", "אבגדהוזחטיךכלםמןנסעףפץצקרשת־׳״", true},
	{"punctuation", "‐‑‒–—―‖‗‘’‚‛“”„‟†‡•‣…‰′″‴‹›‼⁄", false},
	{"spaces", "\u00A0\u2002\u2003\u2007\u2009\u200A\u202F\u3000", false},
	{"currency", "$¢£¤¥ƒ₡₣₤₦₩₪₫€₭₮₱₲₴₵₸₹₺₼₽₾₿", true},
	{"arrows", "←↑→↓↔↕↖↗↘↙↦↩↪↵↺↻⇄⇅⇆⇐⇑⇒⇓⇔⇦⇧⇨⇩⤴⤵⟳⟲➔➜➡⬅⬆⬇", false},
	{"fractions", "¼½¾⅐⅑⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞", true},
	{"superscripts and subscripts", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", true},
	{"mathematics", "+−×÷±∓=≠≈≃≅≡<>≤≥≪≫∀∂∃∅∆∇∈∋∏∑√∝∞∟∠∥∧∨∩∪∫∴∵∼⊂⊃⊆⊇⊕⊗⊥⋅⋮⋯⌈⌉⌊⌋⟨⟩", true},
	{"letterlike", "№℃℉ℓ™℮©®ªº°", true},
	{"box drawing", span(0x2500, 0x257F), false},
	{"block elements", span(0x2580, 0x259F), false},
	{"shapes", "■□▪▫▬▲△▶▷▼▽◀◁◆◇◈◉◌○◎●◐◑◒◓◔◕◢◣◤◥◦◯★☆✓✔✕✖☐☑☒", true},
	{"weather", "☀☁☂☃☄☼❄⚡☽☾°", true},
	{"music", "♩♪♫♬♭♮♯", true},
	{"cards and hearts", "♠♣♥♦♡♢♀♂⚀⚁⚂⚃⚄⚅", true},
	{"things", "☎✉✎✂⚙⚠⚐⚑⚓☠☢☮☹☺☻✈⌂⌘⏏⏻⏸⏩⏪⏭⏮", true},
}

const vietnamese = "aàảãáạăằẳẵắặâầẩẫấậeèẻẽéẹêềểễếệiìỉĩíịoòỏõóọôồổỗốộơờởỡớợuùủũúụưừửữứựyỳỷỹýỵdđ"

func span(from, to rune) string {
	var s strings.Builder
	for r := from; r <= to; r++ {
		s.WriteRune(r)
	}
	return s.String()
}

func TestCoverage(t *testing.T) {
	s := openSet(t)
	for _, tt := range repertoire {
		for _, f := range []*Face{s.Normal, s.Small} {
			seen := map[string]rune{}
			for _, r := range tt.chars {
				if !f.draws(r) && compatible(cluster{base: r}) == nil {
					t.Errorf("%s: the face with capitals of %d does not draw %c (U+%04[3]X) whole", tt.name, f.Cap(), r)
				}
				look := art(f, string(r))
				if other, ok := seen[look]; ok && tt.alphabet && other != r {
					t.Errorf("%s: in the face with capitals of %d, %c and %c look the same", tt.name, f.Cap(), other, r)
				}
				seen[look] = r
			}
		}
	}
	if n := s.Unknown(); len(n) != 0 {
		t.Errorf("boxes were drawn: %v", n)
	}
}

// No two letters and digits, nor any other characters that are easily taken for each other, differ in one pixel only,
// which is soon missed; in the larger sizes they differ in more.
func TestDistinct(t *testing.T) {
	s := openSet(t)
	letters := []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&?!@$%åäáâéèêíſ",
		"1Il|i!", "Зэ3", "ИНП", "ЛП", "ЦЩШ", "ьъы", "דר", "הח", "וז", "סם"}
	apart(t, s.Normal, 2, letters)
	apart(t, s.Small, 2, letters)
	for _, c := range cuts {
		groups := []string{"0123456789"}
		if c.letters {
			groups = append(groups, "0ODQ", "1lI|i!", "6G8B", "5S2Z", "uvn", "ao", "ceo", "Зэ3", "ИНП", "ЛП", "ЦЩШ", "ьъы",
				"є8e", "ßB8")
		}
		apart(t, s.Digits(c.rows), 3, groups)
	}
}

// apart wants the characters of each group to differ in so many pixels.
func apart(t *testing.T, f *Face, least int, groups []string) {
	t.Helper()
	for _, group := range groups {
		rs := []rune(group)
		for i, a := range rs {
			for _, b := range rs[:i] {
				if n := differ(art(f, string(a)), art(f, string(b))); n < least {
					t.Errorf("the face with capitals of %d: %c and %c differ in %d pixels", f.Cap(), a, b, n)
				}
			}
		}
	}
}

// Signs and pictographs that mean different things are different pictures.
func TestSignsDistinct(t *testing.T) {
	s := openSet(t)
	const emoji = "\uFE0F"
	for _, group := range [][]string{
		{"‼", "⁉", "❗", "❓"}, {"❌", "❎", "✅", "✖" + emoji}, {"✖", "✘"}, {"♣", "♧"}, {"♠", "♤"}, {"♥", "♡"},
		{"🚆", "🚂", "🚄", "🚇", "🚊", "🚃", "🚌"}, {"🏢", "🏥", "🏦", "🏭", "🏠"}, {"🐟", "🐬"},
		strings.Split("🚨 💬 💭 💥 🪟 🧺 🧹 🤷 🤦 🤝 🙈 📁 💾 🎓 👑 🍟 🚁 🎨 🚰 🧯 📻", " "),
	} {
		for _, f := range []*Face{s.Normal, s.Small} {
			for i, a := range group {
				if !f.Draws(a) {
					t.Errorf("%s is not drawn", a)
				}
				for _, b := range group[:i] {
					if bytes.Equal(f.Line([]Span{{a, white}}).Image.Pix, f.Line([]Span{{b, white}}).Image.Pix) {
						t.Errorf("%s and %s look the same", a, b)
					}
				}
			}
		}
	}
}

// A mark stands clear of the letter that it would make illegible.
func TestClearMarks(t *testing.T) {
	f := openSet(t).Small
	for _, r := range "åéèê" {
		rows := strings.Split(strings.TrimSpace(art(f, string(r))), "\n")
		if got := rows[2]; strings.Contains(got, "#") {
			t.Errorf("%c has no dark row below its mark:\n%s", r, strings.Join(rows, "\n"))
		}
	}
}

// What would have one mark drawn over the other is not shown as ours.
func TestCrowded(t *testing.T) {
	s := openSet(t)
	for _, f := range []*Face{s.Normal, s.Small} {
		for _, r := range "ǻǟǡǼȪȰǕ" {
			if f.draws(r) {
				t.Errorf("%c is said to be drawn whole", r)
			}
		}
		for _, r := range "ếẤΐå" {
			if !f.draws(r) {
				t.Errorf("%c is said not to be drawn whole", r)
			}
		}
	}
}

// LEDs show dark colours as black: a third of every picture is bright, but of
// those of dark things.
func TestBrightPictographs(t *testing.T) {
	const dark = "💣🖤🤎🌑🌚⚫⬛🏴🟤🐻💩"
	for k, g := range small() {
		bright, lit := 0, 0
		for _, c := range g.pix {
			if c.A == 0 || c == (color.RGBA{A: 255}) {
				continue
			}
			lit++
			if 30*int(c.R)+59*int(c.G)+11*int(c.B) >= 95*100 {
				bright++
			}
		}
		if 3*bright < lit && !strings.ContainsRune(dark, k.character()) {
			t.Errorf("%c (U+%04[1]X) has %d bright pixels of %d", k.character(), bright, lit)
		}
	}
}

func differ(a, b string) int {
	if len(a) != len(b) {
		return max(len(a), len(b))
	}
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// There are enough pictographs, all of the same size.
func TestPictographs(t *testing.T) {
	looks := map[string]bool{}
	for k, g := range small() {
		if g.w != 8 || len(g.rows) != 8 || g.pix == nil {
			t.Errorf("%c (U+%04[1]X) is %d by %d, want 8 by 8 in colour", k.character(), g.w, len(g.rows))
		}
		looks[fmt.Sprint(g.pix)] = true
	}
	if len(looks) < 120 {
		t.Errorf("%d pictographs, want at least 120", len(looks))
	}
	t.Logf("%d pictures for %d characters", len(looks), len(small()))
}

// No glyph leaves the rows of its face, and none is all dark but spaces.
func TestGlyphs(t *testing.T) {
	s := openSet(t)
	faces := []*Face{s.Normal, s.Small, s.Clock}
	for _, c := range cuts {
		faces = append(faces, s.Digits(c.rows))
	}
	for _, f := range faces {
		for k, g := range f.books[0].glyphs {
			from, to := g.ink()
			if (from == to) != unicode.IsSpace(k.character()) {
				t.Errorf("U+%04X of %d rows shows nothing", k.character(), f.Cap())
			}
			if len(g.rows) != f.Height() || g.top != f.Ascent() {
				t.Errorf("U+%04X of %d rows has %d rows, %d above the baseline",
					k.character(), f.Cap(), len(g.rows), g.top)
			}
		}
	}
}

// TestUndrawnPictographs are left out beside words and other pictures, with a space of theirs; alone an empty frame
// stands for each. There is no box, and each is counted once.
func TestUndrawnPictographs(t *testing.T) {
	s := openSet(t)
	const none = "\U0001FAF8" // a hand that nobody has drawn
	if s.Normal.emoji([]rune(none)[0]) != nil {
		t.Fatal("it is drawn: take another one")
	}
	for _, row := range []struct{ why, text, like string }{
		{"before a word", none + " Dentist", "Dentist"},
		{"behind one", "Dentist " + none, "Dentist"},
		{"between two", "to " + none + " bed", "to bed"},
		{"beside a picture", "🔥" + none, "🔥"},
		{"in Hebrew", none + " שלום", "שלום"},
		{"a sequence", none + "\U0001F3FD\u200D" + none + " ok", "ok"},
		{"alone it has a frame", none, "\uFFFC"},
		{"two alone", none + none, "\uFFFC\uFFFC"},
		{"two with a space", none + " " + none, "\uFFFC \uFFFC"},
		{"two beside a word", none + none + " ok", "ok"},
	} {
		for _, f := range []*Face{s.Normal, s.Small, s.Letters(10), s.Letters(16), s.Digits(8)} {
			got, want := f.Line([]Span{{row.text, white}}), f.Line([]Span{{row.like, white}})
			if got.Image.Rect != want.Image.Rect || !bytes.Equal(got.Image.Pix, want.Image.Pix) || !f.Draws(row.text) {
				t.Errorf("%s, capitals of %d rows: %q is not drawn as %q", row.why, f.Cap(), row.text, row.like)
			}
			if f.Width(row.text) != got.Image.Rect.Dx() {
				t.Errorf("%s: Width differs from the picture's", row.why)
			}
		}
	}
	if got := s.Unknown()["Common"] + s.Unknown()["Unknown"]; got != 1 {
		t.Errorf("%v were counted, want 1", s.Unknown())
	}
}
