// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"image/color"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

var (
	white = color.RGBA{255, 255, 255, 255}
	red   = color.RGBA{255, 0, 0, 255}
)

func openSet(t testing.TB) *Set {
	t.Helper()
	return must.Get(Open(Options{}))(t)
}

// art draws text as ASCII.
func art(f *Face, text string) string { return pixtest.String(f.Line([]Span{{text, white}}).Image) }

func TestLine(t *testing.T) {
	s := openSet(t)
	pixtest.Equal(t, s.Normal.Line([]Span{{"Hé", white}, {"y", red}}).Image, `
		#..#...#......
		#..#..#.......
		#..#..##..R..R
		####.#..#.R..R
		#..#.####.R..R
		#..#.#.....RRR
		#..#..###....R
		..........RRR.
	`)
	pixtest.Equal(t, s.Small.Line([]Span{{"Hé", white}, {"y", red}}).Image, `
		......#....
		#.#..#.....
		#.#.....R.R
		###.###.R.R
		#.#.##...RR
		#.#.###...R
		........RR.
	`)
}

// A letter that is drawn with one mark is not taken when another stands between.
func TestBlockedMark(t *testing.T) {
	pixtest.Equal(t, openSet(t).Small.Line([]Span{{"ế", white}}).Image, `
		.#..#
		#.##.
		.....
		.###.
		.##..
		.###.
		.....
	`)
}

// The pixels are alpha-premultiplied as they were given; the rest is clear.
func TestTranslucent(t *testing.T) {
	c := color.RGBA{0x40, 0x20, 0, 0x80}
	m := openSet(t).Normal.Line([]Span{{"i", c}}).Image
	if got := m.RGBAAt(0, 0); got != c {
		t.Errorf("the dot is %v, want %v", got, c)
	}
	if got := m.RGBAAt(0, 1); got != (color.RGBA{}) {
		t.Errorf("the background is %v, want clear", got)
	}
}

func TestMetrics(t *testing.T) {
	s := openSet(t)
	for _, tt := range []struct {
		name                         string
		face                         *Face
		ascent, descent, height, cap int
	}{
		{"normal fits 8 rows", s.Normal, 7, 1, 8, 7},
		{"small stands above a bar in row 7", s.Small, 6, 1, 7, 5},
		{"clock is as high as normal", s.Clock, 7, 1, 8, 7},
		{"16 rows", s.Normal.Scale(2), 14, 2, 16, 14},
		{"scales multiply", s.Normal.Scale(2).Scale(2), 28, 4, 32, 28},
		{"a scale of nothing is 1", s.Normal.Scale(0), 7, 1, 8, 7},
		{"a scale has an end", s.Normal.Scale(1000), 7 * 16, 16, 8 * 16, 7 * 16},
	} {
		f := tt.face
		if f.Ascent() != tt.ascent || f.Descent() != tt.descent || f.Height() != tt.height || f.Cap() != tt.cap {
			t.Errorf("%s: ascent %d, descent %d, height %d, cap %d", tt.name, f.Ascent(), f.Descent(), f.Height(), f.Cap())
		}
		if m := f.Line([]Span{{"Xg", white}}).Image.Bounds(); m.Dy() != tt.height || m.Dx() != f.Width("Xg") {
			t.Errorf("%s: line is %v, want %d by %d", tt.name, m, f.Width("Xg"), tt.height)
		}
	}
}

func TestWidth(t *testing.T) {
	f := openSet(t).Normal
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 0},
		{"a letter has no gap behind it", "H", 4},
		{"one column between letters", "HH", 9},
		{"a space counts to the end", "H ", 7},
		{"blocks touch", "█████", 25},
		{"but not a letter", "H█", 10},
		{"invisible characters have no width", "H\u200BH\u00AD", 9},
		{"an emoji has 8 columns", "🔥", 8},
	} {
		if got := f.Width(tt.text); got != tt.want {
			t.Errorf("%s: %q has %d columns, want %d", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestScale(t *testing.T) {
	pixtest.Equal(t, openSet(t).Normal.Scale(2).Line([]Span{{"i.", white}}).Image, `
		##....
		##....
		......
		......
		##....
		##....
		##....
		##....
		##....
		##....
		##....
		##....
		##..##
		##..##
		......
		......
	`)
}

// The clock stands still while its digits change and its colon blinks.
func TestClock(t *testing.T) {
	f := openSet(t).Clock
	for _, text := range []string{"11:11", "00:00", "23 59", "\u20079:05", "--:--"} {
		if got := f.Width(text); got != 25 {
			t.Errorf("%q has %d columns, want 25", text, got)
		}
	}
	if got := f.Width("12:34 PM"); got != 37 {
		t.Errorf("a time of twelve hours has %d columns, want 37", got)
	}
	if f.Width("12 h") <= f.Width("12") {
		t.Error("letters that the clock has not are not taken from the normal face")
	}
}

// Text that means the same draws the same.
func TestSame(t *testing.T) {
	s := openSet(t)
	for _, tt := range []struct{ name, a, b string }{
		{"decomposed Latin", "é", "e\u0301"},
		{"decomposed with two marks", "ệ", "e\u0302\u0323"},
		{"the other order", "ệ", "e\u0323\u0302"},
		{"decomposed Cyrillic", "йё", "и\u0306е\u0308"},
		{"decomposed Greek", "ΐ", "ι\u0308\u0301"},
		{"a Hungarian letter", "ő", "o\u030B"},
		{"a letter with a horn and a mark", "ỡ", "o\u031B\u0303"},
		{"Ångström sign", "Å", "\u212B"},
		{"ligature", "ﬁ", "fi"},
		{"full width", "ＡＢ１", "AB1"},
		{"mathematical bold", "𝗛𝗶", "Hi"},
		{"circled", "①", "1"},
		{"degree Celsius", "℃", "°C"},
		{"roman", "Ⅳ", "IV"},
		{"line end", "a\nb\tc", "a b c"},
		{"no-break space", "a\u00A0b", "a b"},
		{"Hebrew without points", "שלום", "שָׁלוֹם"},
		{"a mark that is not drawn", "a", "a\u0489"},
		{"a flag of a country", "🇩🇪", "DE"},
		{"keycap", "1️⃣", "1"},
		{"skin tone", "👍", "👍🏽"},
		{"variation selector", "🔥", "🔥\uFE0F"},
		{"family", "👨", "👨‍👩‍👧"},
		{"profession", "👩", "👩🏾‍🚒"},
		{"heart on fire", "❤️", "❤️‍🔥"},
		{"flag of a region", "🏴", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"},
		{"text style", "❤", "❤\uFE0E"},
		{"direction marks", "ab", "a\u200Eb\u2069"},
		{"carriage return", "a b", "a\rb"},
	} {
		for _, f := range []*Face{s.Normal, s.Small} {
			if a, b := art(f, tt.a), art(f, tt.b); a != b {
				t.Errorf("%s: %q draws\n%sbut %q\n%s", tt.name, tt.a, a, tt.b, b)
			}
		}
	}
	if n := s.Unknown(); len(n) != 0 {
		t.Errorf("boxes were drawn: %v", n)
	}
}

// A character with two looks takes the one that is asked for.
func TestPresentation(t *testing.T) {
	s := openSet(t)
	for _, tt := range []struct {
		name, text string
		color      bool
	}{
		{"the sun is text", "☀", false},
		{"and a picture on demand", "☀\uFE0F", true},
		{"lightning is a picture", "⚡", true},
		{"and text on demand", "⚡\uFE0E", false},
		{"no text look: a picture", "🌡", true},
		{"a picture that is not drawn is the sign", "⚓", false},
	} {
		for _, f := range []*Face{s.Normal, s.Small} {
			m := f.Line([]Span{{tt.text, white}}).Image
			color := false
			for i := 0; i < len(m.Pix); i += 4 {
				color = color || m.Pix[i+3] != 0 && (m.Pix[i] != 255 || m.Pix[i+2] != 255)
			}
			if color != tt.color {
				t.Errorf("%s: %q is in colour: %v", tt.name, tt.text, color)
			}
		}
	}
}

// A pictograph loses a row in the small face, the one that is missed least.
func TestSqueeze(t *testing.T) {
	s := openSet(t)
	for text, want := range map[string]string{
		"🔴": `
			..####..
			.######.
			########
			########
			########
			.######.
			..####..
		`,
		"❌": `
			##....##
			###..###
			.######.
			..####..
			.######.
			###..###
			##....##
		`,
		"☁\uFE0F": `
			........
			..###...
			.######.
			########
			########
			########
			.######.
		`,
	} {
		pixtest.EqualLit(t, s.Small.Line([]Span{{text, white}}).Image, want)
	}
}

func TestUnknown(t *testing.T) {
	s := openSet(t)
	if n := s.Unknown(); len(n) != 0 {
		t.Errorf("nothing was drawn, but %v is unknown", n)
	}
	s.Normal.Width("ᚠ")
	s.Normal.Line([]Span{{"ሀለሀ ᚠ กขก", white}})
	s.Small.Line([]Span{{"ሀ\uE000\uFFFF", white}})
	want := map[string]uint64{"Ethiopic": 2, "Runic": 1, "Thai": 2, "Unknown": 2}
	if got := s.Unknown(); !maps.Equal(got, want) {
		t.Errorf("unknown are %v, want %v", got, want)
	}
	pixtest.Equal(t, s.Normal.Line([]Span{{"ᚠ\U00020000", white}}).Image, `
		####.#######
		#..#.#.....#
		#..#.#.....#
		#..#.#.....#
		#..#.#.....#
		#..#.#.....#
		####.#######
		............
	`)
}

// What has a glyph depends on the scale: Arabic is 12 pixels high.
func TestDraws(t *testing.T) {
	s := must.Get(Open(Options{Rows: 16}))(t)
	for _, tt := range []struct {
		name, text string
		face       *Face
		want       bool
	}{
		{"nothing", "", s.Normal, true},
		{"letters, a picture, Hebrew", "Grüße 🔥 שָלום", s.Normal, true},
		{"a ligature of letters that are there", "ﬁ", s.Normal, true},
		{"invisible character", "a\u200Bb", s.Normal, true},
		{"runes", "aᚠ", s.Normal, false},
		{"Arabic is too high for 8 rows", "سلام", s.Normal, false},
		{"and fits 16", "a سلام", s.Normal.Scale(2), true},
		{"CJK of 7 rows", "日本", s.Normal, true},
		{"CJK beside small letters", "日", s.Small, true},
	} {
		if got := tt.face.Draws(tt.text); got != tt.want {
			t.Errorf("%s: Draws(%q) is %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
	if n := s.Unknown(); len(n) != 0 {
		t.Errorf("Draws counts: %v", n)
	}
}

func TestManyLines(t *testing.T) {
	f := openSet(t).Normal.Scale(MaxScale)
	m := f.Line([]Span{{strings.Repeat("W", 1e6), white}}).Image
	if got, most := m.Bounds().Dx(), 8192*6; got > most {
		t.Errorf("a million letters are %d pixels wide, want at most %d", got, most)
	}
	if got := f.Width("e" + strings.Repeat("\u0301", 1e6)); got != f.Width("é") {
		t.Errorf("a million accents are %d pixels wide, want %d", got, f.Width("é"))
	}
}

// Faces may be used by many goroutines at once, also while they read the
// pictographs.
func TestConcurrent(t *testing.T) {
	s := must.Get(Open(Options{Rows: 16}))(t)
	var wg sync.WaitGroup
	for _, f := range []*Face{s.Normal, s.Small, s.Clock, s.Normal.Scale(2)} {
		wg.Go(func() {
			f.Line([]Span{{"Grüße 🔥 שלום 日本 ᚠ", white}})
			s.Unknown()
		})
	}
	wg.Wait()
}

// The error of a bad file names the line; the other faces serve.
func TestOpenFaults(t *testing.T) {
	dir := t.TempDir()
	bad, good := filepath.Join(dir, "bad.bdf"), filepath.Join(dir, "good.bdf")
	write(t, bad, strings.Replace(sampleBDF, "BBX 8 7 0 0", "BBX 8 seven 0 0", 1))
	write(t, good, sampleBDF)
	s, err := Open(Options{Extra: []string{bad, filepath.Join(dir, "none.bdf"), good}})
	if err == nil {
		t.Fatal("a bad and a missing file are no error")
	}
	for _, want := range []string{"bad.bdf:14: ", "none.bdf: no such file"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
	if s.Normal.Line([]Span{{"日", white}}); len(s.Unknown()) != 0 {
		t.Error("the good file does not serve")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
}

// TestDrawsLongText: whether a face draws a long text takes as many looks as it has different
// letters, in every script.
func TestDrawsLongText(t *testing.T) {
	set := must.Get(Open(Options{Rows: 32}))(t)
	for _, letters := range []string{"\u0639\u0628", "\u0e01\u0e34", "a\u05d0", "\u202e\u0639", "x\u0301\u0323"} {
		short, long := letters, strings.Repeat(letters, 500)
		few := testing.AllocsPerRun(5, func() { set.Normal.Draws(short) })
		many := testing.AllocsPerRun(5, func() { set.Normal.Draws(long) })
		marks := 0 // each takes a place of its own
		for _, r := range long {
			if unicode.Is(unicode.Mn, r) {
				marks++
			}
		}
		if many > few+20+float64(marks) {
			t.Errorf("%q: %v allocations 500 times over, %v once", letters, many, few)
		}
	}
}
