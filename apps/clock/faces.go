// SPDX-License-Identifier: Apache-2.0

package clock

import "github.com/ledpost/ledpost/apps/kit"

// The names of the faces in the settings, and for people.
var (
	faceNames = []string{"plain", "calendar", "weekday", "seconds", "date", "big", "words", "zones", "icon", "weather",
		"analog", "flip", "binary", "letters", "ring", "gradient", "outline", "event", "curve"}
	faceTitles = []string{"Plain", "Calendar leaf", "Bar of the week", "Line of the seconds", "Time and date in turn",
		"Big digits, date and weather", "In words", "Two time zones", "Own icon", "Weather icon",
		"Hands", "Flip cards", "Binary", "Wall of letters", "Ring of the seconds", "Colour gradient", "Outlined digits", "Next event", "Temperatures of the day"}
)

// newFace returns the face with that name. A face that does not fit on the panel is
// replaced by one that does.
func newFace(env kit.Env, cfg Config) face {
	set, size := env.Fonts, env.Size
	switch cfg.Face {
	case "calendar":
		return newLeafFace(set, size, cfg)
	case "weekday":
		return newWeekdayFace(set, size, cfg)
	case "seconds":
		return newSecondsFace(set, size, cfg)
	case "date":
		return newDateFace(set, size, cfg)
	case "big":
		if size.X < 32 || size.Y < 16 {
			return newDateFace(set, size, cfg)
		}
		if size.X >= 56 && size.Y >= 28 {
			return newLargeFace(env, cfg)
		}
		return newBigFace(env, cfg)
	case "words":
		if f := newWordsFace(set, size, cfg); f != nil {
			return f
		}
	case "zones":
		return newZonesFace(set, size, cfg)
	case "icon", "weather":
		return newIconFace(env, cfg)
	}
	if f := newShape(env, cfg); f != nil {
		return f
	}
	return newClockFace(set, size, cfg)
}
