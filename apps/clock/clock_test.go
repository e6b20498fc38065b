// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"encoding/json"
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// clockOf is a clock with one widget.
func clockOf(t testing.TB, cfg Config, w, h int) *Clock {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{Rows: h}))(t)
	c := New(kit.Env{Size: image.Pt(w, h), Fonts: set, Zone: device.NewZone(time.UTC)}, nil, 0).(*Clock)
	settings := must.Get(json.Marshal(cfg))(t)
	must.Do(t, c.Configure([]device.WidgetSettings{{ID: "a", Settings: settings}}))
	return c
}

func view(c *Clock, now time.Time) device.View { return c.Step(now).Views["a"] }

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
	bright, dim := pixtest.String(apptest.Drawn(v, c.Env.Size, apptest.Noon)),
		pixtest.String(apptest.Drawn(v, c.Env.Size, apptest.Noon.Add(time.Second)))
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
	v := view(c, apptest.Noon)
	if art := pixtest.String(apptest.Drawn(v, c.Env.Size, apptest.Noon)); !strings.Contains(art, "R") ||
		strings.Contains(art, "#") {
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
	c := clockOf(t, Config{Week: true}, 64, 16)
	v := view(c, apptest.Noon)
	lines := strings.Split(pixtest.String(apptest.Drawn(v, c.Env.Size, apptest.Noon)), "\n")
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
	var arts []string
	for _, week := range []bool{false, true} {
		c := clockOf(t, Config{Week: week}, 37, 8)
		v := view(c, apptest.Noon)
		arts = append(arts, pixtest.String(apptest.Drawn(v, c.Env.Size, apptest.Noon)))
	}
	if arts[0] != arts[1] {
		t.Errorf("with the week\n%swithout\n%s", arts[1], arts[0])
	}
}

// TestClockFaces shows the clock of every size as it is first seen.
func TestClockFaces(t *testing.T) {
	rows := []struct {
		name string
		size image.Point
		at   time.Duration // after noon
		want string
	}{
		{"one module: the hours", image.Pt(8, 8), 0, `
			........
			.#..###.
			##....#.
			.#..###.
			.#..#...
			###.###.
			........
			####....
		`},
		{"then the minutes", image.Pt(8, 8), 2 * time.Second, `
			........
			###.#.#.
			..#.#.#.
			.##.###.
			..#...#.
			###...#.
			........
			....####
		`},
		{"two modules: a gap in place of the colon", image.Pt(16, 8), 0, `
			................
			.#..###..###.#.#
			##....#....#.#.#
			.#..###...##.###
			.#..#......#...#
			###.###..###...#
			................
			................
		`},
		{"hours over minutes", image.Pt(16, 16), 0, `
			....#....###....
			...##...#...#...
			....#.......#...
			....#......#....
			....#.....#.....
			....#....#......
			...###..#####...
			................
			...###.....#....
			..#...#...##....
			......#..#.#....
			....##..#..#....
			......#.#####...
			..#...#....#....
			...###.....#....
			................
		`},
		{"four modules", image.Pt(32, 8), 0, `
			.....#....###.....###.....#.....
			....##...#...#...#...#...##.....
			.....#.......#.#.....#..#.#.....
			.....#......#......##..#..#.....
			.....#.....#.........#.#####....
			.....#....#....#.#...#....#.....
			....###..#####....###.....#.....
			................................
		`},
		{"HUB75", image.Pt(64, 32), 0, `
			................................................................
			................................................................
			................................................................
			................................................................
			.......###.........######.............######.............###....
			......####.......##########.........##########..........####....
			.....#####.......##########.........##########..........####....
			....######......####....####.......####....####........#####....
			....##.###...............###................###........#####....
			....#..###...............###................###.......######....
			.......###...............###..###...........###.......######....
			.......###...............###..###...........###......###.###....
			.......###...............###..###...........###......###.###....
			.......###..............####...............####.....###..###....
			.......###..............####...........#######......###..###....
			.......###.............####............#######.....###...###....
			.......###.............####............#######.....###...###....
			.......###............####.................####...###....###....
			.......###...........####...................###...###....###....
			.......###..........####......###...........###..###.....###....
			.......###.........####.......###...........###..############...
			.......###........####........###...........###..############...
			.......###........####......................###..############...
			.......###.......####.......................###..........###....
			.......###......####...............####....####..........###....
			.......###......############........##########...........###....
			.......###......############........##########...........###....
			.......###......############..........######.............###....
			................................................................
			................................................................
			................................................................
			................................................................
		`},
		{"the reference", image.Pt(37, 8), 0, `
			........#....###.....###.....#.......
			.......##...#...#...#...#...##.......
			........#.......#.#.....#..#.#.......
			........#......#......##..#..#.......
			........#.....#.........#.#####......
			........#....#....#.#...#....#.......
			.......###..#####....###.....#.......
			.....................................
		`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := clockOf(t, Config{}, row.size.X, row.size.Y)
			v := view(c, apptest.Noon)
			pixtest.Equal(t, apptest.Drawn(v, row.size, apptest.Noon.Add(row.at)), row.want)
		})
	}
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

// TestClockSettings: two clocks in two zones, and what is refused changes
// nothing.
func TestClockSettings(t *testing.T) {
	c := clockOf(t, Config{}, 37, 8)
	two := []device.WidgetSettings{{ID: "a"},
		{ID: "b", Settings: json.RawMessage(`{"zone":"Asia/Tokyo","color":"#FF0000"}`)}}
	must.Do(t, c.Configure(two))
	views := c.Step(apptest.Noon).Views
	if len(views) != 2 ||
		pixtest.String(apptest.Drawn(views["a"], c.Env.Size, apptest.Noon)) == pixtest.String(
			apptest.Drawn(views["b"], c.Env.Size, apptest.Noon)) {
		t.Error("both show the same")
	}
	for field, settings := range map[string]string{"[0].settings.zone": `{"zone":"Mars/Olympus"}`,
		"[0].settings.hours": `{"hours":13}`} {
		err := c.Configure([]device.WidgetSettings{{ID: "c", Settings: json.RawMessage(settings)}})
		var bad *note.InvalidError
		if !errors.As(err, &bad) || bad.Field != field {
			t.Errorf("%s: %v, want a fault of %s", settings, err, field)
		}
	}
	if views := c.Step(apptest.Noon).Views; len(views) != 2 {
		t.Errorf("after what was refused there are %d views, want 2", len(views))
	}
}
