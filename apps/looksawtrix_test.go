// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
)

// awtrix judges a page by the rules of AWTRIX, in its pixels, each of which is a square of
// LEDs on a large panel: the picture has eight rows in the middle of the panel, letters
// stand on five of them from the second on, and columns beside an icon.
func (j *judge) awtrix(bad map[string]bool, kind, what string, f *note.Frame, m *image.RGBA) {
	size, k := awtrix.Grid(m.Rect.Max)
	band := image.Rectangle{Max: size.Mul(k)}
	band = band.Add(m.Rect.Size().Sub(band.Size()).Div(2))
	ink := inkOf(m)
	bad[margins] = !ink.In(band)
	if !f.Icon.IsZero() && f.Text != nil { // a column between them
		gap := image.Rect(band.Min.X+8*k, band.Min.Y+k, band.Min.X+9*k, band.Max.Y-k)
		bad[uncut] = !inkOf(m.SubImage(gap).(*image.RGBA)).Empty()
	}
	if f.Text == nil || !f.Icon.IsZero() || f.Progress != nil || f.Draw != nil || marked(m, band) {
		return
	}
	wide, alone := image.NewRGBA(image.Rect(0, 0, 32*100, 8)), *f
	alone.Align = note.AlignLeft
	awtrix.New(&alone, wide.Rect.Max, awtrix.Parts{}, awtrix.Look{Ink: white}).Draw(wide, image.Point{}, 0)
	whole := inkOf(wide)
	if whole.Dx() > size.X || whole.Empty() { // it scrolls, or has just gone dark
		return
	}
	letters := image.Rect(band.Min.X, band.Min.Y+k, band.Max.X, band.Max.Y-k)
	bad[margins] = bad[margins] || !ink.In(letters)
	bad[uncut] = bad[uncut] || ink.Size() != whole.Size().Mul(k)
	bad[centred] = !middle(ink, m.Rect, k)
	if strings.Trim(f.Text[0].Text, "0123456789") == "" {
		j.height(kind+" digits", ink.Dy(), what)
	}
}

// marked reports whether a frame stands around the picture.
func marked(m *image.RGBA, band image.Rectangle) bool {
	return m.RGBAAt(band.Min.X, band.Min.Y) == m.RGBAAt(band.Max.X-1, band.Max.Y-1) &&
		m.RGBAAt(band.Min.X, band.Min.Y) != dark
}

// alarms adds the pages of a clock around an alarm: the one that rings, with and without
// a sunrise, the rest of a snooze, and the next alarm in the evening.
func (s *stage) alarms(all map[string]looked, i int, now time.Time) {
	rings := now.Truncate(time.Minute)
	settings := fmt.Sprintf(`{"hours":%d,"alarms":[{"time":%q,"snooze":%d,"sunrise":%%d}]}`, hoursOf(i),
		rings.Format("15:04"), 1+i%30)
	before := func(a device.App) { a.Step(rings.Add(-time.Hour)) }
	all["alarm"] = looked{root: s.step(clock.App, fmt.Sprintf(settings, 0), "", rings, before).Alert.View.Root}
	all["alarm with a sunrise"] = looked{
		root: s.step(clock.App, fmt.Sprintf(settings, 10), "", rings, before).Alert.View.Root, moves: true}
	all["snooze"] = looked{
		root: s.view(clock.App, fmt.Sprintf(settings, 0), "", rings.Add(16*time.Second), before, func(a device.App) {
			a.Step(rings)
			a.(device.Presser).Press("", device.ButtonAction, rings)
		})}
	evening := rings.Truncate(24 * time.Hour).Add(time.Duration(20*60+5*i)*time.Minute + 31*time.Second)
	told := fmt.Sprintf(`{"hours":%d,"alarms":[{"time":"%02d:%02d"}]}`, hoursOf(i), 5+i%3, i)
	all["alarm told"] = looked{
		root: s.view(clock.App, told, "", evening, func(a device.App) { a.Step(evening.Add(-time.Hour)) })}
}
