// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/words"
)

// TestEventFaceHasNoWeek: week and seconds would leave no room for the event.
func TestEventFaceHasNoWeek(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	plain, full := newEventFace(env, Options{}), newEventFace(env, Options{Week: true, Seconds: true})
	if plain.time.Room != full.time.Room || plain.time.Week != full.time.Week || plain.time.Seconds != full.time.Seconds ||
		plain.alone.Seconds != full.alone.Seconds {
		t.Error("the options change the face")
	}
}

func TestClockText(t *testing.T) {
	rows := []struct {
		name    string
		hours   int
		seconds bool
		now     time.Time
		want    string
	}{
		{"24 hours", 0, false, apptest.Noon, "12:34"},
		{"after midnight", 24, false, apptest.Noon.Add(12 * time.Hour), "00:34"},
		{"12 hours", 12, false, apptest.Noon.Add(3 * time.Hour), "3:34"},
		{"seconds", 0, true, apptest.Noon, "12:34:56"},
	}
	for _, row := range rows {
		m := Reading{Local: row.now, Known: true, Hours: row.hours}
		if got := strings.Join(m.fields(m.Local, row.seconds), ":"); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// TestNothingIsCut: on every panel every face is whole, at every minute of the day,
// in every month and on every day of the week, whatever is wanted.
func TestNothingIsCut(t *testing.T) {
	times := 24
	if testing.Short() {
		times = 3
	}
	for _, size := range append([]image.Point{{64, 64}, {128, 64}}, apptest.Sizes...) {
		set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
		env := kit.Env{Size: size, Fonts: set, Zone: device.NewZone(time.UTC),
			Icons: squares{8 * paint.IconScale(size.X, size.Y)}}
		for _, o := range everyFace() {
			f := drawerOf(env, o.Options)
			for i := range times {
				m := Reading{Known: true, Hours: o.hours, Words: kit.LanguageOf(o.Language),
					Weather: kit.WeatherNow{Icon: "weather-rain", Text: "-12°"}}
				m.Local = apptest.Noon.AddDate(0, i, i).Add(time.Duration(305*i) * time.Minute)
				m.Other = m.Local.Add(9 * time.Hour)
				m.Day = kit.Day{From: m.Local.Truncate(time.Hour), Hours: posedDay}
				m.Event = kit.Event{Title: "Anna's birthday", Start: m.Local.Add(25 * time.Minute)}
				for n, p := range f.pages(&m) {
					if p.cut || p.Rect.Size() != size {
						t.Fatalf("%v %+v at %v: page %d is cut\n%s", size, o, m.Local, n, pixtest.String(p.RGBA))
					}
				}
			}
		}
	}
}

// wanted is a face of a clock with 12 hours, or any.
type wanted struct {
	Options
	hours int
}

// everyFace is every face, with what else may be wanted of it.
func everyFace() (all []wanted) {
	for _, face := range names() {
		for _, o := range []wanted{{}, {hours: 12}, {Options: Options{Seconds: true}}, {Options: Options{Week: true}},
			{Options{Seconds: true, Week: true}, 12}} {
			o.Name, o.Icon, o.Zones[1] = face, "status-bell", "America/New_York"
			all = append(all, o)
		}
	}
	for _, code := range words.Codes {
		all = append(all, wanted{Options: Options{Name: "words", Language: code}},
			wanted{Options: Options{Name: "date", Language: code}})
	}
	return all
}

// squares are icons of so many pixels.
type squares struct{ side int }

func (s squares) Icon(icons.Ref) *icons.Icon {
	m := image.NewRGBA(image.Rect(0, 0, s.side, s.side))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{0, 0, 255, 255}), image.Point{}, draw.Src)
	return &icons.Icon{Frames: []icons.Frame{{Image: m}}}
}

// TestRingIsWhole: on every panel the digits are as large as those of the plain face,
// and neither they nor the picture are cut, at every hour.
func TestRingIsWhole(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		f := newRingFace(apptest.SizedEnv(t, size))
		if f.side > 0 {
			if is, alone := f.art.time.Digits.Cap(), f.plain.Digits.Cap(); is != alone {
				t.Errorf("%v: beside the picture the digits have %d rows, alone %d", size, is, alone)
			}
			if at := image.Rect(0, 0, f.side, f.side).Add(f.art.at); !at.In(image.Rectangle{Max: size}) {
				t.Errorf("%v: the picture is at %v", size, at)
			}
		}
		for hour := range 24 {
			for _, hours := range []int{12, 24} {
				m := readingAt(time.Duration(hour) * 61 * time.Minute)
				m.Hours = hours
				for i, p := range f.pages(m) {
					if p.cut || p.Rect.Size() != size {
						t.Fatalf("%v: page %d is cut\n%s", size, i, pixtest.String(p.RGBA))
					}
				}
			}
		}
	}
}

// TestFlipOfOneDigit: an hour of one digit leaves the first of four cards empty.
func TestFlipOfOneDigit(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 5, 0, 0, time.UTC)
	all := (&flipFace{}).texts(&Reading{Local: at, Known: true, Hours: 12}, at)
	if want := []string{" ", "9", "0", "5"}; !slices.Equal(all, want) {
		t.Errorf("the cards are %q, want %q", all, want)
	}
}

// TestGlows: white digits are read before each.
func TestGlows(t *testing.T) {
	for _, g := range glows {
		if got := kit.Contrast(color.RGBA{255, 255, 255, 255}) / kit.Contrast(g); got < 7 {
			t.Errorf("before %v white has a contrast of %.1f, want 7", g, got)
		}
	}
}
