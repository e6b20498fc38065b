// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/device/note"
)

// drawing is a list of drawing commands. Each is an object with one member: its
// name is the shape, its value lists place and look.
type drawing struct{ List[Object[command]] }

func (d *drawing) UnmarshalJSON(b []byte) error { return d.Read(b, note.MaxShapes) }

type command struct {
	Pixel  args `json:"pixel"`
	Line   args `json:"line"`
	Rect   args `json:"rect"`
	Fill   args `json:"fill"`
	Circle args `json:"circle"`
	Disc   args `json:"disc"`
	Text   args `json:"text"`
	Bitmap args `json:"bitmap"`
}

// args are the values of a command, at most 5.
type args struct{ List[json.RawMessage] }

// UnmarshalJSON reads a list of at most five, which is x, y, width, height and a colour.
func (a *args) UnmarshalJSON(b []byte) error { return a.Read(b, 5) }

// form describes the values of a command in order: first numbers, each with the
// field that it sets, then values of other kinds. A colour may be omitted.
type form struct {
	kind    note.ShapeKind
	numbers []func(*note.Shape) *int
	rest    []rest
	want    string // for messages
}

type rest uint8

const (
	aColor rest = iota
	aText
	aBitmap
)

func x(s *note.Shape) *int      { return &s.X }
func y(s *note.Shape) *int      { return &s.Y }
func x1(s *note.Shape) *int     { return &s.X1 }
func y1(s *note.Shape) *int     { return &s.Y1 }
func width(s *note.Shape) *int  { return &s.Width }
func height(s *note.Shape) *int { return &s.Height }
func radius(s *note.Shape) *int { return &s.Radius }

type numbers = []func(*note.Shape) *int

// forms lists the commands by their kinds.
var forms = [...]form{
	note.ShapePixel:  {note.ShapePixel, numbers{x, y}, []rest{aColor}, "[x, y, colour]"},
	note.ShapeLine:   {note.ShapeLine, numbers{x, y, x1, y1}, []rest{aColor}, "[x0, y0, x1, y1, colour]"},
	note.ShapeRect:   {note.ShapeRect, numbers{x, y, width, height}, []rest{aColor}, "[x, y, width, height, colour]"},
	note.ShapeFill:   {note.ShapeFill, numbers{x, y, width, height}, []rest{aColor}, "[x, y, width, height, colour]"},
	note.ShapeCircle: {note.ShapeCircle, numbers{x, y, radius}, []rest{aColor}, "[x, y, radius, colour]"},
	note.ShapeDisc:   {note.ShapeDisc, numbers{x, y, radius}, []rest{aColor}, "[x, y, radius, colour]"},
	note.ShapeText:   {note.ShapeText, numbers{x, y}, []rest{aText, aColor}, "[x, y, text, colour]"},
	note.ShapeBitmap: {note.ShapeBitmap, numbers{x, y, width, height}, []rest{aBitmap},
		"[x, y, width, height, [colour, …]]"},
}

// args returns the values of c, in the order of forms.
func (c *command) args() [len(forms)]*args {
	return [...]*args{&c.Pixel, &c.Line, &c.Rect, &c.Fill, &c.Circle, &c.Disc, &c.Text, &c.Bitmap}
}

// shapes returns the shapes, or nil if nothing is drawn.
func (d *drawing) shapes(f *Faults, at string) (out []note.Shape) {
	if !d.Check(f, at, note.MaxShapes, "commands") {
		return nil
	}
	out = []note.Shape{}
	for at, p := range Objects(f, at, d.Items) {
		out = append(out, p.shape(f, at))
	}
	return out
}

// shape reads the single command in c.
func (c *command) shape(f *Faults, at string) (out note.Shape) {
	n := 0
	for kind, a := range c.args() {
		if !a.Set {
			continue
		}
		if n++; f.Check(at+"."+forms[kind].kind.String(), a.Value) {
			out = forms[kind].shape(f, at+"."+forms[kind].kind.String(), a)
		}
	}
	if n != 1 {
		f.Add(at, fmt.Sprintf("has %d commands, want one of %s", n, strings.Join(note.ShapeKinds(), ", ")))
	}
	return out
}

func (r *form) shape(f *Faults, at string, a *args) note.Shape {
	out, most := note.Shape{Kind: r.kind}, len(r.numbers)+len(r.rest)
	least := most
	if r.rest[len(r.rest)-1] == aColor {
		least--
	}
	if a.N < least || a.N > most {
		f.Add(at, fmt.Sprintf("has %d values, want %s", a.N, r.want))
		return out
	}
	for i, raw := range a.Items {
		at := fmt.Sprintf("%s[%d]", at, i)
		if i < len(r.numbers) {
			*r.numbers[i](&out) = readPlace(f, at, raw)
			continue
		}
		r.rest[i-len(r.numbers)].read(f, at, raw, &out)
	}
	return out
}

// readPlace reads a number of pixels.
func readPlace(f *Faults, at string, raw json.RawMessage) int {
	var i Integer
	_ = i.UnmarshalJSON(raw) // an error is recorded in i
	if !i.Set {
		f.Add(at, "is missing, want an integer")
	}
	f.Int32(at, i)
	return i.Int
}

func (r rest) read(f *Faults, at string, raw json.RawMessage, out *note.Shape) {
	switch r {
	case aColor:
		out.Color = readRawColor(f, at, raw)
	case aText:
		var l Label
		_ = l.UnmarshalJSON(raw)
		f.Check(at, l.Value)
		out.Text = l.Text
	case aBitmap:
		out.Pixels = readPixels(f, at, raw)
	}
}

func readRawColor(f *Faults, at string, raw json.RawMessage) note.Color {
	var w Word
	_ = w.UnmarshalJSON(raw)
	return ReadColor(f, at, w)
}

// readPixels reads colours; null is a transparent pixel.
func readPixels(f *Faults, at string, raw json.RawMessage) (out note.Pixels) {
	var list List[Word]
	_ = list.Read(raw, note.MaxBitmap) // cannot fail: it is valid JSON
	if !list.Check(f, at, note.MaxBitmap, "colours") {
		return nil
	}
	for i, w := range list.Items {
		if !w.Set {
			out = append(out, note.Color{})
			continue
		}
		out = append(out, ReadColor(f, fmt.Sprintf("%s[%d]", at, i), w))
	}
	return out
}

// shapeObject returns s in the form in which clients send it.
func shapeObject(s *note.Shape) map[string][]any {
	r := &forms[s.Kind]
	var list []any
	for _, n := range r.numbers {
		list = append(list, *n(s))
	}
	for _, what := range r.rest {
		switch {
		case what == aText:
			list = append(list, s.Text)
		case what == aBitmap:
			list = append(list, pixelObjects(s.Pixels))
		case s.Color.Set:
			list = append(list, s.Color.String())
		}
	}
	return map[string][]any{s.Kind.String(): list}
}

func pixelObjects(pixels note.Pixels) []*string {
	list := make([]*string, len(pixels))
	for i, c := range pixels {
		if c.Set {
			list[i] = new(c.String())
		}
	}
	return list
}
