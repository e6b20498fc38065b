// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/enum"
)

// ParseFrames reads a body {"frames": [...]} or {"regions": [...]}, the forms in which frames are
// pushed to apps. The error joins a note.InvalidError for each error in the
// body; there are no frames beside it.
func ParseFrames(body []byte) ([]note.Frame, error) {
	frames, changes, err := readPush(body)
	if changes != nil {
		return nil, &note.InvalidError{Field: "regions[0].role", Reason: "is missing, want one of " + strings.Join(note.Roles(), ", ")}
	}
	return frames, err
}

// frames reads a list of frames; at is its name in messages.
func (l *frames) frames(f *Faults, at string) (out []note.Frame) {
	if !l.Check(f, at, note.MaxFrames, "frames") {
		return nil
	}
	if n := l.commands(); n > note.MaxAllDraw { // before they are read one by one
		f.Add(at, fmt.Sprintf("%d drawing commands in all frames together, at most %d are allowed", n, note.MaxAllDraw))
		return nil
	}
	for i := range l.Items {
		p := &l.Items[i]
		if !p.Set {
			continue
		}
		var one note.Frame
		place := fmt.Sprintf("%s[%d]", at, i)
		if f.Check(place, p.Value) {
			one = p.Fields.frame(f, place)
		}
		if i > len(out) { // a null was skipped
			f.move(fmt.Sprintf("%s[%d]", at, len(out)), place)
		}
		out = append(out, one)
	}
	return out
}

// commands returns how many drawing commands the frames have, each as many as one may have.
func (l *frames) commands() (n int) {
	for i := range l.Items {
		n += min(l.Items[i].Fields.Draw.N, note.MaxShapes)
	}
	return n
}

func (p *frame) frame(f *Faults, at string) (out note.Frame) {
	if f.Check(at+".icon", p.Icon.Value) {
		out.Icon = readIcon(f, at+".icon", p.Icon)
	}
	out.Text = p.Text.fragments(f, at+".text")
	out.Color = ReadColor(f, at+".color", p.Color)
	if f.Check(at+".goalData", p.Goal.Value) && !(p.Text.given() && p.Goal.Fields.zero()) {
		out.Goal = p.Goal.Fields.goal(f, at+".goalData")
	}
	if !(p.Text.given() && p.Chart.Set && p.Chart.Bad == "" && p.Chart.N == 0) {
		out.Chart = p.Chart.values(f, at+".chartData")
	}
	if f.Check(at+".duration", p.Duration.Value) {
		out.Duration = max(note.MinDuration, min(p.Duration.Duration, note.MaxDuration))
	}
	p.setLook(f, at, &out)
	p.setCharts(f, at, &out)
	out.Draw = p.Draw.shapes(f, at+".draw")
	return out
}

func readIcon(f *Faults, at string, r Reference) icons.Ref {
	s := r.Text
	if v, err := strconv.ParseFloat(s, 64); err == nil && v == float64(int32(v)) && strings.ContainsAny(s, ".eE") {
		s = strconv.Itoa(int(v)) // an integer written as a float
	}
	ref, err := icons.Read(s)
	if err != nil {
		f.Add(at, strings.TrimPrefix(err.Error(), "icons: "))
	}
	return ref
}

// ReadColor reads #RRGGBB. The result is unset if w is absent or wrong.
func ReadColor(f *Faults, at string, w Word) (c note.Color) {
	if !f.Check(at, w.Value) {
		return c
	}
	c, err := note.ParseColor(strings.TrimSpace(w.Text))
	if err != nil {
		f.Wrong(at, w.Value, "want #RRGGBB")
	}
	return c
}

func (t *text) fragments(f *Faults, at string) (out []note.Fragment) {
	if f.Check(at, t.whole.Value) {
		return cut([]note.Fragment{{Text: t.whole.Text}}, false)
	}
	if !f.Check(at, t.runs.Value) {
		return nil
	}
	out = []note.Fragment{} // an empty text is still a text
	for i := range t.runs.Items {
		at, p := fmt.Sprintf("%s[%d]", at, i), &t.runs.Items[i]
		switch {
		case f.Check(at, p.Value):
			if !p.Fields.Text.Set {
				f.Add(at+".t", "is missing")
			}
			f.Check(at+".t", p.Fields.Text.Value)
			effect, _ := Choice(f, at+".effect", p.Fields.Effect, enum.Read[note.Effect])
			out = append(out,
				note.Fragment{Text: p.Fields.Text.Text, Color: ReadColor(f, at+".c", p.Fields.Color), Effect: effect})
		}
	}
	return cut(out, t.runs.N > len(t.runs.Items))
}

// cut shortens a text that is too long and ends it with an ellipsis, as it does
// when there was more of it (docs/decisions.md 3: senders cut nothing
// themselves).
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

// given reports whether there is a text. Beside it, zero values of goalData and chartData
// are absent (docs/decisions.md 3): clients of which the language writes every field of
// a frame send them.
func (t *text) given() bool { return t.whole.Set || t.runs.Set }

// zero reports whether no value of g is anything but zero; {} has none at all.
func (g *goal) zero() bool {
	for _, v := range []Decimal{g.Start, g.Current, g.End} {
		if v.Bad != "" || v.Float != 0 {
			return false
		}
	}
	return g.Unit.Bad == "" && g.Unit.Text == ""
}

func (g *goal) goal(f *Faults, at string) *note.Goal {
	for _, v := range []struct {
		field string
		Decimal
	}{{"start", g.Start}, {"current", g.Current}, {"end", g.End}} {
		if !v.Set {
			f.Add(at+"."+v.field, "is missing, want a number")
		}
		f.Check(at+"."+v.field, v.Value)
	}
	f.Check(at+".unit", g.Unit.Value)
	return &note.Goal{Start: g.Start.Float, Current: g.Current.Float, End: g.End.Float, Unit: g.Unit.Text}
}

// values returns nil if there is no chart.
func (c *chart) values(f *Faults, at string) []float64 {
	if !f.Check(at, c.Value) {
		return nil
	}
	if c.N == 0 || c.N > note.MaxChart {
		f.Add(at, fmt.Sprintf("%d values, want 1 to %d", c.N, note.MaxChart))
	}
	out := make([]float64, len(c.Items))
	for i, v := range c.Items {
		at := fmt.Sprintf("%s[%d]", at, i)
		if !v.Set {
			f.Add(at, "is missing, want a number")
		}
		f.Check(at, v.Value)
		out[i] = v.Float
	}
	return out
}

// sound returns nil if s has no sound, as with the zero value of a Go
// client's type.
func (s *sound) sound(f *Faults, at string) *note.Sound {
	out := s.builtin.read(f, at)
	out.Type = word(f, at+".type", s.Type)
	if f.Check(at+".url", s.URL.Value) {
		out.URL = strings.TrimSpace(s.URL.Text)
	}
	if f.Check(at+".repeat", s.Repeat.Value) {
		out.Repeat = s.Repeat.Int
	}
	if f.Check(at+".fallback", s.Fallback.Value) {
		fallback := s.Fallback.Fields.read(f, at+".fallback")
		if s.Fallback.Fields.ID.Set {
			out.Fallback = fallback
		}
	}
	if !s.ID.Set && !s.URL.Set {
		return nil
	}
	return out
}

func (b *builtin) read(f *Faults, at string) *note.Sound {
	out := &note.Sound{
		Category: word(f, at+".category", b.Category),
		ID:       word(f, at+".id", b.ID),
		Repeat:   1,
	}
	if !b.Category.Set || b.Category.Bad != "" { // some clients send the id alone
		out.FindCategory()
	}
	return out
}

// word reads a word whose valid choices the device knows.
func word(f *Faults, at string, w Word) string {
	if !f.Check(at, w.Value) {
		return ""
	}
	return w.trimmed()
}
