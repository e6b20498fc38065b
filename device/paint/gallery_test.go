// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"flag"
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

var update = flag.Bool("update", false, "draw the gallery again: look at each picture that has changed")

const gallery = "testdata/gallery.txt"

// exhibits are notifications on panels of several sizes, each for its reason. One that
// moves is drawn at several times.
var exhibits = []struct {
	why  string
	size image.Point
	n    note.Notification
	look Look
	at   []time.Duration
}{
	{"one line in the middle", image.Pt(37, 8), shows(note.Frame{Text: wrote("Hi")}), Look{}, nil},
	{"at the left", image.Pt(37, 8), shows(note.Frame{Text: wrote("Hi"), Align: note.AlignLeft}), Look{}, nil},
	{"at the right, beside its icon", image.Pt(37, 8),
		shows(note.Frame{Icon: iconRef("1"), Text: wrote("Hi"), Align: note.AlignRight}), Look{}, nil},
	{"capitals between two sizes", image.Pt(37, 16), shows(note.Frame{Text: wrote("HIT")}), Look{}, nil},
	{"two lines, with the rows that are left between and around them", image.Pt(37, 20),
		shows(note.Frame{Text: wrote("Washer done")}), Look{}, nil},
	{"three paragraphs beside an icon of twice the size", image.Pt(48, 26),
		shows(note.Frame{Icon: iconRef("1"), Text: wrote("a\nb\nc")}), Look{}, nil},
	{"too long for its lines: one at half of the height", image.Pt(37, 16),
		shows(note.Frame{Text: wrote("Good morning\neverybody")}), Look{}, seconds(0, 5)},
	{"the icon above its text", image.Pt(16, 16), shows(note.Frame{Icon: iconRef("1"), Text: wrote("Hi")}), Look{}, nil},
	{"the icon above a chart", image.Pt(16, 24), shows(note.Frame{Icon: iconRef("1"), Chart: []float64{1, 2, 3, 4}}),
		Look{}, nil},
	{"small letters where the usual ones nearly fit", image.Pt(28, 8),
		shows(note.Frame{Text: wrote("Washer"), Fit: note.FitSmall}), Look{}, nil},
	{"cut off", image.Pt(16, 8), shows(note.Frame{Text: wrote("Washer"), Fit: note.FitCut}), Look{}, nil},
	{"cut off at its end, which is at the left", image.Pt(16, 8),
		shows(note.Frame{Text: wrote("שלום שלום"), Fit: note.FitCut}), Look{}, nil},
	{"scrolls, and comes again after a gap", image.Pt(16, 8), shows(note.Frame{Text: wrote("Washer")}), Look{},
		seconds(0, 1.6, 2, 3, 3.5)},
	{"scrolls to the right", image.Pt(16, 8), shows(note.Frame{Text: wrote("שלום שלום")}), Look{}, seconds(0, 2, 3)},
	{"scrolls at its own speed", image.Pt(16, 8), shows(note.Frame{Text: wrote("Washer"), Speed: 40}), Look{}, seconds(2)},
	{"begins later by its offset", image.Pt(16, 8), shows(note.Frame{Text: wrote("Washer"), TextOffset: 6}), Look{},
		seconds(0, 2)},
	{"pushes its icon out at each pass", image.Pt(20, 8),
		shows(note.Frame{Icon: iconRef("1"), Text: wrote("Washer"), Color: red, Push: note.PushEach}), Look{},
		seconds(0, 1.75, 2, 3.5, 4)},
	{"pushes it out once", image.Pt(20, 8),
		shows(note.Frame{Icon: iconRef("1"), Text: wrote("Washer"), Color: red, Push: note.PushOnce}), Look{},
		seconds(0, 1.75, 3.5, 4)},
	{"pushes it out in the middle of a higher panel", image.Pt(20, 12),
		shows(note.Frame{Icon: iconRef("1"), Text: wrote("Washer"), Color: red, Push: note.PushEach}), Look{},
		seconds(0, 1.75)},
	{"in two effects, pushes it out once for both", image.Pt(20, 8),
		shows(note.Frame{Icon: iconRef("1"), Push: note.PushEach,
			Text: []note.Fragment{{Text: "Was", Color: red}, {Text: "her", Effect: note.EffectBlink}}}), Look{},
		seconds(1.8, 2.2, 2.7)},

	{"a goal beside its icon", image.Pt(37, 8),
		shows(note.Frame{Icon: iconRef("1"), Goal: &note.Goal{Current: 72, End: 100, Unit: "%"}}), Look{}, nil},
	{"a goal in larger letters above a thicker bar", image.Pt(37, 20),
		shows(note.Frame{Color: red, Goal: &note.Goal{Current: 7, End: 10, Unit: "km"}}), Look{}, nil},
	{"a goal of a colour by its value", image.Pt(20, 8),
		shows(note.Frame{Goal: &note.Goal{Current: 5, End: 10},
			Levels: []note.Level{{From: 5, Color: green}, {From: 0, Color: red}, {From: 6, Color: blue}}}), Look{}, nil},
	{"a goal too long scrolls above its bar", image.Pt(16, 8),
		shows(note.Frame{Goal: &note.Goal{Current: 1234.5, End: 2000}}), Look{}, seconds(0, 2)},
	{"columns above and below 0, beside an icon of twice the size", image.Pt(43, 16),
		shows(note.Frame{Icon: iconRef("1"), Chart: []float64{1, -1, 3, 2, -2}}), Look{}, nil},
	{"a line on its dimmer columns", image.Pt(12, 8),
		shows(note.Frame{Color: red, Chart: []float64{1, 2, 3}, Line: []float64{3, 1, 2}}), Look{}, nil},
	{"a scale of its own, and a colour behind", image.Pt(12, 8),
		shows(note.Frame{Color: red, Back: blue, Chart: []float64{1, 2, 3}, Scale: &note.Scale{Low: 0, High: 6}}),
		Look{}, nil},
	{"progress below text on higher panels", image.Pt(37, 16),
		shows(note.Frame{Text: wrote("gy"), Progress: &note.Progress{Percent: 25, Color: red, Back: blue}}), Look{}, nil},
	{"two rows of progress below an icon", image.Pt(43, 32),
		shows(note.Frame{Icon: iconRef("1"), Text: wrote("gy"), Color: green, Progress: &note.Progress{Percent: 75}}),
		Look{}, nil},

	{"a rainbow goes over the letters", image.Pt(16, 8), shows(note.Frame{Text: wrote("HH"), Effect: note.EffectRainbow}),
		Look{}, seconds(0, 1)},
	{"a rainbow in the colours and the time of the frame", image.Pt(16, 8),
		shows(note.Frame{Text: wrote("HH"), Effect: note.EffectRainbow, Colors: []note.Color{red, blue},
			Period: 8 * time.Second}), Look{}, seconds(0, 4)},
	{"a palette in the look's colours, a second each", image.Pt(9, 8), shows(note.Frame{Text: wrote("H")}),
		Look{TextEffect: note.EffectPalette, TextColors: []note.Color{red, green, blue}}, seconds(0, 1, 2, 3)},
	{"text with a colour keeps it", image.Pt(9, 8), shows(note.Frame{Text: wrote("H"), Color: red}),
		Look{TextEffect: note.EffectPalette, TextColors: []note.Color{green, blue}}, seconds(0, 1)},
	{"fades to nothing and back in two seconds", image.Pt(9, 8),
		shows(note.Frame{Text: wrote("H"), Effect: note.EffectFade}), Look{}, seconds(0, 0.5, 1, 2)},
	{"blinks and fades in its own colours", image.Pt(16, 8),
		shows(note.Frame{Text: []note.Fragment{{Text: "H", Color: red, Effect: note.EffectBlink},
			{Text: "H", Color: green, Effect: note.EffectFade}}}), Look{}, seconds(0, 0.6)},
	{"blinks in its own time", image.Pt(9, 8),
		shows(note.Frame{Text: wrote("H"), Effect: note.EffectBlink, Period: 4 * time.Second}), Look{},
		seconds(0, 1.9, 2, 4)},

	{"information grows bright", image.Pt(37, 8), note.Notification{IconType: note.IconTypeInfo, Frames: says("Hi")},
		Look{}, seconds(0, 0.2, 2)},
	{"information on a higher panel", image.Pt(44, 18), note.Notification{IconType: note.IconTypeInfo, Frames: says("Hi")},
		Look{}, seconds(0.5)},
	{"an alert on a higher panel", image.Pt(37, 16), note.Notification{IconType: note.IconTypeAlert, Frames: says("Hi")},
		Look{}, seconds(0, 0.2)},
	{"two frames, the second one for as long as it says", image.Pt(9, 8),
		note.Notification{Frames: []note.Frame{{Text: wrote("A")}, {Text: wrote("B"), Duration: 5 * time.Second}}}, Look{},
		seconds(2.9, 3, 7.9, 8)},
	{"each frame comes in its own way", image.Pt(9, 8),
		note.Notification{Frames: []note.Frame{{Text: wrote("A")},
			{Text: wrote("B"), Transition: note.TransitionDefault + 1 + note.Transition(SlideTransition)}}},
		Look{Transition: Transition(render.SlideLeft)}, seconds(3.15, 6.15)},
	{"a colour behind all, of the look", image.Pt(9, 8), shows(note.Frame{Text: wrote("H"), Color: red}),
		Look{Background: note.Background{Color: blue}}, nil},
	{"a colour behind all, of the frame", image.Pt(9, 8),
		shows(note.Frame{Text: wrote("H"), Color: red, Background: note.Background{Color: green}}),
		Look{Background: note.Background{Color: blue}}, nil},

	{"lines in all directions", image.Pt(21, 11), draws(
		line(10, 5, 20, 5), line(10, 5, 20, 9), line(10, 5, 14, 10), line(10, 5, 10, 10), line(10, 5, 6, 10),
		line(10, 5, 0, 9),
		line(10, 5, 0, 5), line(10, 5, 0, 1), line(10, 5, 6, 0), line(10, 5, 10, 0), line(10, 5, 14, 0),
		line(10, 5, 20, 1)), Look{}, nil},
	{"circles of every small radius", image.Pt(36, 11),
		draws(circle(0, 1, 0), circle(3, 1, 1), circle(8, 2, 2), circle(15, 3, 3), circle(23, 4, 4), circle(36, 5, 6)),
		Look{}, nil},
	{"discs, also those that are outside in half", image.Pt(36, 11),
		draws(disc(0, 1, 0), disc(3, 1, 1), disc(8, 2, 2), disc(15, 11, 3), disc(22, 0, 4), disc(36, 5, 6)), Look{}, nil},
	{"rectangles of every small size, and none", image.Pt(21, 5),
		draws(rect(0, 0, 1, 1), rect(2, 0, 2, 1), rect(5, 0, 1, 2), rect(7, 0, 2, 2), rect(10, 0, 4, 4), rect(15, 0, 0, 3),
			rect(17, 1, 9, 9)), Look{}, nil},
	{"words and a picture", image.Pt(20, 8), draws(note.Shape{Kind: note.ShapeText, X: 1, Y: 1, Text: "Hi", Color: red},
		note.Shape{Kind: note.ShapeBitmap, X: 10, Y: 2, Width: 3, Height: 2,
			Pixels: note.Pixels{red, green, {}, blue, {}, red}}), Look{}, nil},
}

func shows(f note.Frame) note.Notification { return note.Notification{Frames: []note.Frame{f}} }

func draws(shapes ...note.Shape) note.Notification { return shows(note.Frame{Draw: shapes}) }

func wrote(s string) []note.Fragment { return []note.Fragment{{Text: s}} }

func line(x, y, x1, y1 int) note.Shape {
	return note.Shape{Kind: note.ShapeLine, X: x, Y: y, X1: x1, Y1: y1}
}

func circle(x, y, radius int) note.Shape {
	return note.Shape{Kind: note.ShapeCircle, X: x, Y: y, Radius: radius}
}

func disc(x, y, radius int) note.Shape {
	return note.Shape{Kind: note.ShapeDisc, X: x, Y: y, Radius: radius}
}

func rect(x, y, w, h int) note.Shape {
	return note.Shape{Kind: note.ShapeRect, X: x, Y: y, Width: w, Height: h}
}

func seconds(at ...float64) (list []time.Duration) {
	for _, s := range at {
		list = append(list, time.Duration(s*float64(time.Second)))
	}
	return list
}

// TestGallery compares what is drawn with the pictures in the file, which somebody has
// looked at.
func TestGallery(t *testing.T) {
	pictures := exhibited(t)
	if *update {
		must.Do(t, os.WriteFile(gallery, []byte(strings.Join(pictures, "\n")), 0o600))
	}
	want := must.Get(os.ReadFile(gallery))(t)
	known := strings.Split(string(want), "\n\n")
	if len(known) != len(pictures) {
		t.Fatalf("%d pictures, want %d", len(pictures), len(known))
	}
	for i, picture := range pictures {
		if strings.TrimSpace(picture) != strings.TrimSpace(known[i]) {
			t.Errorf("%s\nwant\n%s", picture, known[i])
		}
	}
}

// exhibited draws each of the exhibits at each of its times.
func exhibited(t *testing.T) (pictures []string) {
	sets := map[int]*fonts.Set{}
	for _, e := range exhibits {
		if sets[e.size.Y] == nil {
			sets[e.size.Y] = must.Get(fonts.Open(fonts.Options{Rows: e.size.Y}))(t)
		}
		if err := note.ValidateFrames("frames", e.n.Frames); err != nil {
			t.Fatalf("%s: %v", e.why, err)
		}
		p := &Painter{Size: e.size, Fonts: sets[e.size.Y], Icons: squares{}, Look: e.look}
		seq := p.Picture(&e.n)
		for _, at := range append(e.at, 0)[:max(len(e.at), 1)] {
			pictures = append(pictures, fmt.Sprintf("%s, at %v\n%s", e.why, at, pixtest.String(seen(seq, at))))
		}
	}
	return pictures
}
