// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestHalvesOfTheDay: with 12 hours AM or PM stands beside the digits where it has room,
// and the digits stand where they do without it being the other half.
func TestHalvesOfTheDay(t *testing.T) {
	for _, row := range []struct {
		why   string
		size  image.Point
		name  string
		hours int
		want  string // of morning and evening; "" = none
	}{
		{"beside digits of 7 rows", image.Pt(37, 8), "plain", 12, "AM PM"},
		{"too narrow", image.Pt(32, 8), "plain", 12, ""},
		{"digits that fill the panel", image.Pt(64, 32), "plain", 12, ""},
		{"a low and wide panel", image.Pt(64, 16), "plain", 12, "AM PM"},
		{"below digits that take all columns of a large panel", image.Pt(128, 64), "plain", 12, "AM PM"},
		{"beside the lower of two lines", image.Pt(64, 64), "plain", 12, "AM PM"},
		{"below the digits beside a leaf", image.Pt(64, 32), "calendar", 12, "AM PM"},
		{"below a leaf and its digits", image.Pt(64, 64), "calendar", 12, "AM PM"},
		{"a leaf on 8 rows takes all columns", image.Pt(37, 8), "calendar", 12, ""},
		{"below the digits beside an icon", image.Pt(64, 32), "icon", 12, "AM PM"},
		{"below the weather and its digits", image.Pt(64, 64), "weather", 12, "AM PM"},
		{"in the line of the date", image.Pt(128, 64), "big", 12, "AM PM"},
		{"date and temperature take the line", image.Pt(64, 32), "big", 12, ""},
		{"beside a shorter date", image.Pt(64, 64), "big", 12, "AM PM"},
		{"beside digits over a date", image.Pt(64, 16), "big", 12, "AM PM"},
		{"below the temperature of now", image.Pt(64, 32), "curve", 12, "AM PM"},
		{"between the time and the weather", image.Pt(128, 64), "curve", 12, "AM PM"},
		{"beside the temperature below the time", image.Pt(64, 64), "curve", 12, "AM PM"},
		{"within the ring", image.Pt(64, 64), "ring", 12, "AM PM"},
		{"within a wide ring", image.Pt(64, 32), "ring", 12, "AM PM"},
		{"a low ring", image.Pt(64, 16), "ring", 12, "AM PM"},
		{"below the places", image.Pt(64, 32), "zones", 12, "AM AM PM PM"},
		{"beside the places", image.Pt(64, 64), "zones", 12, "AM AM PM PM"},
		{"digits with a gradient", image.Pt(64, 16), "gradient", 12, "AM PM"},
		{"digits as low as AM would be", image.Pt(37, 8), "weekday", 12, ""},
		{"large digits over an event", image.Pt(128, 64), "event", 12, "AM PM"},
		{"smaller digits over an event", image.Pt(64, 32), "event", 12, "AM PM"},
		{"smaller digits over an event of a square panel", image.Pt(64, 64), "event", 12, "AM PM"},
		{"below digits over a bar", image.Pt(128, 64), "weekday", 12, "AM PM"},
		{"below digits over the line of seconds", image.Pt(128, 64), "seconds", 12, "AM PM"},
		{"within a large ring", image.Pt(128, 64), "ring", 12, "AM PM"},
		{"between a leaf with its digits and the week", image.Pt(64, 64), "calendar", 12, "AM PM"},
		{"beside an alarm that rings", image.Pt(64, 64), ringing, 12, "AM PM"},
		{"in place of the picture of an alarm", image.Pt(128, 64), ringing, 12, "AM PM"},
		{"24 hours need none", image.Pt(64, 16), "plain", 24, ""},
	} {
		env := apptest.SizedEnv(t, row.size)
		of := New
		if row.name == ringing {
			of = func(env kit.Env, _ Options) *Face { return NewRing(env) }
		}
		f := of(env,
			Options{Name: row.name, Week: strings.Contains(row.why, "the week"), Icon: "weather-sun",
				Zones: [2]string{"Europe/Berlin", "Asia/Tokyo"}})
		var got []string
		at := map[int]bool{} // where the digits begin
		for _, hour := range []int{10, 22} {
			m := readingAt(time.Duration(hour)*time.Hour + 8*time.Minute)
			m.Hours, m.Panel = row.hours, env
			for _, i := range f.drawer.pages(m)[0].items {
				if strings.HasSuffix(i.Text, "M") {
					got = append(got, i.Text)
				} else if strings.Contains(i.Text, "08") && row.name != "zones" {
					at[i.Body.Min.X] = true
				}
				if !i.Ink.In(image.Rectangle{Max: row.size}) {
					t.Errorf("%s: %q is cut", row.why, i.Text)
				}
			}
		}
		if all := strings.Join(got, " "); all != row.want || row.hours == 12 && row.name != "zones" && len(at) != 1 {
			t.Errorf("%s: %q, want %q; the digits begin at %v", row.why, all, row.want, at)
		}
	}
}

// TestHalvesOnCards: AM or PM stands on the card of the hours where the digits leave room.
func TestHalvesOnCards(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		want bool
	}{{image.Pt(128, 64), true}, {image.Pt(64, 64), true}, {image.Pt(64, 32), false}} {
		f := newFlipFace(apptest.SizedEnv(t, row.size), Options{})
		morning, evening := readingAt(8*time.Hour), readingAt(20*time.Hour)
		morning.Hours, evening.Hours = 12, 12
		if got := pixtest.String(f.card(0, "8", morning)) != pixtest.String(f.card(0, "8", evening)); got != row.want {
			t.Errorf("%v: the halves differ: %v, want %v", row.size, got, row.want)
		}
	}
}

// TestHalfIsReadable: AM and PM contrast with black by 4.5:1, also below the darkest end of the
// gradient and in a dim ink that reaches it.
func TestHalfIsReadable(t *testing.T) {
	size := image.Pt(128, 64)
	for _, name := range []string{"plain", "gradient", "outline"} {
		for _, ink := range []color.RGBA{{255, 255, 255, 255}, {255, 0, 0, 255}, {200, 110, 30, 255}} {
			f := New(apptest.SizedEnv(t, size), Options{Name: name})
			m := Reading{Local: posed.Add(12 * time.Hour), Known: true, Hours: 12, Ink: ink, Words: kit.LanguageOf("")}
			all, lit := f.drawer.pages(&m)[0], 0
			for c := range pixtest.Colors(all.SubImage(image.Rect(0, size.Y-8, size.X, size.Y)).(*image.RGBA)) {
				if c.A == 0 {
					continue
				}
				if lit++; kit.Contrast(c) < 4.4 {
					t.Fatalf("%s in %v: %v of %.2f:1", name, ink, c, kit.Contrast(c))
				}
			}
			if lit == 0 {
				t.Errorf("%s: the last rows are dark", name)
			}
		}
	}
}

// TestDegreesBesideTheWeather: below the picture where the time is at its right, beside it where the
// time is below; in none of the places of a chosen icon, of low panels and of no weather.
func TestDegreesBesideTheWeather(t *testing.T) {
	for _, row := range []struct {
		why  string
		size image.Point
		o    Options
		text string
		want image.Point // from the picture to the text: -1, 0 or 1 for left or above, in line, right or below
	}{
		{"below", image.Pt(64, 32), Options{Name: "weather"}, "-18°", image.Pt(0, 1)},
		{"beside, above as large digits as have room", image.Pt(128, 64), Options{Name: "weather"}, "7°", image.Pt(1, 0)},
		{"below, over the row of the week", image.Pt(128, 64), Options{Name: "weather", Week: true}, "7°", image.Pt(0, 1)},
		{"beside", image.Pt(64, 64), Options{Name: "weather"}, "102°", image.Pt(1, 0)},
		{"an icon of its own", image.Pt(64, 32), Options{Name: "icon", Icon: "weather-sun"}, "21°", image.Point{}},
		{"no weather", image.Pt(64, 32), Options{Name: "weather"}, "", image.Point{}},
		{"one row of text", image.Pt(37, 8), Options{Name: "weather"}, "21°", image.Point{}},
	} {
		f := newIconFace(apptest.SizedEnv(t, row.size), row.o, row.o.Icon)
		m := &Reading{Local: apptest.Noon, Known: true, Words: kit.LanguageOf("en"),
			Weather: kit.WeatherNow{Icon: "weather-sun", Text: row.text}}
		face, at, picture := f.degrees(m)
		if (face != nil) != (row.want != image.Point{}) {
			t.Errorf("%s, %v: letters %v", row.why, row.size, face)
			continue
		}
		if face == nil {
			continue
		}
		side := iconSide(row.size)
		got, room := image.Point{}, image.Rectangle{at, at.Add(image.Pt(face.Width(row.text), face.Cap()))}
		if at.X >= picture.X+side {
			got.X = 1
		}
		if at.Y >= picture.Y+side {
			got.Y = 1
		}
		if got != row.want || !room.In(image.Rectangle{Max: row.size}.Inset(1)) {
			t.Errorf("%s, %v: the picture at %v, the text in %v", row.why, row.size, picture, room)
		}
	}
}
