// SPDX-License-Identifier: Apache-2.0

package note

import (
	"encoding"
	"errors"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/effects"
)

// TestEveryFault: the words of each, and that the value beside it is allowed.
func TestEveryFault(t *testing.T) {
	sound := func(change func(*Sound)) func(*Notification) {
		return func(n *Notification) {
			n.Sound = &Sound{Category: "alarms", ID: "alarm1"}
			change(n.Sound)
		}
	}
	url := func(s string) func(*Notification) { return sound(func(v *Sound) { *v = Sound{URL: s} }) }
	frame := func(change func(*Frame)) func(*Notification) { return func(n *Notification) { change(&n.Frames[0]) } }
	for _, row := range []struct {
		why    string
		change func(*Notification)
		faults string // each on a line
	}{
		{"the least there can be", func(*Notification) {}, ""},
		{"no frames", func(n *Notification) { n.Frames = nil }, ErrNoFrames.Error()},
		{"the most frames", func(n *Notification) { n.Frames = slices.Repeat(lines("x"), MaxFrames) }, ""},
		{"a frame of nothing", func(n *Notification) { n.Frames = append(lines("a"), Frame{}) },
			"model.frames[1]: has none of icon, text, goalData, chartData"},
		{"empty text is text", func(n *Notification) { n.Frames = lines("") }, ""},
		{"the most characters", func(n *Notification) { n.Frames = lines(strings.Repeat("ж", MaxText)) }, ""},
		{"an icon alone", frame(func(f *Frame) { *f = Frame{Icon: must.Get(icons.Parse("i1"))(t)} }), ""},
		{"two faults", func(n *Notification) { n.Lifetime, n.Cycles = -1, -1 },
			"lifetime: -1e-06, want 0 to 31622400000 ms\nmodel.cycles: -1, want 0 to 1000000"},
		{"the default lifetime, 2 minutes", func(n *Notification) { n.Lifetime = DefaultLifetime + MaxLifetime },
			"lifetime: 3.162252e+10, want 0 to 31622400000 ms"},
		{"shown at once or never", func(n *Notification) { n.Lifetime = 0 }, ""},
		{"the longest lifetime", func(n *Notification) { n.Lifetime = MaxLifetime }, ""},
		{"longer", func(n *Notification) { n.Lifetime = MaxLifetime + time.Millisecond },
			"lifetime: 3.1622400001e+10, want 0 to 31622400000 ms"},
		{"until dismissed", func(n *Notification) { n.Cycles = 0 }, ""},
		{"the most cycles", func(n *Notification) { n.Cycles = MaxCount }, ""},
		{"more", func(n *Notification) { n.Cycles = MaxCount + 1 }, "model.cycles: 1000001, want 0 to 1000000"},
		{"the shortest frame", frame(func(f *Frame) { f.Duration = MinDuration }), ""},
		{"shorter", frame(func(f *Frame) { f.Duration = 999 * time.Millisecond }),
			"model.frames[0].duration: 999, want 1000 to 60000 ms"},
		{"the longest frame", frame(func(f *Frame) { f.Duration = MaxDuration }), ""},
		{"longer", frame(func(f *Frame) { f.Duration = MaxDuration + time.Millisecond }),
			"model.frames[0].duration: 60001, want 1000 to 60000 ms"},
		{"a goal alone", frame(func(f *Frame) { *f = Frame{Goal: &Goal{End: 1}} }), ""},
		{"a chart alone", frame(func(f *Frame) { *f = Frame{Chart: []float64{0}} }), ""},
		{"an empty chart with text", frame(func(f *Frame) { f.Chart = []float64{} }),
			"model.frames[0].chartData: has no values"},
		{"the longest unit", frame(func(f *Frame) { f.Goal = &Goal{End: 1, Unit: strings.Repeat("ж", MaxUnit)} }), ""},
		{"longer", frame(func(f *Frame) { f.Goal = &Goal{End: 1, Unit: strings.Repeat("ж", MaxUnit+1)} }),
			"model.frames[0].goalData.unit: 33 characters, at most 32 are allowed"},
		{"text in pieces counts as one",
			frame(func(f *Frame) { f.Text = []Fragment{{Text: strings.Repeat("a", 1024)}, {Text: "b"}} }),
			"model.frames[0].text: 1025 characters, at most 1024 are allowed"},
		{"too many frames are not looked at", func(n *Notification) { n.Frames = make([]Frame, 33) },
			"model.frames: 33 frames, at most 32 are allowed"},

		{"a value beyond whole numbers", frame(func(f *Frame) { f.Goal = &Goal{Current: 1e16, End: 1} }),
			"model.frames[0].goalData.current: 1e+16, want a number from -9007199254740992 to 9007199254740992"},
		{"no number", frame(func(f *Frame) { f.Chart = []float64{math.NaN()} }),
			"model.frames[0].chartData[0]: NaN, want a number from -9007199254740992 to 9007199254740992"},
		{"without an end", frame(func(f *Frame) { f.Line = []float64{0, math.Inf(-1)} }),
			"model.frames[0].line[1]: -Inf, want a number from -9007199254740992 to 9007199254740992"},
		{"an empty line", frame(func(f *Frame) { f.Line = []float64{} }), "model.frames[0].line: has no values"},
		{"a scale upside down", frame(func(f *Frame) { f.Scale = &Scale{1, 1} }),
			"model.frames[0].chartRange: 1 to 1; the first must be below the second"},
		{"a level without a colour", frame(func(f *Frame) { f.Levels = []Level{{From: 1}} }),
			"model.frames[0].thresholds[0].color: is missing, want #RRGGBB"},
		{"too many levels", frame(func(f *Frame) { f.Levels = make([]Level, 17) }),
			"model.frames[0].thresholds: 17 colours, at most 16 are allowed"},
		{"one colour is no gradient", frame(func(f *Frame) { f.Colors = make([]Color, 1) }),
			"model.frames[0].colors: 1 colours, want 2 to 16"},
		{"the shortest period", frame(func(f *Frame) { f.Period = MinPeriod }), ""},
		{"shorter", frame(func(f *Frame) { f.Period = MinPeriod - 1 }),
			"model.frames[0].effectPeriod: 99.999999, want 100 to 60000 ms"},
		{"the fastest scrolling", frame(func(f *Frame) { f.Speed = MaxSpeed }), ""},
		{"faster", frame(func(f *Frame) { f.Speed = math.NaN() }), "model.frames[0].scrollSpeed: NaN, want 1 to 200"},
		{"all of it", frame(func(f *Frame) { f.Progress = &Progress{Percent: 100} }), ""},
		{"more than that", frame(func(f *Frame) { f.Progress = &Progress{Percent: 100.5} }),
			"model.frames[0].progress: 100.5, want 0 to 100"},
		{"a background", frame(func(f *Frame) { *f = Frame{Background: Background{Name: "fire"}} }), ""},
		{"none that there is", frame(func(f *Frame) { f.Background.Name = "x" }),
			`model.frames[0].background: "x", want #RRGGBB or one of ` + strings.Join(effects.Backgrounds(), ", ")},
		{"enumerations of a program's mistake", frame(func(f *Frame) { f.Effect, f.Fit, f.Overlay = 99, 99, 99 }),
			"model.frames[0].effect: 99, want 0 to 6\nmodel.frames[0].fit: 99, want 0 to 2\n" +
				"model.frames[0].overlay: 99, want 0 to 7"},
		{"a drawing alone", frame(func(f *Frame) { *f = Frame{Draw: []Shape{{}}} }), ""},
		{"nothing drawn", frame(func(f *Frame) { f.Draw = []Shape{} }), "model.frames[0].draw: has no commands"},
		{"too much drawn", frame(func(f *Frame) { f.Draw = make([]Shape, 257) }),
			"model.frames[0].draw: 257 commands, at most 256 are allowed"},
		{"far away", frame(func(f *Frame) { f.Draw = []Shape{{X: -1025}, {Kind: ShapeDisc, Radius: -1}} }),
			"model.frames[0].draw[0].pixel: x -1025, want -1024 to 1024\n" +
				"model.frames[0].draw[1].disc: radius -1, want 0 to 1024"},
		{"a bitmap with a hole",
			frame(func(f *Frame) { f.Draw = []Shape{{Kind: ShapeBitmap, Width: 2, Height: 2, Pixels: make(Pixels, 3)}} }),
			"model.frames[0].draw[0].bitmap: 3 colours, want 4 for 2×2 pixels"},
		{"bitmaps together", frame(func(f *Frame) {
			b := Shape{Kind: ShapeBitmap, Width: 64, Height: 33, Pixels: make(Pixels, 64*33)}
			f.Draw = []Shape{b, b}
		}), "model.frames[0].draw: 4224 pixels of bitmaps, at most 4096 are allowed"},
		{"texts together", frame(func(f *Frame) {
			f.Draw = []Shape{{Kind: ShapeText, Text: strings.Repeat("a", 1000)},
				{Kind: ShapeText, Text: strings.Repeat("a", 25)}}
		}), "model.frames[0].draw: 1025 characters of text, at most 1024 are allowed"},

		{"a sound", sound(func(*Sound) {}), ""},
		{"for ever", sound(func(s *Sound) { s.Repeat = 0 }), ""},
		{"the most repeats", sound(func(s *Sound) { s.Repeat = MaxCount }), ""},
		{"more", sound(func(s *Sound) { s.Repeat = MaxCount + 1 }), "model.sound.repeat: 1000001, want 0 to 1000000"},
		{"fewer than none", sound(func(s *Sound) { s.Repeat = -1 }), "model.sound.repeat: -1, want 0 to 1000000"},
		{"a ringtone", sound(func(s *Sound) { *s = Sound{Tune: "a::c"} }), ""},
		{"one with an unknown note", sound(func(s *Sound) { *s = Sound{Tune: "a::x"} }),
			`model.sound.tune: the note "x": want a note such as 8c, f#6., 16p or 4g`},
		{"no sound", sound(func(s *Sound) { *s = Sound{} }), "model.sound: has no sound"},
		{"no sound, and no fallback either", sound(func(s *Sound) { *s = Sound{Fallback: &Sound{}} }),
			"model.sound: has no sound\nmodel.sound.fallback: has no sound"},
		{"an id of no category", sound(func(s *Sound) { *s = Sound{ID: "x"} }),
			`model.sound.id: "x", want a sound of any category`},
		{"an id without its category", sound(func(s *Sound) { s.Category = "" }),
			`model.sound.category: "", want one of notifications, alarms`},
		{"an unknown category", sound(func(s *Sound) { s.Category = "music" }),
			`model.sound.category: "music", want one of notifications, alarms`},
		{"an id of the other category", sound(func(s *Sound) { s.ID = "cat" }),
			`model.sound.id: "cat", want a sound of category alarms`},
		{"a category without an id", sound(func(s *Sound) { s.ID = "" }),
			`model.sound.id: "", want a sound of category alarms`},
		{"http", url("http://h/a"), ""},
		{"https", url("https://h/a"), ""},
		{"ftp", url("ftp://h/a"), "model.sound.url: want an http or https URL"},
		{"no host", url("https:///a"), "model.sound.url: want an http or https URL"},
		{"no URL", url("http://h\x00/"), "model.sound.url: want an http or https URL"},
		{"the longest URL", url("http://h/" + strings.Repeat("a", MaxURL-9)), ""},
		{"longer", url("http://h/" + strings.Repeat("a", MaxURL-8)), "model.sound.url: 2049 bytes, at most 2048 are allowed"},
		{"a type", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Type: "mp3"} }), ""},
		{"another", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Type: "ogg"} }),
			`model.sound.type: "ogg", want mp3`},
		{"a fallback",
			sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Fallback: &Sound{Category: "notifications", ID: "cat"}} }), ""},
		{"none that there is", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Fallback: &Sound{ID: "x"}} }),
			`model.sound.fallback.id: "x", want a sound of any category`},
	} {
		n := valid()
		row.change(&n)
		if said := words(n.Validate()); said != row.faults {
			t.Errorf("%s: %q, want %q", row.why, said, row.faults)
		}
	}
}

// words are what an error says, "" without one.
func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestFindCategory(t *testing.T) {
	for id, want := range map[string]string{"cat": "notifications", "alarm1": "alarms", "x": ""} {
		s := Sound{ID: id, Category: "?"}
		if s.FindCategory(); s.Category != want {
			t.Errorf("%s is of %q, want %q", id, s.Category, want)
		}
	}
}

// TestColorIsItself: to text and back, and to what is drawn.
func TestColorIsItself(t *testing.T) {
	c, err := ParseColor("#0180FE")
	if want := (Color{1, 128, 254, true}); err != nil || c != want {
		t.Fatalf("%+v (%v), want %+v", c, err, want)
	}
	if got, want := c.Opaque(), (color.RGBA{1, 128, 254, 255}); got != want {
		t.Errorf("drawn as %v, want %v", got, want)
	}
	var back Color
	if text, _ := c.MarshalText(); back.UnmarshalText(text) != nil || back != c {
		t.Errorf("%s became %+v", text, back)
	}
	if err := back.UnmarshalText([]byte("red")); err == nil || back != c {
		t.Errorf("what is no colour (%v) has changed it to %+v", err, back)
	}
	if err := back.UnmarshalText(nil); err != nil || back != (Color{}) {
		t.Errorf("the empty text is %+v (%v), want no colour", back, err)
	}
}

func TestWords(t *testing.T) {
	type word interface {
		encoding.TextMarshaler
		String() string
	}
	for _, row := range []struct {
		v    word
		text string
		into encoding.TextUnmarshaler
	}{
		{PriorityWarning, "warning", new(Priority)},
		{EffectFade, "fade", new(Effect)},
		{EffectDefault, "", new(Effect)},
		{FitCut, "cut", new(Fit)},
		{AlignRight, "right", new(Align)},
		{PushEach, "return", new(Push)},
		{OverlayFrost, "frost", new(Overlay)},
		{ShapeBitmap, "bitmap", new(ShapeKind)},
		{Background{Name: "fire"}, "fire", new(Background)},
		{Background{Color: Color{R: 255, Set: true}}, "#FF0000", new(Background)},
	} {
		if b, err := row.v.MarshalText(); err != nil || string(b) != row.text || row.v.String() != row.text {
			t.Errorf("%T is %q, %q (%v), want %q", row.v, b, row.v, err, row.text)
		}
		if err := row.into.UnmarshalText([]byte(row.text)); err != nil || row.into.(word).String() != row.text {
			t.Errorf("%s became %v (%v)", row.text, row.into, err)
		}
	}
}

func TestUnjoin(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	for _, row := range []struct {
		err  error
		want int
	}{{nil, 0}, {one, 1}, {errors.Join(one, two), 2}} {
		if got := Unjoin(row.err); len(got) != row.want {
			t.Errorf("%v is %d errors, want %d", row.err, len(got), row.want)
		}
	}
}

// TestPixelsAreText: six letters a pixel, so that a file has one string of them.
func TestPixelsAreText(t *testing.T) {
	pixels := Pixels{{R: 255, G: 1, Set: true}, {}, {Set: true}}
	text, err := pixels.MarshalText()
	if want := "FF0100------000000"; err != nil || string(text) != want {
		t.Fatalf("%s (%v), want %s", text, err, want)
	}
	var back Pixels
	if err := back.UnmarshalText(text); err != nil || !slices.Equal(back, pixels) {
		t.Errorf("became %v (%v)", back, err)
	}
	for _, bad := range []string{"FF010", "GG0000", "------0"} {
		if err := back.UnmarshalText([]byte(bad)); err == nil || !slices.Equal(back, pixels) {
			t.Errorf("%q is taken (%v), or has changed something", bad, err)
		}
	}
}

// TestUnknownNames: each kind of name says which there are; what a later version
// has written changes nothing.
func TestUnknownNames(t *testing.T) {
	for _, row := range []struct {
		parse func(string) error
		want  string
	}{
		{func(s string) error { _, err := enum.Read[Effect](s); return err },
			`"x" is not one of plain, rainbow, gradient, palette, blink, fade`},
		{func(s string) error { _, err := enum.Read[Fit](s); return err }, `"x" is not one of small, scroll, cut`},
		{func(s string) error { _, err := enum.Read[Align](s); return err }, `"x" is not one of center, left, right`},
		{func(s string) error { _, err := enum.Read[Push](s); return err }, `"x" is not one of stay, leave, return`},
		{func(s string) error { _, err := enum.Read[Overlay](s); return err },
			`"x" is not one of rain, snow, storm, frost, drizzle, thunder, confetti`},
	} {
		if err := row.parse("x"); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
	b := Background{Name: "fire"}
	if err := b.UnmarshalText([]byte("of a later version")); err == nil || b.Name != "fire" {
		t.Errorf("became %v (%v)", b, err)
	}
}
