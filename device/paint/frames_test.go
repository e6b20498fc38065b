// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

var white = color.RGBA{255, 255, 255, 255}

// squares answers every reference with a white square.
type squares struct{}

func (squares) Icon(icons.Ref) *icons.Icon {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return &icons.Icon{Frames: []icons.Frame{{Image: m}}}
}

func iconRef(s string) icons.Ref {
	r, err := icons.Parse(s)
	if err != nil {
		panic(err)
	}
	return r
}

func says(s string) []note.Frame { return []note.Frame{{Text: []note.Fragment{{Text: s}}}} }

// testPainter draws for a panel of this size with the letters of one of 8 rows.
func testPainter(t testing.TB, size image.Point) *Painter {
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	return &Painter{Size: size, Fonts: set, Icons: squares{}}
}

// drawn draws the picture of n on a panel of w×h at t.
func drawn(t *testing.T, w, h int, n note.Notification, at time.Duration) (*image.RGBA, *render.Sequence) {
	t.Helper()
	seq := testPainter(t, image.Pt(w, h)).Picture(&n)
	return seen(seq, at), seq
}

// seen is what w shows at t.
func seen(w render.Widget, t time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	render.Clear(m)
	w.Draw(m, image.Point{}, t)
	return m
}

// letters is how the face draws s, as lit pixels.
func letters(t *testing.T, s string) string {
	return pixtest.Lit(testPainter(t, image.Pt(37, 8)).Fonts.Normal.Line([]fonts.Span{{Text: s, Color: white}}).Image)
}

// columns cuts the columns from x to end out of art.
func columns(art string, x, end int) string {
	var s strings.Builder
	for line := range strings.Lines(art) {
		s.WriteString(line[x:end] + "\n")
	}
	return s.String()
}

func TestIconAndText(t *testing.T) {
	n := note.Notification{Cycles: 1, Frames: []note.Frame{{Icon: iconRef("1"), Text: wrote("hi")}}}
	m, _ := drawn(t, 37, 8, n, 0)
	art := pixtest.Lit(m)
	if got := columns(art, 0, 9); got != strings.Repeat("########.\n", 8) {
		t.Errorf("the icon fills columns 0 to 7, column 8 is dark; got\n%s", got)
	}
	hi := letters(t, "hi")
	w := strings.Index(hi, "\n")
	left := 9 + (28-w)/2
	if got := columns(art, left, left+w); got != hi {
		t.Errorf("text stands in the middle of the rest; got\n%swant\n%s", got, hi)
	}
}

func TestScrollingStaysOutOfTheIcon(t *testing.T) {
	n := shows(note.Frame{Icon: iconRef("1"), Text: wrote("a long text for it")})
	for at := time.Duration(0); at < 8*time.Second; at += 333 * time.Millisecond {
		m, _ := drawn(t, 37, 8, n, at)
		if got := columns(pixtest.Lit(m), 0, 9); got != strings.Repeat("########.\n", 8) {
			t.Fatalf("at %v the text runs into the icon:\n%s", at, got)
		}
	}
}

func TestGoalBar(t *testing.T) {
	rows := []struct {
		name string
		goal note.Goal
		bar  string
	}{
		{"a quarter", note.Goal{Start: 0, Current: 1, End: 4, Unit: "%"}, "#########----------------------------"},
		{"full", note.Goal{Start: 0, Current: 4, End: 4, Unit: ""}, strings.Repeat("#", 37)},
		{"no way to go is full", note.Goal{Start: 3, Current: 3, End: 3, Unit: ""}, strings.Repeat("#", 37)},
		{"beyond 32 bits", note.Goal{Start: -9e15, Current: 0, End: 9e15, Unit: ""}, "###################------------------"},
		{"beyond the end is clamped", note.Goal{Start: 0, Current: 9, End: 4, Unit: ""}, strings.Repeat("#", 37)},
		{"before the start is clamped", note.Goal{Start: 0, Current: -9, End: 4, Unit: ""}, strings.Repeat("-", 37)},
		{"negative range", note.Goal{Start: -10, Current: -5, End: 0, Unit: ""}, "###################------------------"},
		{"falling", note.Goal{Start: 100, Current: 75, End: 0, Unit: ""}, "#########----------------------------"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			m, _ := drawn(t, 37, 8, shows(note.Frame{Goal: &row.goal}), 0)
			lines := strings.Split(pixtest.String(m), "\n")
			if lines[7] != row.bar {
				t.Errorf("bar is\n%s want\n%s", lines[7], row.bar)
			}
			if !strings.Contains(strings.Join(lines[:6], ""), "#") {
				t.Error("no value above the bar")
			}
		})
	}
}

func TestChartBesideIcon(t *testing.T) {
	m, _ := drawn(t, 37, 8, shows(note.Frame{Icon: iconRef("1"), Chart: []float64{0, 8}}), 0)
	pixtest.EqualLit(t, m, `
		########................#############
		########................#############
		########................#############
		########................#############
		########................#############
		########................#############
		########................#############
		########................#############
	`)
}

func TestLeadIn(t *testing.T) {
	for _, k := range []note.IconType{note.IconTypeInfo, note.IconTypeAlert} {
		n := note.Notification{IconType: k, Cycles: 1, Frames: []note.Frame{{Chart: []float64{1}}}}
		lead, seq := drawn(t, 37, 8, n, 100*time.Millisecond)
		after, _ := drawn(t, 37, 8, n, time.Second)
		if art := pixtest.Lit(lead); !strings.Contains(art, "#") || art == pixtest.Lit(after) {
			t.Errorf("%v: the lead-in is\n%s", k, art)
		}
		if first, _ := drawn(t, 37, 8, note.Notification{Frames: n.Frames}, 0); pixtest.Lit(after) != pixtest.Lit(first) {
			t.Errorf("%v: after 1 s the first frame does not stand:\n%s", k, pixtest.Lit(after))
		}
		if seq.Length(1) != 6*time.Second {
			t.Errorf("%v: %v in all, want 1 s and 5 s", k, seq.Length(1))
		}
	}
}

// TestUrgent: a critical alert keeps a red ground that pulses.
func TestUrgent(t *testing.T) {
	black := color.RGBA{A: 255}
	alert := note.Notification{IconType: note.IconTypeAlert, Priority: note.PriorityCritical, Frames: says("Hi")}
	with := func(change func(n *note.Notification, p *Painter)) (n note.Notification, p *Painter) {
		n, p = alert, testPainter(t, image.Pt(64, 32))
		n.Frames = says("Hi")
		change(&n, p)
		return n, p
	}
	for _, row := range []struct {
		why         string
		change      func(n *note.Notification, p *Painter)
		first, half color.RGBA // at the corner: when the frame begins, and half of a pulse later
	}{
		{"a critical alert", func(*note.Notification, *Painter) {}, stays.color, embers},
		{"over the look's background", func(_ *note.Notification, p *Painter) { p.Look.Background.Color = green }, stays.color, embers},
		{"with a background of its own", func(n *note.Notification, _ *Painter) { n.Frames[0].Background.Color = green },
			green.Opaque(), green.Opaque()},
		{"a warning", func(n *note.Notification, _ *Painter) { n.Priority = note.PriorityWarning }, black, black},
		{"no alert", func(n *note.Notification, _ *Painter) { n.IconType = note.IconTypeInfo }, black, black},
		{"a low panel", func(_ *note.Notification, p *Painter) { p.Size.Y = 16 }, stays.color, embers},
		{"LEDs without shades", func(_ *note.Notification, p *Painter) { p.Monochrome = true }, black, black},
	} {
		n, p := with(row.change)
		seq := p.Picture(&n)
		if at := seen(seq, 0).RGBAAt(63, 0); row.first != black && at != alarm {
			t.Errorf("%s: the corner is %v at first, want the alarm's red", row.why, at)
		}
		for at, want := range map[time.Duration]color.RGBA{leadIn: row.first, leadIn + stays.period/2: row.half} {
			if got := seen(seq, at).RGBAAt(63, 0); got != want {
				t.Errorf("%s: the corner is %v after %v, want %v", row.why, got, at, want)
			}
		}
	}
}

// TestUrgentWords: words that stand are read from the first moment of a critical alert on, at one place.
func TestUrgentWords(t *testing.T) {
	for _, row := range []struct {
		words string
		seen  bool // during the lead-in
	}{{"Leak", true}, {"A text that is far too long to stand on any panel of this size, however small its letters are", false}} {
		n := note.Notification{IconType: note.IconTypeAlert, Priority: note.PriorityCritical, Frames: says(row.words)}
		n.Frames[0].Icon, n.Frames[0].Text[0].Color = iconRef("1"), green
		seq := testPainter(t, image.Pt(64, 64)).Picture(&n)
		var places []image.Rectangle // of the words
		for _, at := range []time.Duration{0, leadIn / 4, leadIn / 2, leadIn - 1, leadIn} {
			m := seen(seq, at)
			places = append(places, area(m.Rect, func(x, y int) bool { return m.RGBAAt(x, y) == green.Opaque() }))
		}
		for i, place := range places[:4] {
			if place.Empty() == row.seen || row.seen && place != places[4] {
				t.Errorf("%.10q: in picture %d the words are in %v, then in %v", row.words, i, place, places[4])
			}
		}
	}
}

// itemsOf is what a text on the whole panel becomes.
func itemsOf(p *Painter, text string) []typeset.Item {
	s := setting{Painter: p, frame: &note.Frame{}, room: image.Rectangle{Max: p.Size}}
	s.layout([]fonts.Span{{Text: text, Color: white}})
	return s.items
}

// TestLayout: what fits stands still, in lines that do not touch, in the middle of the
// rows; nothing becomes a box that a larger size could draw.
func TestLayout(t *testing.T) {
	rows := []struct {
		name, text string
		size       image.Point
		lines      int
		scrolls    bool
	}{
		{"a word is large", "Hi", image.Pt(64, 32), 1, false},
		{"two words in two lines", "Good morning", image.Pt(64, 32), 2, false},
		{"lines share the rows that are left", "Happy gym day HEY TEAM jumpy TYPE", image.Pt(64, 32), 3, false},
		{"lines on many rows stay together", "Temperature:\n-21.5 °C", image.Pt(64, 64), 2, false},
		{"a line end is one", "Door\nopen", image.Pt(64, 32), 2, false},
		{"a line end of two characters", "a\r\nb", image.Pt(64, 32), 2, false},
		{"a line end on one row scrolls", "Door\nis open now", image.Pt(37, 8), 1, true},
		{"a line end on one row that fits", "a\nb", image.Pt(37, 8), 1, false},
		{"a line end left at the end", "a\n", image.Pt(37, 8), 1, false},
		{"line ends left at both ends", "\r\n \nHi\n\n", image.Pt(64, 32), 1, false},
		{"one between paragraphs stays", "a\n\nb", image.Pt(64, 32), 3, false},
		{"nothing but line ends", "\n\n", image.Pt(37, 8), 1, false},
		{"too many line ends for the rows", "a\n\n\nb", image.Pt(64, 16), 1, false},
		{"ideographs break anywhere", "日本語テスト", image.Pt(64, 32), 2, false},
		{"no size at which ideographs become boxes", strings.Repeat("日本語テスト", 5), image.Pt(64, 32), 1, true},
		{"too long for any size", strings.Repeat("word ", 40), image.Pt(64, 32), 1, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			set := must.Get(fonts.Open(fonts.Options{Rows: row.size.Y}))(t)
			p := testPainter(t, row.size)
			p.Fonts = set
			items := itemsOf(p, row.text)
			last := items[len(items)-1]
			if len(items) != row.lines || last.Scrolls != row.scrolls {
				t.Fatalf("%d lines, scrolls %v; want %d, %v", len(items), last.Scrolls, row.lines, row.scrolls)
			}
			for i := 1; i < len(items); i++ {
				if between := items[i].Ink.Min.Y - items[i-1].Ink.Max.Y; between < 1 && row.size.Y > 8 && items[i-1].Text != "" {
					t.Errorf("%d rows above line %d", between, i)
				}
			}
			if top, below := items[0].Body.Min.Y, row.size.Y-last.Body.Max.Y; row.size.Y > 8 && max(top-below, below-top) > 2 {
				t.Errorf("%d rows above the lines and %d below", top, below)
			}
			if n := len(set.Unknown()); n != 0 {
				t.Errorf("boxes for %v", set.Unknown())
			}
		})
	}
}

// TestHebrewScrolls: from its beginning, which is its right end, to the right.
func TestHebrewScrolls(t *testing.T) {
	const hebrew = "שלום עולם שלום עולם"
	line := pixtest.Lit(
		testPainter(t, image.Pt(37, 8)).Fonts.Normal.LineIn([]fonts.Span{{Text: hebrew, Color: white}}, true).Image)
	w := strings.Index(line, "\n")
	for at, right := range map[time.Duration]int{0: w, render.Hold + time.Second: w - 20} {
		m, _ := drawn(t, 37, 8, note.Notification{Frames: says(hebrew)}, at)
		if got, want := pixtest.Lit(m), columns(line, right-37, right); got != want {
			t.Errorf("at %v\n%swant\n%s", at, got, want)
		}
	}
}

// TestMonochromeBars: LEDs that are only on or off show a shade as they show the ink, so
// the rest of a bar is dark.
func TestMonochromeBars(t *testing.T) {
	for name, f := range map[string]note.Frame{
		"goal":     {Goal: &note.Goal{Start: 0, Current: 1, End: 4, Unit: "%"}},
		"progress": {Text: wrote("hi"), Progress: &note.Progress{Percent: 25}},
	} {
		p := testPainter(t, image.Pt(37, 8))
		p.Monochrome = true
		m := seen(p.Picture(new(shows(f))), 0)
		if got, want := strings.Split(pixtest.Lit(m), "\n")[7], strings.Repeat("#", 9)+strings.Repeat(".", 28); got != want {
			t.Errorf("%s: the bar is\n%s want\n%s", name, got, want)
		}
	}
}

// TestTallGoal: its value is smaller rather than scrolling.
func TestTallGoal(t *testing.T) {
	p := testPainter(t, image.Pt(64, 32))
	for label, scrolls := range map[string]bool{"%": false, "metres": false, "kilometres of the way to the sea": true} {
		w, _ := p.Frame(&note.Frame{Goal: &note.Goal{Start: 0, Current: 1234, End: 2000, Unit: label}})
		layers := w.(*typeset.Page).Layers
		if _, moves := layers[0].Widget.(*render.Marquee); moves != scrolls {
			t.Errorf("1234 %s scrolls: %v", label, moves)
		}
	}
}

// TestIconGoesOn: an animation beside a text is not cut at the end of a pass.
func TestIconGoesOn(t *testing.T) {
	m := func(c color.RGBA) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 1, 1))
		m.SetRGBA(0, 0, c)
		return m
	}
	a := render.NewAnimation([]*image.RGBA{m(white), m(below)}, []time.Duration{2 * time.Second, 2 * time.Second}, 0)
	seq := render.NewSequence(render.Step{}, 0, render.Transition{}, render.Step{Widget: a, For: 3 * time.Second})
	dst := image.NewRGBA(image.Rect(0, 0, 1, 1))
	if seq.Draw(dst, image.Point{}, 3500*time.Millisecond); dst.RGBAAt(0, 0) != below {
		t.Error("the icon starts over with the second pass")
	}
}

// TestWidgets: whatever a notification is made of is a pure, clipped widget.
func TestWidgets(t *testing.T) {
	notes := map[string]note.Notification{
		"text":      {Frames: says("hi")},
		"scrolling": {Frames: says("a long text for it")},
		"hebrew":    {Frames: says("שלום עולם שלום עולם")},
		"goal": {
			Frames: []note.Frame{{Icon: iconRef("1"),
				Goal: &note.Goal{Start: 0, Current: 5000, End: 10000, Unit: "kilometres"}}}},
		"chart": {Frames: []note.Frame{{Chart: []float64{1, -5, 3}}}},
		"all": {Frames: []note.Frame{{Icon: iconRef("1"), Chart: []float64{1, 2, 3}},
			{Icon: iconRef("1"), Text: wrote("two\nlines")}}},
		"japanese": {Frames: says("日本語テスト表示")},
		"lead-in":  {IconType: note.IconTypeAlert, Frames: append(says("hi"), says("a long text for it")...)},
	}
	for name, n := range notes {
		for _, size := range []image.Point{{37, 8}, {64, 32}, {8, 8}, {9, 8}, {8, 16}, {16, 16}} {
			t.Run(name+size.String(), func(t *testing.T) {
				p := testPainter(t, size)
				p.Look.Smooth = true
				rendertest.Check(t, p.Picture(&n))
			})
		}
	}
}
