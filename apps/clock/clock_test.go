// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"encoding/json"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// clockOn is a clock with a widget of each of these settings, that has not been stepped yet.
func clockOn(t testing.TB, size image.Point, settings ...string) *Clock {
	t.Helper()
	c := New(apptest.SizedEnv(t, size), nil, 0).(*Clock)
	apptest.Set(t, c, settings...)
	return c
}

// clockOf is a clock with one widget.
func clockOf(t testing.TB, cfg Config, w, h int) *Clock {
	t.Helper()
	return clockOn(t, image.Pt(w, h), string(must.Get(json.Marshal(cfg))(t)))
}

func view(c *Clock, now time.Time) device.View { return c.Step(now).Views["a"] }

// shows is the picture of the first clock at now.
func shows(c *Clock, now time.Time) string {
	return pixtest.String(apptest.Drawn(view(c, now), c.Env.Size, now))
}

func TestClockAgain(t *testing.T) {
	rows := []struct {
		name string
		cfg  Config
		want time.Duration
	}{
		{"at the next minute", Config{}, 3750 * time.Millisecond},
		{"at the next second", Config{Seconds: true}, 750 * time.Millisecond},
	}
	for _, row := range rows {
		if got := clockOf(t, row.cfg, 37, 8).Step(apptest.Noon).Again.Sub(apptest.Noon); got != row.want {
			t.Errorf("%s: looks again after %v, want %v", row.name, got, row.want)
		}
	}
}

// TestColonBlinks: one second bright, one dim, in step with the wall clock, and
// nothing else moves.
func TestColonBlinks(t *testing.T) {
	c := clockOf(t, Config{}, 37, 8)
	v := view(c, apptest.Noon)
	bright, dim := shows(c, apptest.Noon), shows(c, apptest.Noon.Add(time.Second))
	if bright == dim {
		t.Fatal("the colon does not blink")
	}
	for i := range bright {
		if bright[i] != dim[i] && (bright[i] != '#' || dim[i] != '+' && dim[i] != '-') {
			t.Fatalf("something else than the colon changes:\n%s\n%s", bright, dim)
		}
	}
	next := render.Next(v.Root, apptest.Noon.Sub(v.Start))
	if !v.Start.Add(next).Equal(apptest.Noon.Truncate(time.Second).Add(time.Second)) {
		t.Errorf("it blinks at %v, want the next second", v.Start.Add(next))
	}
}

func TestSameMinuteSamePicture(t *testing.T) {
	c := clockOf(t, Config{}, 37, 8)
	a := view(c, apptest.Noon)
	b := view(c, apptest.Noon.Add(time.Second))
	later := view(c, apptest.Noon.Add(time.Minute))
	if a != b || a == later {
		t.Error("want one picture a minute")
	}
}

// TestClockColor: a colour that is set while the clock shows is seen at once.
func TestClockColor(t *testing.T) {
	c := clockOf(t, Config{}, 37, 8)
	c.Step(apptest.Noon)
	c.SetLook(paint.Look{TextColor: note.Color{R: 255, Set: true}})
	if art := shows(c, apptest.Noon); !strings.Contains(art, "R") || strings.Contains(art, "#") {
		t.Errorf("set to red, it shows\n%s", art)
	}
}

func TestImplausibleClock(t *testing.T) {
	c := clockOf(t, Config{Seconds: true}, 37, 8)
	c.Env.Clock = device.NewWallClock(apptest.Noon.Add(time.Hour), time.Time{})
	pixtest.Equal(t, apptest.Drawn(view(c, apptest.Noon), c.Env.Size, apptest.Noon), `
		.....................................
		.....................................
		.....................................
		..........###.###.#.###.###..........
		.....................................
		.....................................
		..................#..................
		.....................................
	`)
}

// TestWeek: on 16 rows Friday, the fifth dash, is bright.
func TestWeek(t *testing.T) {
	lines := strings.Split(shows(clockOf(t, Config{Week: true}, 64, 16), apptest.Noon), "\n")
	dashes := strings.Fields(strings.ReplaceAll(lines[15], ".", " "))
	if len(dashes) != 7 || !strings.HasPrefix(dashes[4], "#") ||
		strings.Contains(strings.Join(append(dashes[:4:4], dashes[5:]...), ""), "#") {
		t.Errorf("days are %q", lines[15])
	}
}

// TestMonochrome: LEDs that are only on or off show a shade as they show the ink. There
// one day of the week is on, the line of seconds grows, and the colon blinks all the same.
func TestMonochrome(t *testing.T) {
	for _, row := range []struct {
		name   string
		cfg    Config
		second int
		bottom string // the last row
	}{
		{"a Friday", Config{Face: "weekday"}, 0, strings.Repeat(".", 21) + "####" + strings.Repeat(".", 12)},
		{"30 s", Config{Face: "seconds"}, 30, strings.Repeat("#", 19) + strings.Repeat(".", 18)},
	} {
		c := clockOf(t, row.cfg, 37, 8)
		c.Env.Monochrome = true
		begin := apptest.Noon.Truncate(time.Minute)
		now := begin.Add(time.Duration(row.second) * time.Second)
		v := view(c, now)
		shown, later := apptest.Drawn(v, image.Pt(37, 8), now), apptest.Drawn(v, image.Pt(37, 8), now.Add(time.Second))
		rows := strings.Split(strings.TrimSpace(pixtest.Lit(shown)), "\n")
		if got := strings.TrimSpace(rows[7]); got != row.bottom {
			t.Errorf("%s: %s, want %s", row.name, got, row.bottom)
		}
		if pixtest.Lit(shown) == pixtest.Lit(later) {
			t.Errorf("%s: the colon stands still", row.name)
		}
	}
}

// TestNoRoomForTheWeek: on 8 rows the digits need them all.
func TestNoRoomForTheWeek(t *testing.T) {
	without, with := clockOf(t, Config{}, 37, 8), clockOf(t, Config{Week: true}, 37, 8)
	if is, want := shows(with, apptest.Noon), shows(without, apptest.Noon); is != want {
		t.Errorf("with the week\n%swithout\n%s", is, want)
	}
}

// TestClockFaces shows the clock as it is first seen; the golden pictures of the faces show it on more panels.
func TestClockFaces(t *testing.T) {
	pixtest.Equal(t, apptest.Drawn(view(clockOf(t, Config{}, 16, 8), apptest.Noon), image.Pt(16, 8), apptest.Noon), `
		................
		.#..###..###.#.#
		##....#....#.#.#
		.#..###...##.###
		.#..#......#...#
		###.###..###...#
		................
		................
	`)
	pixtest.Equal(t, apptest.Drawn(view(clockOf(t, Config{}, 37, 8), apptest.Noon), image.Pt(37, 8), apptest.Noon), `
		........#....###.....###.....#.......
		.......##...#...#...#...#...##.......
		........#.......#.#.....#..#.#.......
		........#......#......##..#..#.......
		........#.....#.........#.#####......
		........#....#....#.#...#....#.......
		.......###..#####....###.....#.......
		.....................................
	`)
}

func TestClockIsAWidget(t *testing.T) {
	for _, size := range apptest.Sizes {
		names, _ := face.Choices()
		for _, name := range names {
			cfg := Config{Face: name, Icon: "status-bell", Week: true}
			rendertest.Check(t, view(clockOf(t, cfg, size.X, size.Y), apptest.Noon).Root)
		}
	}
}

// TestTwoClocks: each shows the time of its zone, in its colour.
func TestTwoClocks(t *testing.T) {
	c := clockOn(t, image.Pt(37, 8), "", `{"zone":"Asia/Tokyo","color":"#FF0000"}`)
	views := c.Step(apptest.Noon).Views
	if len(views) != 2 ||
		pixtest.String(apptest.Drawn(views["a"], c.Env.Size, apptest.Noon)) == pixtest.String(
			apptest.Drawn(views["b"], c.Env.Size, apptest.Noon)) {
		t.Error("both show the same")
	}
}

// TestFacesPose: every face has a picture on every panel, lit, and the same each time;
// nothing else has one.
func TestFacesPose(t *testing.T) {
	names, _ := face.Choices()
	for _, size := range []image.Point{{8, 8}, {37, 8}, {64, 64}} {
		clock := clockOn(t, size)
		for _, name := range names {
			w := clock.Pose("face", name)
			if w == nil {
				t.Fatalf("%v: no picture of %s", size, name)
			}
			rendertest.Check(t, w)
			apptest.DrawAll(t, name, w, size)
		}
		if clock.Pose("face", "none") != nil || clock.Pose("hours", "12") != nil {
			t.Errorf("%v: an unknown face has a picture", size)
		}
	}
}
