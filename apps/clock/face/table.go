// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
)

// kind is a face that a clock can have.
type kind struct {
	Name  string                              // in the settings
	Title string                              // what people call it
	Fits  image.Point                         // the least columns and rows; zero = any panel
	Else  string                              // the face in its place on a panel that has no room; "" = the first
	New   func(env kit.Env, o Options) drawer // nil where Fits does not tell the whole and there is no room
}

// kinds are the faces in the order of the settings. The first is of a new clock and has room on every panel.
var kinds = []kind{
	{Name: "plain", Title: "Plain", New: made(newPlainFace)},
	{Name: "calendar", Title: "Calendar leaf", New: made(newLeafFace)},
	{Name: "weekday", Title: "Bar of the week", New: made(newWeekdayFace)},
	{Name: "seconds", Title: "Line of the seconds", New: made(newSecondsFace)},
	{Name: "date", Title: "Time and date in turn", New: made(newDateFace)},
	{Name: "big", Title: "Big digits, date and weather", Fits: image.Pt(32, 16), Else: "date", New: newBig},
	{Name: "words", Title: "In words", New: made(newWordsFace)},
	{Name: "zones", Title: "Two time zones", New: made(newZonesFace)},
	{Name: "icon", Title: "Own icon", New: made(newOwnIconFace)},
	{Name: "weather", Title: "Weather icon", New: made(newWeatherFace)},
	{Name: "analog", Title: "Hands", Fits: image.Pt(15, 15), New: made(newAnalogFace)},
	{Name: "flip", Title: "Flip cards", New: made(newFlipFace)},
	{Name: "binary", Title: "Binary", New: made(newBinaryFace)},
	{Name: "letters", Title: "Wall of letters", Else: "words", New: made(newLetterFace)},
	{Name: "ring", Title: "Ring of the seconds", Fits: image.Pt(15, 15), Else: "seconds", New: made(newRimFace)},
	{Name: "gradient", Title: "Colour gradient", New: made(newGradientFace)},
	{Name: "outline", Title: "Outlined digits", New: made(newOutlineFace)},
	{Name: "event", Title: "Next event", Fits: image.Pt(48, 24), Else: "date", New: made(newEventFace)},
	{Name: "window", Title: "Window", Fits: image.Pt(16, 16), New: made(newWindowFace)},
	{Name: "curve", Title: "Temperatures of the day", Fits: image.Pt(48, 24), Else: "weather", New: made(newCurveFace)},
}

// Choices returns the names of the faces in the settings, and beside each what people call it. The first is "plain".
func Choices() (names, titles []string) {
	for _, k := range kinds {
		names, titles = append(names, k.Name), append(titles, k.Title)
	}
	return names, titles
}

// drawerOf returns what draws the face of that name, or the one in its place.
func drawerOf(env kit.Env, o Options) drawer {
	for name := o.Name; ; {
		k := kindOf(name)
		if typeset.Holds(env.Size, k.Fits) {
			if d := k.New(env, o); d != nil {
				return d
			}
		}
		name = k.Else
	}
}

// kindOf returns the face of that name, or the first.
func kindOf(name string) kind {
	for _, k := range kinds {
		if k.Name == name {
			return k
		}
	}
	return kinds[0]
}

// made returns of, whose nil is no drawer.
func made[T any, P interface {
	*T
	drawer
}](of func(kit.Env, Options) P) func(kit.Env, Options) drawer {
	return func(env kit.Env, o Options) drawer {
		if f := of(env, o); f != nil {
			return f
		}
		return nil
	}
}
