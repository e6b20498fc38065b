// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/rendertest"
)

var (
	red   = note.Color{R: 255, Set: true}
	green = note.Color{G: 255, Set: true}
	blue  = note.Color{B: 255, Set: true}
)

// rich are frames with what there is beyond the device API.
var rich = map[string]note.Frame{
	"rainbow":  {Text: wrote("long enough to scroll"), Effect: note.EffectRainbow},
	"gradient": {Text: wrote("hi"), Effect: note.EffectGradient, Colors: []note.Color{red, blue}},
	"palette":  {Text: wrote("long enough to scroll"), Effect: note.EffectPalette, Period: 900 * time.Millisecond},
	"blink":    {Text: wrote("hi"), Effect: note.EffectBlink},
	"fade":     {Text: wrote("hi ☀"), Effect: note.EffectFade},
	"fragments": {Text: []note.Fragment{{Text: "21 ", Color: red}, {Text: "°C", Effect: note.EffectBlink},
		{Text: " and so on", Effect: note.EffectRainbow}}},
	"aside": {Icon: iconRef("1"), Text: wrote("hi"), Effect: note.EffectRainbow, IconOffset: 30,
		TextOffset: -30},
	"moved": {Icon: iconRef("1"), Text: wrote("long enough to scroll"), Push: note.PushEach, IconOffset: -3,
		TextOffset: 20, Background: note.Background{Name: "fire"}, Pace: 0.3},
	"pushed": {Icon: iconRef("1"), Text: wrote("long enough to scroll"), Push: note.PushEach},
	"left": {Icon: iconRef("1"), Text: wrote("long enough to scroll"), Push: note.PushOnce,
		Effect: note.EffectFade},
	"cut": {Text: wrote("long enough to scroll"), Fit: note.FitCut, Align: note.AlignRight},
	"scenery": {Text: wrote("hi"), Background: note.Background{Name: "plasma"}, Overlay: note.OverlaySnow,
		Progress: &note.Progress{Percent: 40}},
	"colour": {Goal: &note.Goal{Current: 0.5, End: 1}, Background: note.Background{Color: blue},
		Levels: []note.Level{{From: 0, Color: red}}},
	"fire": {Background: note.Background{Name: "fire"}, Transition: note.TransitionFade},
	"plot": {Chart: []float64{1, -2.5, 3}, Line: []float64{0, 1, 2, 3}, Scale: &note.Scale{Low: -3, High: 3}},
	"line": {Icon: iconRef("1"), Line: []float64{0, 1, 2, 3}},
	"drawn": {Draw: []note.Shape{
		{Kind: note.ShapeFill, Width: 1024, Height: 1024, X: -500, Y: -500, Color: blue},
		{Kind: note.ShapeDisc, X: 8, Y: 4, Radius: 1024},
		{Kind: note.ShapeText, X: -3, Y: -2, Text: "hi"}, {Kind: note.ShapeLine, X: -1024, Y: 1024, X1: 1024, Y1: -1024},
	}},
}

// TestRichWidgets: each is pure, clipped, honest about its changes, and allocates
// nothing.
func TestRichWidgets(t *testing.T) {
	sizes := []image.Point{{37, 8}, {64, 32}, {8, 8}, {16, 16}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for name, f := range rich {
		for _, size := range sizes {
			t.Run(name+size.String(), func(t *testing.T) {
				must.Do(t, note.ValidateFrames("frames", []note.Frame{f}))
				p := testPainter(t, size)
				p.Look.Smooth = true
				rendertest.Check(t, p.Picture(&note.Notification{Frames: []note.Frame{f}}))
			})
		}
	}
}

// TestRichPictures: what is where, pixel by pixel.
func TestRichPictures(t *testing.T) {
	hi := wrote("Hi")
	for _, row := range []struct {
		why   string
		frame note.Frame
		w, h  int
		at    time.Duration
		want  string
	}{
		{"a gradient from left to right",
			note.Frame{Text: hi, Effect: note.EffectGradient, Colors: []note.Color{red, blue}}, 9, 8, 0, `
			.R..m.B..
			.R..m....
			.R..m.B..
			.R?mm.B..
			.R..m.B..
			.R..m.B..
			.R..m.B..
			.........`},
		{"a rectangle, a disc and a circle", note.Frame{Draw: []note.Shape{
			{Kind: note.ShapeRect, X: 0, Y: 0, Width: 4, Height: 3, Color: red},
			{Kind: note.ShapeDisc, X: 7, Y: 3, Radius: 2, Color: green},
			{Kind: note.ShapeCircle, X: 13, Y: 3, Radius: 3, Color: blue},
		}}, 17, 7, 0, `
			RRRR........BBB..
			R..R..GGG..B...B.
			RRRR.GGGGGB.....B
			.....GGGGGB.....B
			.....GGGGGB.....B
			......GGG..B...B.
			............BBB..`},
		{"a line, a fill and a bitmap over it", note.Frame{Draw: []note.Shape{
			{Kind: note.ShapeLine, X: 0, Y: 3, X1: 5, Y1: 0, Color: red},
			{Kind: note.ShapeFill, X: 6, Y: 1, Width: 3, Height: 2, Color: green},
			{Kind: note.ShapeBitmap, X: 6, Y: 1, Width: 2, Height: 2, Pixels: note.Pixels{blue, {}, {}, blue}},
		}}, 9, 4, 0, `
			.....R...
			...RR.BGG
			.RR...GBG
			R........`},
		{"the frame's colour where a command has none", note.Frame{Color: red, Draw: []note.Shape{{X: 1}, {X: 99}, {X: -1}}},
			3, 1, 0, ".R."},
		{"progress under a drawing",
			note.Frame{Draw: []note.Shape{{}}, Progress: &note.Progress{Percent: 50, Color: red, Back: blue}}, 4, 8, 0, `
			#...
			....
			....
			....
			....
			....
			....
			RRBB`},
		{"columns and line by their values", note.Frame{
			Chart:  []float64{1, 2, 3, -1},
			Levels: []note.Level{{From: 3, Color: red}, {From: 2, Color: green}, {From: -9, Color: blue}},
		}, 4, 4, 0, `
			..R.
			.GR.
			BGR.
			...B`},
		{"a drawing behind the text",
			note.Frame{Text: hi, Color: blue, Draw: []note.Shape{{Kind: note.ShapeFill, Width: 9, Height: 4, Color: red}}}, 9, 8,
			0, `
			RBRRBRBRR
			RBRRBRRRR
			RBRRBRBRR
			RBBBBRBRR
			.B..B.B..
			.B..B.B..
			.B..B.B..
			.........`},
		{"in front of it, and of the progress",
			note.Frame{Text: hi, Color: blue, DrawFront: true, Progress: &note.Progress{Color: blue},
				Draw: []note.Shape{{Kind: note.ShapeFill, Width: 9, Height: 4, Color: red}, {Y: 7, Color: red}}}, 9, 8, 0, `
			RRRRRRRRR
			RRRRRRRRR
			RRRRRRRRR
			RRRRRRRRR
			.B..B.B..
			.B..B.B..
			.B..B.B..
			R--------`},
		{"a colour behind columns", note.Frame{Chart: []float64{1, 2}, Color: red, Back: blue}, 4, 2, 0, `
			BBRR
			RRRR`},
		{"text moved to the left", note.Frame{Text: hi, Color: red, TextOffset: -1}, 9, 8, 0, `
			R..R.R...
			R..R.....
			R..R.R...
			RRRR.R...
			R..R.R...
			R..R.R...
			R..R.R...
			.........`},
		{"an icon moved to the right, under the text",
			note.Frame{Icon: iconRef("1"), Text: hi, Color: red, IconOffset: 6}, 17, 8, 0, `
			......####R##R.R.
			......####R##R...
			......####R##R.R.
			......####RRRR.R.
			......####R##R.R.
			......####R##R.R.
			......####R##R.R.
			......########...`},
		{"a colour behind", note.Frame{Background: note.Background{Color: blue}, Draw: []note.Shape{{X: 1, Color: red}}}, 3,
			1, 0, "BRB"},
	} {
		t.Run(row.why, func(t *testing.T) {
			m, _ := drawn(t, row.w, row.h, shows(row.frame), row.at)
			pixtest.Equal(t, m, row.want)
		})
	}
}

// textOf lays the text of f out beside an icon, if it has one, on a panel of 37×8.
func textOf(t *testing.T, f note.Frame) *setting {
	t.Helper()
	p := testPainter(t, image.Pt(37, 8))
	_, room, shown := p.places(&f, p.iconSize())
	spans, styles := p.styled(&f)
	s := &setting{Painter: p, frame: &f, room: room, styles: styles}
	if shown {
		s.icon = Icon(p.Icons.Icon(f.Icon))
	}
	s.layout(spans)
	return s
}

// TestFit: what is nearly too wide takes the small face, unless it is to scroll.
func TestFit(t *testing.T) {
	p := testPainter(t, image.Pt(37, 8))
	text := "Washer ok"
	wide := p.Fonts.Normal.Width(text)
	if wide <= 37 {
		t.Fatalf("%q fits in the usual letters, which shows nothing", text)
	}
	for _, row := range []struct {
		why     string
		text    string
		fit     note.Fit
		width   int // of what is drawn
		scrolls bool
	}{
		{"text with room stays", "Washer", note.FitSmall, p.Fonts.Normal.Width("Washer"), false},
		{"near", text, note.FitSmall, p.Fonts.Small.Width(text), false},
		{"near, but it is to scroll", text, note.FitScroll, 37, true},
		{"near, but it is to be cut", text, note.FitCut, 37, false},
		{"too wide for that", "Washer ready", note.FitSmall, 37, true},
		{"no small letters for it", "日本語日本", note.FitSmall, 37, true},
	} {
		s := textOf(t, note.Frame{Text: says(row.text)[0].Text, Fit: row.fit})
		if got := s.layers[0].Widget.Size().X; got != row.width || s.pass > 0 != row.scrolls {
			t.Errorf("%s: %d wide, a pass of %v; want %d, scrolls %v", row.why, got, s.pass, row.width, row.scrolls)
		}
	}
	if p.Fonts.Small.Width(text) > 37 || p.Fonts.Small.Width(text) >= wide {
		t.Error("the small face is not smaller")
	}
}

// TestAlign: where text stands that fits.
func TestAlign(t *testing.T) {
	for _, row := range []struct {
		align note.Align
		icon  bool
		want  int
	}{{note.AlignLeft, false, 0}, {note.AlignCenter, false, 15}, {note.AlignRight, false, 31}, {note.AlignLeft, true, 9},
		{note.AlignRight, true, 31}} {
		f := note.Frame{Text: wrote("Hi"), Align: row.align}
		if row.icon {
			f.Icon = iconRef("1")
		}
		if got := textOf(t, f).layers[0].At.X; got != row.want {
			t.Errorf("%v, icon %v: at %d, want %d", row.align, row.icon, got, row.want)
		}
	}
}

// TestCutIsTheBeginning: of text that is read from the right, the right end.
func TestCutIsTheBeginning(t *testing.T) {
	for text, left := range map[string]bool{"Washer ready": true, "שלום עולם שלום עולם": false} {
		s := textOf(t, note.Frame{Text: says(text)[0].Text, Fit: note.FitCut})
		m := s.layers[0].Widget.(*render.Still).Image
		if got := m.Rect.Min.X == 0; got != left || m.Rect.Dx() != 37 {
			t.Errorf("%s: columns %v", text, m.Rect)
		}
	}
}

// TestSpeed: a frame's own goes before the device's.
func TestSpeed(t *testing.T) {
	long := wrote("long enough to scroll")
	slow, fast := textOf(t, note.Frame{Text: long}), textOf(t, note.Frame{Text: long, Speed: 2 * render.DefaultSpeed})
	if 2*(fast.pass-render.Hold) != slow.pass-render.Hold {
		t.Errorf("%v at twice the speed of %v", fast.pass, slow.pass)
	}
}

// TestPush: text takes the icon along; it comes back, or not.
func TestPush(t *testing.T) {
	lit := func(push note.Push, at time.Duration) string {
		f := note.Frame{Icon: iconRef("1"), Text: wrote("long enough to scroll"), Color: red, Push: push}
		p := testPainter(t, image.Pt(37, 8))
		w, _ := p.Frame(&f)
		return pixtest.String(seen(w, at))[:9]
	}
	pass := textOf(t,
		note.Frame{Icon: iconRef("1"), Text: wrote("long enough to scroll"), Push: note.PushOnce}).pass
	moved := render.Hold + 250*time.Millisecond // 5 pixels
	for _, row := range []struct {
		why  string
		push note.Push
		at   time.Duration
		want string
	}{
		{"it stays", note.PushNot, moved, "########"},
		{"it is there at first", note.PushOnce, 0, "########"},
		{"it goes", note.PushOnce, moved, "###."},
		{"it stays away", note.PushOnce, pass, "........"},
		{"it is back", note.PushEach, pass, "########"},
	} {
		if got := lit(row.push, row.at); got[:len(row.want)] != row.want {
			t.Errorf("%s: %s", row.why, got)
		}
	}
}

// TestScenery: an effect has its full light far from letters, and the frames of a
// notification share it; what there is not is nothing.
func TestScenery(t *testing.T) {
	p := testPainter(t, image.Pt(37, 8))
	sum := func(f note.Frame) (n int) {
		w, _ := p.Frame(&f)
		m := seen(w, time.Second)
		for x := range 4 { // no letters are there
			c := m.RGBAAt(x, 0)
			n += int(c.R) + int(c.G) + int(c.B)
		}
		return n
	}
	plasma := note.Background{Name: "plasma"}
	alone, behind := sum(note.Frame{Background: plasma}), sum(note.Frame{Background: plasma, Text: wrote("Hi")})
	if behind == 0 || behind != alone {
		t.Errorf("%d alone, %d far from text", alone, behind)
	}
	made := scenery{}
	first, _ := made.background("life", p.Size)
	if again, ok := made.background("life", p.Size); !ok || again != first {
		t.Error("it is made again for each frame")
	}
	if _, ok := made.background("nothing", p.Size); ok {
		t.Error("there is a background that there is not")
	}
}

// TestOverlaysAreAll: what the note names, package effects has, and the other way
// round.
func TestOverlaysAreAll(t *testing.T) {
	for _, name := range effects.Overlays() {
		o, err := enum.Read[note.Overlay](name)
		if _, ok := (scenery{}).overlay(o, image.Pt(8, 8)); err != nil || !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if last := note.Overlay(len(effects.Overlays())); last.String() == "unknown" || (last+1).String() != "unknown" {
		t.Errorf("the last of %v is %v", effects.Overlays(), last)
	}
}

// TestTransitionsAreAll: a frame may name every transition of the look.
func TestTransitionsAreAll(t *testing.T) {
	if got, want := note.Transitions(), Transitions(); !slices.Equal(got, want) {
		t.Errorf("a frame may name\n%v, the look\n%v", got, want)
	}
	p := testPainter(t, image.Pt(37, 8))
	p.Look.Transition = FadeTransition
	for _, row := range []struct {
		of   note.Transition
		want render.Style
	}{{note.TransitionDefault, render.Fade}, {note.TransitionNone, render.Cut}, {note.TransitionSlide, render.Slide},
		{20, render.Random}} {
		if got := p.Enter(&note.Frame{Transition: row.of}); got.Style != row.want || got != Transition(row.want).Render() {
			t.Errorf("%d is %+v", row.of, got)
		}
	}
}

// TestTransitionOfAFrame: the second frame slides in, the first one, in the next pass,
// cuts, whatever the look says.
func TestTransitionOfAFrame(t *testing.T) {
	p := testPainter(t, image.Pt(9, 8))
	p.Look.Transition = FadeTransition
	fill := func(c note.Color, by note.Transition) note.Frame {
		return note.Frame{Background: note.Background{Color: c}, Transition: by, Duration: time.Second}
	}
	w := p.Picture(
		&note.Notification{Frames: []note.Frame{fill(red, note.TransitionNone), fill(blue, note.TransitionSlide)}})
	for at, want := range map[time.Duration]string{
		time.Second + transitionTime/2: "R\nR\nB\nB\nB\nB\nB\nB", 2*time.Second + 1: "R\nR\nR\nR\nR\nR\nR\nR",
	} {
		pixtest.Equal(t, seen(w, at).SubImage(image.Rect(0, 0, 1, 8)), want)
	}
}

// TestStandOfRich: an effect does not make a frame stand longer, nor shorter.
func TestStandOfRich(t *testing.T) {
	p := testPainter(t, image.Pt(37, 8))
	for name, want := range map[string]time.Duration{"gradient": standText, "blink": standText, "fade": standText,
		"cut": standText, "fire": standText, "drawn": standText, "plot": standChart, "line": standChart,
		"colour": standChart} {
		if _, got := p.Frame(new(rich[name])); got != want {
			t.Errorf("%s stands for %v, want %v", name, got, want)
		}
	}
	plain, dyed := textOf(t, note.Frame{Text: rich["rainbow"].Text}), rich["rainbow"]
	if _, got := p.Frame(&dyed); got != plain.pass {
		t.Errorf("a rainbow that scrolls stands for %v, want %v", got, plain.pass)
	}
}

// TestBandsOfLevels: the highest level that a value reaches.
func TestBandsOfLevels(t *testing.T) {
	levels := []note.Level{{From: 10, Color: red}, {From: 0, Color: green}}
	for v, want := range map[float64]color.RGBA{-1: white, 0: green.Opaque(), 9.9: green.Opaque(), 10: red.Opaque(),
		99: red.Opaque()} {
		if got := note.ColorAt(levels, v).Or(white); got != want {
			t.Errorf("%v is %v, want %v", v, got, want)
		}
	}
}

// TestLookOfFrames: what a frame does not name is the look's, and what it names is
// its own: each row is drawn as the frame that names all of it, with no look.
func TestLookOfFrames(t *testing.T) {
	hi := wrote("Hi")
	inRed := []note.Fragment{{Text: "Hi", Color: red}}
	two := []note.Color{red, blue}
	plasma, black := note.Background{Name: "plasma"}, note.Background{Color: note.Color{Set: true}}
	for _, row := range []struct {
		why   string
		look  Look
		frame note.Frame
		same  note.Frame
	}{
		{"the look's effect and colours", Look{TextEffect: note.EffectGradient, TextColors: two}, note.Frame{Text: hi},
			note.Frame{Text: hi, Effect: note.EffectGradient, Colors: two}},
		{"those of the effect", Look{TextEffect: note.EffectRainbow}, note.Frame{Text: hi},
			note.Frame{Text: hi, Effect: note.EffectRainbow}},
		{"the frame's effect in the look's colours", Look{TextColors: two}, note.Frame{Text: hi, Effect: note.EffectPalette},
			note.Frame{Text: hi, Effect: note.EffectPalette, Colors: two}},
		{"the frame's effect", Look{TextEffect: note.EffectRainbow}, note.Frame{Text: hi, Effect: note.EffectPlain},
			note.Frame{Text: hi}},
		{"the fragment's effect", Look{TextEffect: note.EffectRainbow},
			note.Frame{Text: []note.Fragment{{Text: "Hi", Effect: note.EffectBlink}}},
			note.Frame{Text: hi, Effect: note.EffectBlink}},
		{"text with its own colour", Look{TextEffect: note.EffectRainbow}, note.Frame{Text: inRed}, note.Frame{Text: inRed}},
		{"a frame with its own colour", Look{TextEffect: note.EffectPalette}, note.Frame{Text: hi, Color: red},
			note.Frame{Text: inRed}},
		{"which may blink", Look{TextEffect: note.EffectBlink}, note.Frame{Text: inRed},
			note.Frame{Text: inRed, Effect: note.EffectBlink}},
		{"a widget in its own colour", Look{TextEffect: note.EffectRainbow}.Inked(red), note.Frame{Text: hi},
			note.Frame{Text: inRed}},
		{"the look's background", Look{Background: plasma}, note.Frame{Text: hi}, note.Frame{Text: hi, Background: plasma}},
		{"the frame's background", Look{Background: plasma}, note.Frame{Text: hi, Background: black},
			note.Frame{Text: hi, Background: black}},
		{"the look's overlay", Look{Overlay: note.OverlaySnow}, note.Frame{Text: hi},
			note.Frame{Text: hi, Overlay: note.OverlaySnow}},
		{"the frame's overlay", Look{Overlay: note.OverlaySnow}, note.Frame{Text: hi, Overlay: note.OverlayRain},
			note.Frame{Text: hi, Overlay: note.OverlayRain}},
		{"nothing for apps", Look{Background: plasma, Overlay: note.OverlaySnow}.WithoutScenery(), note.Frame{Text: hi},
			note.Frame{Text: hi}},
	} {
		p := testPainter(t, image.Pt(37, 8))
		p.Look = row.look
		w := p.Picture(&note.Notification{Frames: []note.Frame{row.frame}})
		for _, at := range []time.Duration{0, 700 * time.Millisecond, 1300 * time.Millisecond} {
			got := seen(w, at)
			want, _ := drawn(t, 37, 8, shows(row.same), at)
			if !slices.Equal(got.Pix, want.Pix) {
				t.Errorf("%s, at %v:\n%s\nwant\n%s", row.why, at, pixtest.String(got), pixtest.String(want))
			}
		}
		rendertest.Check(t, w)
	}
}
