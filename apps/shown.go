package apps

import (
	"encoding/json"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// plainLook is used until the device sets a look.
var plainLook = paint.Look{TextColor: note.Color{R: 255, G: 255, B: 255, Set: true}}

// colorProperty is the setting for a widget's own colour.
var colorProperty = device.Property{Name: "color", Schema: device.Schema{
	Type: "string", Title: "Colour", Description: "That of the device's text unless it is set", Format: "color",
}}

// inkOf returns the colour that a widget is drawn in: its own, or that of the device's
// text.
func inkOf(look paint.Look, own string) color.RGBA {
	ink := look.TextColor
	if c, err := note.ParseColor(own); err == nil && c.Set {
		ink = c
	}
	return color.RGBA{ink.R, ink.G, ink.B, 255}
}

// shown is the last view of a tally. The zero value is none.
type shown struct {
	tally tally
	start time.Time
	last  device.View
}

// view returns the view of w from start, or from now if that is zero: the previous view
// as long as nothing has changed.
func (s *shown) view(w tally, start, now time.Time) device.View {
	if s.last.Root != nil && s.tally == w && s.start.Equal(start) {
		return s.last
	}
	s.tally, s.start = w, start
	s.last = device.View{Root: &w, Start: start}
	if start.IsZero() {
		s.last.Start = now
	}
	return s.last
}

// kept encodes what an app keeps of its widgets; nil if that is nothing.
func kept[T any](states map[string]T) json.RawMessage {
	if len(states) == 0 {
		return nil
	}
	raw, _ := json.Marshal(states) // cannot fail: all fields are plain
	return raw
}
