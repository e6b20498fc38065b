// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// corner is the colour of the panel's upper right pixel, and the brightness of it all.
func (h *home) corner() (color.RGBA, float64) {
	sees, m := h.Scene(), image.NewRGBA(image.Rect(0, 0, 37, 8))
	render.Clear(m)
	sees.Root.Draw(m, image.Point{}, time.Since(sees.Start))
	return m.RGBAAt(36, 0), sees.Level
}

const sunny = `{"alarms":[{"time":"07:00","days":["mon","tue","wed","thu","fri","sat","sun"],"sunrise":30}]}`

// TestSunriseBeforeAnAlarm: in the night, over the screensaver and another app, it
// grows light from a deep red to white.
func TestSunriseBeforeAnAlarm(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(sunny)
		on, mode, start, end := true, device.TimeBased, device.TimeOfDay(0), device.TimeOfDay(12*time.Hour)
		_, err := h.SetDisplay(t.Context(),
			device.DisplayPatch{Screensaver: &device.ScreensaverPatch{Enabled: &on, Mode: &mode, Start: &start, End: &end}})
		h.Must(err)
		rows := []struct {
			at    string
			kind  device.ShowingKind
			level float64
			want  color.RGBA
		}{
			{"06:29:59", device.ScreensaverShows, 0.03, color.RGBA{A: 255}},
			{"06:30:00", device.WidgetShows, 0.03, color.RGBA{70, 0, 0, 255}},
			{"06:36:00", device.WidgetShows, 0.20, color.RGBA{180, 10, 0, 255}},
			{"06:45:00", device.WidgetShows, 0.50, color.RGBA{255, 95, 10, 255}},
			{"06:54:00", device.WidgetShows, 0.80, color.RGBA{255, 200, 110, 255}},
			{"06:59:59", device.WidgetShows, 0.99, color.RGBA{255, 253, 251, 255}},
			{"07:00:00", device.NotificationShows, 1, color.RGBA{255, 255, 255, 255}}, // the light stays
			{"07:05:00", device.NotificationShows, 1, color.RGBA{255, 255, 255, 255}},
		}
		for _, row := range rows {
			apptest.Until(t, 1, row.at)
			got, level := h.corner()
			if kind := h.Status().Showing.Kind; kind != row.kind || math.Abs(level-row.level) > 0.01 || got != row.want {
				t.Errorf("%s: %v, %v at %.3f; want %v, %v at %v", row.at, kind, got, level, row.kind, row.want, row.level)
			}
		}
		h.Must(h.Press(t.Context(), device.ButtonAction))
		for _, why := range []string{"snoozed", "rings again"} {
			if got, level := h.corner(); got != (color.RGBA{255, 255, 255, 255}) || level != 1 {
				t.Errorf("%s, the light is %v at %v", why, got, level)
			}
			time.Sleep(9 * time.Minute)
		}
		h.Must(h.Press(t.Context(), device.ButtonRight))
		if _, level := h.corner(); level != 0.03 {
			t.Errorf("called off, the level is %v", level)
		}
		time.Sleep(time.Hour)
		h.Rings("", "called off")
	})
}

// TestAwakeBeforeTheAlarm: an arrow in the light before an alarm calls it off, for
// this morning; the action button does not.
func TestAwakeBeforeTheAlarm(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(sunny)
		apptest.Until(t, 1, "06:40:00")
		h.Must(h.Press(t.Context(), device.ButtonAction))
		if _, level := h.corner(); level < 0.3 {
			t.Errorf("the action button has made it %v", level)
		}
		h.Must(h.Press(t.Context(), device.ButtonLeft))
		if got, _ := h.corner(); got != (color.RGBA{A: 255}) {
			t.Errorf("an arrow leaves the light on: %v", got)
		}
		apptest.Until(t, 1, "07:01:00")
		h.Rings("", "called off")
		apptest.Until(t, 2, "06:40:00")
		if got, _ := h.corner(); got == (color.RGBA{A: 255}) {
			t.Error("no light on the next morning")
		}
		apptest.Until(t, 2, "07:01:00")
		h.Rings("07:00", "the next morning")
	})
}

// TestSunriseIsAWidget on every panel, with the time in it.
func TestSunriseIsAWidget(t *testing.T) {
	rendertest.Check(t, &sunrise{size: image.Pt(16, 16), total: time.Hour, from: -time.Minute})
	rendertest.Check(t, &sunrise{size: image.Pt(64, 64), total: time.Hour, from: 55 * time.Minute, land: true})
	for _, size := range apptest.Sizes {
		c := clockOf(t, Config{Alarms: []AlarmConfig{{Time: clockTimeOf(t, "13:00"), Sunrise: 60}}}, size.X, size.Y)
		v := view(c, apptest.Noon)
		rendertest.Check(t, v.Root)
		if got := apptest.Drawn(v, size, apptest.Noon).RGBAAt(size.X-1, 0); got.R < 100 {
			t.Errorf("%v: the light is %v", size, got)
		}
	}
}

// TestMorningOfALand: the sun is seen at the end, over hills. White digits are read before them, and black ones before
// the light of other panels.
func TestMorningOfALand(t *testing.T) {
	for _, row := range []struct {
		why        string
		size       image.Point
		monochrome bool
		land       bool
	}{
		{"large", image.Pt(64, 64), false, true}, {"the fewest rows", image.Pt(64, 32), false, true},
		{"a column", image.Pt(32, 64), false, true}, {"too few rows", image.Pt(64, 31), false, false},
		{"LEDs that are only on or off", image.Pt(64, 64), true, false},
	} {
		env := apptest.SizedEnv(t, row.size)
		env.Monochrome = row.monochrome
		s, m := newSunrise(env, time.Hour, time.Hour), image.NewRGBA(image.Rectangle{Max: row.size})
		s.Draw(m, image.Point{}, 0)
		seen := map[color.RGBA]bool{}
		for c := range pixtest.Colors(m) {
			if seen[c] = true; !row.land && kit.Contrast(c) < 7 {
				t.Errorf("%s: before %v black has a contrast of %.1f, want 7", row.why, c, kit.Contrast(c))
			}
		}
		front, white := image.NewRGBA(m.Rect), color.RGBA{255, 255, 255, 255}
		s.before(face.Posed(white), face.New(env, face.Options{}).Picture).Draw(front, image.Point{}, 0)
		for y := range row.size.Y {
			for x := range row.size.X - 1 {
				ink, right := front.RGBAAt(x, y), front.RGBAAt(x+1, y)
				if is := kit.Contrast(white) / kit.Contrast(right); row.land && ink == white && right != white && is < 4.5 {
					t.Errorf("%s: white has a contrast of %.1f with %v at its right, want 4.5", row.why, is, right)
				}
			}
		}
		if sun, hill := seen[sunColor], seen[ridges[1].color]; sun != row.land || hill != row.land {
			t.Errorf("%s: a sun %v, hills %v, want both %v", row.why, sun, hill, row.land)
		}
	}
}

// TestWeekInASunrise: today's dash is black in front of the light, and the six others are neither black nor as light as
// what is around them; on LEDs without grey levels they are lit. Before a land today's is white, and alone.
func TestWeekInASunrise(t *testing.T) {
	for _, row := range []struct {
		why        string
		rows       int
		monochrome bool
		today      color.RGBA
		others     bool
	}{
		{"a light", 31, false, color.RGBA{A: 255}, true},
		{"LEDs that are only on or off", 32, true, color.RGBA{A: 255}, false},
		{"a land", 32, false, color.RGBA{255, 255, 255, 255}, false},
	} {
		env := apptest.SizedEnv(t, image.Pt(64, row.rows))
		env.Monochrome = row.monochrome
		c := New(env, nil, 0).(*Clock)
		set := []byte(`{"week":true,"alarms":[{"time":"07:00","sunrise":10}]}`)
		must.Do(t, c.Configure([]device.WidgetSettings{{ID: "a", Settings: set}}))
		now := time.Date(2026, 11, 20, 6, 30, 0, 0, time.UTC)
		c.Step(now)
		m := drawnAt(c, now.Add(29*time.Minute), 0)
		var foot []color.RGBA
		for x := range 64 {
			foot = append(foot, m.RGBAAt(x, row.rows-1))
		}
		today := 0
		for _, at := range foot {
			if at == row.today {
				today++
			}
		}
		dashes := len(slices.Compact(slices.DeleteFunc(slices.Clone(foot), func(at color.RGBA) bool { return at == row.today })))
		if today != 8 || row.others != (dashes > 3) {
			t.Errorf("%s: %d pixels of today, %d changes of the others\n%v", row.why, today, dashes, foot)
		}
	}
}
