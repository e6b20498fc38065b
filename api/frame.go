package api

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

func (m *model) frames(f *faults) (out []note.Frame) {
	if !f.check("model.frames", m.Frames.value) {
		return nil
	}
	if m.Frames.n > note.MaxFrames {
		f.add("model.frames", fmt.Sprintf("%d frames, at most %d are allowed", m.Frames.n, note.MaxFrames))
	}
	for i := range m.Frames.items {
		at := fmt.Sprintf("model.frames[%d]", i)
		var one note.Frame
		switch p := &m.Frames.items[i]; {
		case !p.set:
			f.add(at, "is null, want an object")
		case f.check(at, p.value):
			one = p.v.frame(f, at)
		}
		out = append(out, one)
	}
	return out
}

func (p *frame) frame(f *faults, at string) (out note.Frame) {
	if f.check(at+".icon", p.Icon.value) {
		out.Icon = readIcon(f, at+".icon", p.Icon)
	}
	out.Text = p.Text.fragments(f, at+".text")
	out.Color = readColor(f, at+".color", p.Color)
	if f.check(at+".goalData", p.Goal.value) {
		out.Goal = p.Goal.v.goal(f, at+".goalData")
	}
	if f.check(at+".chartData", p.Chart.value) {
		out.Chart = p.Chart.values(f, at+".chartData")
	}
	if f.check(at+".duration", p.Duration.value) {
		out.Duration = max(note.MinDuration, min(p.Duration.d, note.MaxDuration))
	}
	return out
}

func readIcon(f *faults, at string, r reference) icons.Ref {
	s := r.s
	if v, err := strconv.ParseFloat(s, 64); err == nil && v == float64(int32(v)) && strings.ContainsAny(s, ".eE") {
		s = strconv.Itoa(int(v)) // a number with a fraction of nothing
	}
	ref, err := icons.Parse(s)
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), "icons: ")
		f.add(at, strings.Replace(reason, strconv.Quote(s), r.sent, 1))
	}
	return ref
}

// readColor reads #RRGGBB.
func readColor(f *faults, at string, w word) (c note.Color) {
	if !f.check(at, w.value) {
		return c
	}
	c, err := note.ParseColor(strings.TrimSpace(w.s))
	if err != nil {
		f.wrong(at, w.value, "want #RRGGBB")
	}
	return c
}

func (t *text) fragments(f *faults, at string) (out []note.Fragment) {
	if f.check(at, t.whole.value) {
		return cut([]note.Fragment{{Text: t.whole.s}}, false)
	}
	if !f.check(at, t.runs.value) {
		return nil
	}
	out = []note.Fragment{} // an empty text is a text
	for i := range t.runs.items {
		at, p := fmt.Sprintf("%s[%d]", at, i), &t.runs.items[i]
		switch {
		case !p.set:
			f.add(at, "is null, want an object")
		case f.check(at, p.value):
			if !p.v.Text.set {
				f.add(at+".t", "is missing")
			}
			f.check(at+".t", p.v.Text.value)
			out = append(out, note.Fragment{Text: p.v.Text.s, Color: readColor(f, at+".c", p.v.Color)})
		}
	}
	return cut(out, t.runs.n > len(t.runs.items))
}

// cut ends a text that is longer than is allowed, or of which there was more,
// with an ellipsis (decisions 3: senders cut nothing themselves).
func cut(text []note.Fragment, more bool) []note.Fragment {
	characters := 0
	for _, p := range text {
		characters += utf8.RuneCountInString(p.Text)
	}
	if characters <= note.MaxText && !more {
		return text
	}
	room := note.MaxText - 1
	for i := range text {
		runes := []rune(text[i].Text)
		if len(runes) >= room || i == len(text)-1 {
			text[i].Text = string(runes[:min(len(runes), room)]) + "…"
			return text[:i+1]
		}
		room -= len(runes)
	}
	return text
}

func (g *goal) goal(f *faults, at string) *note.Goal {
	for _, v := range []struct {
		field string
		integer
	}{{"start", g.Start}, {"current", g.Current}, {"end", g.End}} {
		if !v.set {
			f.add(at+"."+v.field, "is missing, want an integer")
		}
		f.int32(at+"."+v.field, v.integer)
	}
	f.check(at+".unit", g.Unit.value)
	return &note.Goal{Start: g.Start.n, Current: g.Current.n, End: g.End.n, Unit: g.Unit.s}
}

func (c *chart) values(f *faults, at string) []int {
	if c.n == 0 || c.n > note.MaxChart {
		f.add(at, fmt.Sprintf("%d values, want 1 to %d", c.n, note.MaxChart))
	}
	out := make([]int, len(c.items))
	for i, v := range c.items {
		if !v.set {
			f.add(fmt.Sprintf("%s[%d]", at, i), "is null, want an integer")
		}
		f.int32(fmt.Sprintf("%s[%d]", at, i), v)
		out[i] = v.n
	}
	return out
}

// sound is nil where s names none, as the zero value of a Go client's type.
func (s *sound) sound(f *faults, at string) *note.Sound {
	out := s.builtin.read(f, at)
	out.Type = enum(f, at+".type", s.Type)
	if f.check(at+".url", s.URL.value) {
		out.URL = strings.TrimSpace(s.URL.s)
	}
	if f.check(at+".repeat", s.Repeat.value) {
		out.Repeat = s.Repeat.n
	}
	if f.check(at+".fallback", s.Fallback.value) {
		fallback := s.Fallback.v.read(f, at+".fallback")
		if s.Fallback.v.ID.set {
			out.Fallback = fallback
		}
	}
	if !s.ID.set && !s.URL.set {
		return nil
	}
	return out
}

func (b *builtin) read(f *faults, at string) *note.Sound {
	out := &note.Sound{
		Category: enum(f, at+".category", b.Category),
		ID:       enum(f, at+".id", b.ID),
		Repeat:   1,
	}
	if !b.Category.set || b.Category.bad != "" { // some clients send the id alone
		out.FindCategory()
	}
	return out
}

// enum is a word that the device knows the choice of.
func enum(f *faults, at string, w word) string {
	if !f.check(at, w.value) {
		return ""
	}
	return w.trimmed()
}
