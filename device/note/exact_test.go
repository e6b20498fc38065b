package note

import (
	"encoding"
	"errors"
	"image/color"
	"strings"
	"testing"
	"time"
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
		{"the default lifetime, 2 minutes", func(n *Notification) { n.Lifetime = DefaultLifetime + MaxLifetime },
			"lifetime: 3.162252e+10, want 0 to 31622400000 ms"},
		{"shown at once or never", func(n *Notification) { n.Lifetime = 0 }, ""},
		{"the longest lifetime", func(n *Notification) { n.Lifetime = MaxLifetime }, ""},
		{"longer", func(n *Notification) { n.Lifetime = MaxLifetime + time.Millisecond }, "lifetime: 3.1622400001e+10, want 0 to 31622400000 ms"},
		{"until dismissed", func(n *Notification) { n.Cycles = 0 }, ""},
		{"the most cycles", func(n *Notification) { n.Cycles = MaxCount }, ""},
		{"more", func(n *Notification) { n.Cycles = MaxCount + 1 }, "model.cycles: 1000001, want 0 to 1000000"},
		{"fewer than none", func(n *Notification) { n.Cycles = -1 }, "model.cycles: -1, want 0 to 1000000"},
		{"the shortest frame", frame(func(f *Frame) { f.Duration = MinDuration }), ""},
		{"shorter", frame(func(f *Frame) { f.Duration = 999 * time.Millisecond }), "model.frames[0].duration: 999, want 1000 to 60000 ms"},
		{"the longest frame", frame(func(f *Frame) { f.Duration = MaxDuration }), ""},
		{"longer", frame(func(f *Frame) { f.Duration = MaxDuration + time.Millisecond }), "model.frames[0].duration: 60001, want 1000 to 60000 ms"},
		{"a goal alone", frame(func(f *Frame) { *f = Frame{Goal: &Goal{End: 1}} }), ""},
		{"a chart alone", frame(func(f *Frame) { *f = Frame{Chart: []int{0}} }), ""},
		{"an empty chart with text", frame(func(f *Frame) { f.Chart = []int{} }), "model.frames[0].chartData: has no values"},
		{"a goal to nowhere", frame(func(f *Frame) { f.Goal = &Goal{Start: 2, End: 2} }), "model.frames[0].goalData: start and end are both 2; they must differ"},
		{"the longest unit", frame(func(f *Frame) { f.Goal = &Goal{End: 1, Unit: strings.Repeat("ж", MaxUnit)} }), ""},
		{"longer", frame(func(f *Frame) { f.Goal = &Goal{End: 1, Unit: strings.Repeat("ж", MaxUnit+1)} }), "model.frames[0].goalData.unit: 33 characters, at most 32 are allowed"},
		{"text in pieces counts as one", frame(func(f *Frame) { f.Text = []Fragment{{Text: strings.Repeat("a", 1024)}, {Text: "b"}} }),
			"model.frames[0].text: 1025 characters, at most 1024 are allowed"},
		{"too many frames are not looked at", func(n *Notification) { n.Frames = make([]Frame, 33) }, "model.frames: 33 frames, at most 32 are allowed"},

		{"a sound", sound(func(*Sound) {}), ""},
		{"for ever", sound(func(s *Sound) { s.Repeat = 0 }), ""},
		{"the most repeats", sound(func(s *Sound) { s.Repeat = MaxCount }), ""},
		{"more", sound(func(s *Sound) { s.Repeat = MaxCount + 1 }), "model.sound.repeat: 1000001, want 0 to 1000000"},
		{"fewer than none", sound(func(s *Sound) { s.Repeat = -1 }), "model.sound.repeat: -1, want 0 to 1000000"},
		{"a ringtone", sound(func(s *Sound) { *s = Sound{Tune: "a::c"} }), ""},
		{"one with a note that is none", sound(func(s *Sound) { *s = Sound{Tune: "a::x"} }), `model.sound.tune: the note "x": want one as 8c, f#6, 16p or 4g.`},
		{"no sound", sound(func(s *Sound) { *s = Sound{} }), "model.sound: names no sound"},
		{"no sound, and no fallback either", sound(func(s *Sound) { *s = Sound{Fallback: &Sound{}} }), "model.sound: names no sound\nmodel.sound.fallback: names no sound"},
		{"an id of no category", sound(func(s *Sound) { *s = Sound{ID: "x"} }), `model.sound.id: "x", want a sound of any category`},
		{"an id without its category", sound(func(s *Sound) { s.Category = "" }), `model.sound.category: "", want one of notifications, alarms`},
		{"an id of the other category", sound(func(s *Sound) { s.ID = "cat" }), `model.sound.id: "cat", want a sound of category alarms`},
		{"a category without an id", sound(func(s *Sound) { s.ID = "" }), `model.sound.id: "", want a sound of category alarms`},
		{"http", url("http://h/a"), ""},
		{"https", url("https://h/a"), ""},
		{"ftp", url("ftp://h/a"), "model.sound.url: want an http or https URL"},
		{"no host", url("https:///a"), "model.sound.url: want an http or https URL"},
		{"no URL", url("http://h\x00/"), "model.sound.url: want an http or https URL"},
		{"the longest URL", url("http://h/" + strings.Repeat("a", MaxURL-9)), ""},
		{"longer", url("http://h/" + strings.Repeat("a", MaxURL-8)), "model.sound.url: 2049 bytes, at most 2048 are allowed"},
		{"a type", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Type: "mp3"} }), ""},
		{"another", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Type: "ogg"} }), `model.sound.type: "ogg", want mp3`},
		{"a fallback", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Fallback: &Sound{Category: "notifications", ID: "cat"}} }), ""},
		{"none that there is", sound(func(s *Sound) { *s = Sound{URL: "http://h/a", Fallback: &Sound{ID: "x"}} }), `model.sound.fallback.id: "x", want a sound of any category`},
	} {
		n := valid()
		row.change(&n)
		said := ""
		if err := n.Validate(); err != nil {
			said = err.Error()
		}
		if said != row.faults {
			t.Errorf("%s: %q, want %q", row.why, said, row.faults)
		}
	}
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
		{PriorityCritical, "critical", new(Priority)},
		{IconTypeAlert, "alert", new(IconType)},
		{OriginInternal, "internal", new(Origin)},
	} {
		if b, err := row.v.MarshalText(); err != nil || string(b) != row.text || row.v.String() != row.text {
			t.Errorf("%T is %q, %q (%v), want %q", row.v, b, row.v, err, row.text)
		}
		if err := row.into.UnmarshalText([]byte(row.text)); err != nil || row.into.(word).String() != row.text {
			t.Errorf("%s became %v (%v)", row.text, row.into, err)
		}
	}
	if p, err := ParsePriority("critical"); err != nil || p != PriorityCritical {
		t.Errorf("critical is %v (%v)", p, err)
	}
	if i, err := ParseIconType("info"); err != nil || i != IconTypeInfo {
		t.Errorf("info is %v (%v)", i, err)
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
