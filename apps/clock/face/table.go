// SPDX-License-Identifier: Apache-2.0

package face

import "github.com/ledpost/ledpost/apps/kit"

// The names of the faces in the settings, and what people call them. "plain" is the first.
var (
	Names = []string{"plain", "calendar", "weekday", "seconds", "date", "big", "words", "zones", "icon", "weather",
		"analog", "flip", "binary", "letters", "ring", "gradient", "outline", "event", "curve"}
	Titles = []string{"Plain", "Calendar leaf", "Bar of the week", "Line of the seconds", "Time and date in turn",
		"Big digits, date and weather", "In words", "Two time zones", "Own icon", "Weather icon",
		"Hands", "Flip cards", "Binary", "Wall of letters", "Ring of the seconds", "Colour gradient",
		"Outlined digits", "Next event", "Temperatures of the day"}
)

// drawerOf returns what draws the face of that name. A face that does not fit on the panel is
// replaced by one that does.
func drawerOf(env kit.Env, o Options) drawer {
	set, size := env.Fonts, env.Size
	switch o.Name {
	case "calendar":
		return newLeafFace(set, size, o, env.Monochrome)
	case "weekday":
		return newWeekdayFace(set, size, o)
	case "seconds":
		return newSecondsFace(set, size, o)
	case "date":
		return newDateFace(set, size, o)
	case "big":
		if size.X < 32 || size.Y < 16 {
			return newDateFace(set, size, o)
		}
		if size.X >= 56 && size.Y >= 28 {
			return newLargeFace(env, o)
		}
		return newBigFace(env, o)
	case "words":
		if f := newWordsFace(set, size, o); f != nil {
			return f
		}
	case "zones":
		return newZonesFace(set, size, o.named(env.Zone))
	case "icon", "weather":
		return newIconFace(env, o)
	}
	if f := newShape(env, o); f != nil {
		return f
	}
	return newClockFace(set, size, o).halved(set)
}
