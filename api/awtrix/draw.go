package awtrix

import (
	"encoding/json"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
)

// drawing is a list of drawing commands, each an object with the name of what it
// draws: dp a pixel, dl a line, dr and df a rectangle and one that is filled, dc and
// dfc a circle and one that is filled, dt text, db a bitmap.
type drawing struct{ shapes []note.Shape }

// stroke is one of them.
type stroke struct {
	Pixel  arguments `json:"dp"`
	Line   arguments `json:"dl"`
	Rect   arguments `json:"dr"`
	Fill   arguments `json:"df"`
	Circle arguments `json:"dc"`
	Disc   arguments `json:"dfc"`
	Text   arguments `json:"dt"`
	Bitmap arguments `json:"db"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *drawing) UnmarshalJSON(b []byte) error {
	*d = drawing{}
	var l wire.List[wire.Object[stroke]]
	if b[0] != '[' || l.Read(b, note.MaxShapes) != nil {
		return nil
	}
	pixels, letters := note.MaxBitmap, note.MaxText
	for i := range l.Items {
		s, ok := l.Items[i].Fields.shape()
		if pixels, letters = pixels-len(s.Pixels), letters-len(s.Text); ok && pixels >= 0 && letters >= 0 {
			d.shapes = append(d.shapes, s)
		}
	}
	return nil
}

// shape is the stroke as it is drawn; ok is false if it is none.
func (c *stroke) shape() (s note.Shape, ok bool) {
	for _, one := range []struct {
		kind note.ShapeKind
		args arguments
		n    int // arguments before the colour
	}{
		{note.ShapePixel, c.Pixel, 2}, {note.ShapeLine, c.Line, 4}, {note.ShapeRect, c.Rect, 4}, {note.ShapeFill, c.Fill, 4},
		{note.ShapeCircle, c.Circle, 3}, {note.ShapeDisc, c.Disc, 3}, {note.ShapeText, c.Text, 3}, {note.ShapeBitmap, c.Bitmap, 5},
	} {
		if one.args != nil {
			return one.args.shape(one.kind, one.n)
		}
	}
	return s, false
}

// arguments are an array of numbers, a text or a bitmap, and a colour. nil is none.
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
		var l wire.Label
		_ = l.UnmarshalJSON(a[2])
		s.Text = l.Text
		return s, len(s.Text) > 0 && len(s.Text) <= note.MaxText
	case note.ShapeBitmap:
		s.Width, s.Height, s.Pixels = a.place(2), a.place(3), pixelsOf(a[4])
		return s, s.Width > 0 && s.Height > 0 && len(s.Pixels) == s.Width*s.Height
	}
	return s, true
}

// place is an argument in pixels.
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

// pixelsOf are those of a bitmap: numbers of 24 bits.
func pixelsOf(b json.RawMessage) note.Pixels {
	var l wire.List[color]
	if b[0] != '[' || l.Read(b, note.MaxBitmap) != nil || l.N > note.MaxBitmap {
		return nil
	}
	out := make(note.Pixels, len(l.Items))
	for i, c := range l.Items {
		out[i] = c.Color
	}
	return out
}
