// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
)

// linePanels are panels of every kind on which a line of digits stands.
var linePanels = []image.Point{
	{37, 8}, {32, 8}, {64, 8}, {24, 24}, {32, 16}, {64, 16}, {96, 16}, {32, 32}, {48, 24}, {48, 32}, {64, 32},
	{96, 32}, {128, 32},
	{160, 32}, {192, 32}, {256, 32}, {48, 48}, {64, 48}, {96, 48}, {128, 48}, {64, 64}, {96, 64}, {128, 64},
	{192, 64}, {256, 64},
	{96, 96}, {128, 96}, {128, 128}, {256, 128},
}

// lineFaces are the faces on which the time has the whole width, with what else may be wanted of them.
var lineFaces = []Options{
	{Name: "plain"}, {Name: "plain", Week: true}, {Name: "plain", Seconds: true}, {Name: "gradient"},
	{Name: "seconds"}, {Name: "weekday"}, {Name: "ring"}, {Name: "big"}, {Name: "event"}, {Name: "event", Week: true},
	{Name: ringing},
}

// lineAt returns the columns of digits with what stands beside them on a panel, as they are lit, and the digits' own
// rows and columns; empty where hours and minutes take turns.
func lineAt(f *Face, m *Reading) (lit, digits image.Rectangle) {
	pages := f.drawer.pages(m)
	if len(pages) > 2 || pages[0].hold == 0 && len(pages) == 2 {
		return lit, digits
	}
	for _, i := range pages[0].items {
		if i.Role == typeset.Digits {
			lit, digits = lit.Union(i.Ink), digits.Union(i.Body)
		}
	}
	for _, i := range pages[0].items { // the half of the day beside them
		if i.Role == typeset.Note && (i.Text == "AM" || i.Text == "PM") && i.Body.Max.Y <= digits.Max.Y {
			lit = lit.Union(i.Ink)
		}
	}
	return lit, digits
}

// faceOf returns the face of a line, with the icon of an alarm left out.
func faceOf(env kit.Env, o Options) *Face {
	if o.Name == ringing {
		env.Icons = nil
		return NewRing(env)
	}
	return New(env, o)
}

// TestLineInTheMiddle: with 12 hours the line of digits is in the middle as it is lit, within half a column, at each
// hour of the day, and for the whole hour at one place.
func TestLineInTheMiddle(t *testing.T) {
	for _, size := range linePanels {
		env := apptest.SizedEnv(t, size)
		for _, o := range lineFaces {
			f := faceOf(env, o)
			for hour := range 24 {
				m := readingAt(time.Duration(hour) * time.Hour)
				m.Hours, m.Panel, m.Weather, m.Day = 12, env, kit.WeatherNow{}, kit.Day{}
				m.Event = kit.Event{Title: "Tea", Start: m.Local.Add(24 * time.Hour)}
				lit, digits := lineAt(f, m)
				if off := lit.Min.X + lit.Max.X - size.X; !lit.Empty() && max(off, -off) > 1 {
					t.Errorf("%+v on %v: at %v the line is lit from %d to %d", o, size, m.Local.Format("3 PM"), lit.Min.X, lit.Max.X)
				}
				m.Local = m.Local.Add(41 * time.Minute)
				if _, later := lineAt(f, m); later != digits {
					t.Errorf("%+v on %v: at %v the digits are in %v, and before in %v", o, size, m.Local.Format("3:04 PM"),
						later, digits)
				}
			}
		}
	}
}

// TestDrawnDigits: no face has enlarged digits where digits as they were drawn take three fifths of the rows, and none
// is enlarged by an odd number: squares would show.
func TestDrawnDigits(t *testing.T) {
	for _, size := range linePanels {
		env := apptest.SizedEnv(t, size)
		for _, o := range append(lineFaces, Options{Name: "calendar"}, Options{Name: "zones"}, Options{Name: "weather"},
			Options{Name: "flip"}) {
			f := faceOf(env, o)
			for _, hours := range []int{12, 24} {
				m := readingAt(10*time.Hour + 8*time.Minute)
				m.Hours, m.Panel, m.Other = hours, env, m.Local
				for _, i := range f.drawer.pages(m)[0].items {
					rows := i.Body.Dy()
					if i.Role != typeset.Digits || env.Fonts.Digits(rows).Cap() != rows {
						continue
					}
					if c := env.Fonts.Digits(rows).Times(); c > 1 && typeset.Fills(drawnRows(rows), size.Y) || c > 1 && c%2 > 0 {
						t.Errorf("%+v on %v: %q is enlarged to %d rows", o, size, i.Text, rows)
					}
				}
			}
		}
	}
}

// drawnRows returns the rows of the largest digits that are drawn and not higher.
func drawnRows(rows int) int {
	for _, drawn := range []int{32, 24, 20, 16, 14, 12, 10, 8, 7} {
		if drawn <= rows {
			return drawn
		}
	}
	return 5
}
