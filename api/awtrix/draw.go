// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// drawing is a list of drawing commands. Each is an object whose key names the
// shape: dp a pixel, dl a line, dr a rectangle, df a filled rectangle, dc a
// circle, dfc a filled circle, dt text, db a bitmap.
type drawing struct{ shapes []note.Shape }

// strokes lists the commands by name: what they draw, and the number of
// arguments before the colour.
var strokes = map[string]struct {
	kind note.ShapeKind
	n    int
}{
	"dp": {note.ShapePixel, 2}, "dl": {note.ShapeLine, 4}, "dr": {note.ShapeRect, 4}, "df": {note.ShapeFill, 4},
	"dc": {note.ShapeCircle, 3}, "dfc": {note.ShapeDisc, 3}, "dt": {note.ShapeText, 3}, "db": {note.ShapeBitmap, 5},
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *drawing) UnmarshalJSON(b []byte) error {
	*d = drawing{}
	if b[0] == '"' { // some senders encode it once more
		if b = []byte(unquote(b)); !json.Valid(b) {
			return nil
		}
		b = bytes.TrimSpace(b)
	}
	var l wire.List[json.RawMessage]
	if b[0] != '[' || l.Read(b, note.MaxShapes) != nil {
		return nil
	}
	left := allowance{note.MaxShapes, note.MaxBitmap, note.MaxText}
	for _, one := range l.Items {
		d.add(one, &left)
	}
	return nil
}

// allowance is how much more may be drawn: commands, pixels of bitmaps and bytes
// of text.
type allowance struct{ shapes, pixels, letters int }

// takes reports whether there is room for s, and uses it.
func (b *allowance) takes(s *note.Shape) bool {
	if b.shapes == 0 || len(s.Pixels) > b.pixels || len(s.Text) > b.letters {
		return false
	}
	b.shapes, b.pixels, b.letters = b.shapes-1, b.pixels-len(s.Pixels), b.letters-len(s.Text)
	return true
}

// add adds the commands of an object in their order.
func (d *drawing) add(object []byte, left *allowance) {
	in := json.NewDecoder(bytes.NewReader(object))
	if t, err := in.Token(); err != nil || t != json.Delim('{') {
		return
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return
		}
		var args arguments
		if in.Decode(&args) != nil {
			return
		}
		key, _ := name.(string)
		if stroke, ok := strokes[key]; ok {
			if s, ok := args.shape(stroke.kind, stroke.n); ok && left.takes(&s) {
				d.shapes = append(d.shapes, s)
			}
		}
	}
}

// arguments are an array of numbers, a text or a bitmap, and a colour; nil
// means none.
type arguments []json.RawMessage

const maxArguments = 6

// UnmarshalJSON implements [json.Unmarshaler].
func (a *arguments) UnmarshalJSON(b []byte) error {
	*a = nil
	var l wire.List[json.RawMessage]
	if b[0] == '[' && l.Read(b, maxArguments) == nil {
		*a = l.Items
	}
	return nil
}

// shape reads n arguments and a colour.
func (a arguments) shape(kind note.ShapeKind, n int) (s note.Shape, ok bool) {
	if len(a) < n {
		return s, false
	}
	s = note.Shape{Kind: kind, X: a.place(0), Y: a.place(1)}
	if len(a) > n {
		s.Color = colorOf(a[n])
	}
	switch kind {
	case note.ShapeLine:
		s.X1, s.Y1 = a.place(2), a.place(3)
	case note.ShapeRect, note.ShapeFill:
		s.Width, s.Height = a.place(2), a.place(3)
		return s, s.Width > 0 && s.Height > 0
	case note.ShapeCircle, note.ShapeDisc:
		s.Radius = a.place(2)
		return s, s.Radius >= 0
	case note.ShapeText:
		var l label
		_ = l.UnmarshalJSON(a[2])
		s.Text = l.Text
		return s, len(s.Text) > 0 && len(s.Text) <= note.MaxText
	case note.ShapeBitmap:
		s.Width, s.Height = a.place(2), a.place(3)
		if s.Width <= 0 || s.Height <= 0 || s.Width*s.Height > note.MaxBitmap {
			return s, false
		}
		s.Pixels = pixelsOf(a[4], s.Width*s.Height)
	}
	return s, true
}

// place returns an argument as a number of pixels.
func (a arguments) place(i int) int {
	var d wire.Decimal
	_ = d.UnmarshalJSON(a[i])
	return int(min(max(d.Float, -note.MaxPlace), note.MaxPlace))
}

func colorOf(b json.RawMessage) note.Color {
	var c color
	_ = c.UnmarshalJSON(b)
	return c.Color
}

// pixelsOf returns the pixels of a bitmap of n, which are 24-bit numbers. Those that are
// missing are black.
func pixelsOf(b json.RawMessage, n int) note.Pixels {
	out := make(note.Pixels, n)
	for i := range out {
		out[i].Set = true
	}
	var l wire.List[pixel]
	if b[0] != '[' || l.Read(b, n) != nil {
		return out
	}
	for i, c := range l.Items {
		out[i] = c.color.Color
		out[i].Set = true
	}
	return out
}

// pixel is a colour of a bitmap, where digits in a text are a decimal number, as they are without
// the quotes.
type pixel struct{ color }

// UnmarshalJSON implements [json.Unmarshaler].
func (p *pixel) UnmarshalJSON(b []byte) error {
	if s := strings.TrimSpace(unquote(b)); b[0] == '"' && s != "" && strings.Trim(s, "0123456789") == "" {
		b = []byte(strings.TrimLeft(s, "0") + "e0") // JSON knows no zeros before a number
		if b[0] == 'e' {
			b = []byte("0")
		}
	}
	return p.color.UnmarshalJSON(b)
}

// maxRef is longer in bytes than any number or name of an icon: anything longer is a picture.
const maxRef = 64

// iconOf returns the icon for a number, a name, or a picture in base64 with or
// without the prefix of a data URI. Of any other text the device tells the fault, and shows no icon.
func iconOf(l wire.Label) icons.Ref {
	s := strings.TrimSpace(l.Text)
	if len(s) > maxRef && !strings.Contains(s, ",") {
		s = "data:;base64," + s
	}
	ref, _ := icons.Read(s) // a picture beyond the limits is none
	return ref
}
