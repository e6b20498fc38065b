// SPDX-License-Identifier: Apache-2.0

package board

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

var update = flag.Bool("update", false, "draw the pictures of the board")

// sizes are the panels that boards are drawn for.
var sizes = []image.Point{{64, 32}, {64, 64}, {128, 64}}

var now = time.Date(2026, 11, 23, 10, 8, 20, 0, time.UTC)

// sky is the weather with a picture and a temperature.
func sky(icon, text string) kit.Brief {
	return kit.Brief{Kind: kit.Sky, Icon: kit.Builtin(icon), Text: text}
}

func event(title string, in time.Duration) kit.Brief {
	return kit.Brief{Kind: kit.Coming, Event: kit.Event{Title: title, Start: now.Add(in), End: now.Add(in + time.Hour)}}
}

// state is a state of the other apps.
type state struct {
	why      string
	settings string
	region   device.Region
	at       time.Time
	clock    kit.Timepiece
	briefs   map[string]kit.Brief
}

// states are what boards have to show, and why.
var states = []state{
	{why: "a usual morning",
		briefs: map[string]kit.Brief{"w": sky("weather-partly", "12°"), "e": event("Standup", 10*time.Minute)}},
	{why: "a cold day with a long title", at: now.Add(9*time.Hour + 51*time.Minute),
		briefs: map[string]kit.Brief{"w": sky("weather-snow", "-18°"),
			"e": event("Donaudampfschifffahrtsgesellschaft", 30*time.Hour)}, region: device.Region{Language: "de"}},
	{why: "nothing is known"},
	{why: "the weather alone, with 12 hours", region: device.Region{Hours: 12, Date: "mdy", Temperature: "F"},
		at: now.Add(3 * time.Hour), briefs: map[string]kit.Brief{"w": sky("weather-storm", "102°")}},
	{why: "music", briefs: map[string]kit.Brief{"w": sky("weather-rain", "7°"),
		"p": {Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "Miles Davis", Text: "Blue in Green"}}},
	{why: "all at once", briefs: map[string]kit.Brief{"w": sky("weather-moon", "3°"), "e": event("Yoga", 3*time.Hour),
		"p": {Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "FIP", Text: "Pyramid Song"},
		"v": {Kind: kit.Figure, Lead: "Solar power", Text: "3.2 kW"}}},
	{why: "an event without weather, in French", region: device.Region{Language: "fr"},
		briefs: map[string]kit.Brief{"e": event("Réunion", 0)}},
	{why: "a value chosen for the corner and for the line", settings: `{"corner":"v","line":"v"}`,
		clock: kit.Timepiece{Color: "#FFB060"},
		briefs: map[string]kit.Brief{
			"v": {Kind: kit.Figure, Icon: kit.Builtin("weather-thermometer"), Lead: "Room", Text: "21.5°"}}},
	{why: "the time alone, with 12 hours", region: device.Region{Hours: 12}, at: now.Add(3 * time.Hour)},
	{why: "Chinese", region: device.Region{Language: "zh"},
		briefs: map[string]kit.Brief{"w": sky("weather-cloud", "25°"), "e": event("会议", 10*time.Minute)}},
}

// boardOf returns a board in the state i on a panel of that size, and the time there.
func boardOf(t testing.TB, size image.Point, i int) (device.App, time.Time) {
	t.Helper()
	return boardWith(t, size, states[i])
}

// boardWith returns a board in a state.
func boardWith(t testing.TB, size image.Point, row state) (device.App, time.Time) {
	t.Helper()
	at := now
	if !row.at.IsZero() {
		at = row.at
	}
	env := apptest.SizedEnv(t, size)
	if row.clock.Color != "" {
		env.Shared.Clocks, env.Shared.FirstClock = map[string]kit.Timepiece{"c": row.clock}, "c"
	}
	env.Shared.Tell("test", row.briefs)
	app := New(env, nil, 0)
	app.(device.Localizer).SetRegion(row.region.WithDefaults())
	apptest.Set(t, app, row.settings)
	return app, at
}

// TestBoards: in each state the board looks as in testdata/board.png, which somebody has
// looked at. A row is a state, on panels of 64×32, 64×64 and 128×64. -update draws it.
func TestBoards(t *testing.T) {
	const gap = 2
	m := image.NewRGBA(image.Rect(0, 0, 256+4*gap, len(states)*(64+gap)+gap))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
	var rows []pixtest.Part
	for i := range states {
		x := gap
		rows = append(rows, pixtest.Part{Name: states[i].why, At: image.Rect(0, i*(64+gap), m.Rect.Dx(), (i+1)*(64+gap))})
		for _, size := range sizes {
			app, at := boardOf(t, size, i)
			view := app.Step(at).Views["a"]
			picture := apptest.Drawn(view, size, at)
			draw.Draw(m, picture.Rect.Add(image.Pt(x, gap+i*(64+gap))), picture, image.Point{}, draw.Src)
			x += size.X + gap
		}
	}
	pixtest.Golden(t, "testdata/board.png", m, *update, rows...)
}

// TestSmallPanels: a panel without room for a board says so, in one sentence.
func TestSmallPanels(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		if size.X >= 64 && size.Y >= 32 {
			continue
		}
		app, at := boardOf(t, size, 0)
		view := app.Step(at).Views["a"]
		apptest.DrawAll(t, "the board", view.Root, size)
		if !view.Room.Empty() {
			t.Errorf("%v: notifications have only %v", size, view.Room)
		}
	}
}

// TestTextGoesOn: when only the time changes, what is below it goes on from where it was.
func TestTextGoesOn(t *testing.T) {
	app, at := boardOf(t, image.Pt(64, 32), 1)
	first := app.Step(at).Views["a"]
	second := app.Step(at.Add(time.Minute)).Views["a"]
	if first.Root == second.Root || !first.Start.Equal(second.Start) {
		t.Errorf("the picture is the same: %v; it begins at %v, and a minute later at %v", first.Root == second.Root,
			first.Start, second.Start)
	}
}

// TestBoardDrawsWithoutAllocation: the frame path is free of garbage.
func TestBoardDrawsWithoutAllocation(t *testing.T) {
	for _, size := range sizes {
		app, at := boardOf(t, size, 5)
		root := app.Step(at).Views["a"].Root
		m := image.NewRGBA(image.Rectangle{Max: size})
		late := time.Duration(0)
		if n := testing.AllocsPerRun(300, func() {
			render.Clear(m)
			root.Draw(m, image.Point{}, late)
			late += 100 * time.Millisecond
		}); n > 0 {
			t.Errorf("%v: a frame allocates %v times", size, n)
		}
	}
}

// TestWideBoards: from 112 columns on, the end of an event stands beside its beginning.
func TestWideBoards(t *testing.T) {
	for width, want := range map[int]bool{111: false, 112: true} {
		if p := planOf(image.Pt(width, 64)); p.wide != want {
			t.Errorf("%d columns: wide is %v", width, p.wide)
		}
	}
}

// TestBoardAlone: without other apps it shows the time.
func TestBoardAlone(t *testing.T) {
	env := apptest.SizedEnv(t, sizes[0])
	env.Shared = nil
	app := New(env, nil, 0)
	apptest.Set(t, app, "")
	if !strings.Contains(apptest.LitAt(t, app.Step(apptest.Noon).Views["a"].Root, sizes[0], 0), "#") {
		t.Error("it shows nothing")
	}
}

// TestSquareBoardHasHalves: on 64×64 AM or PM stands beside the time with 12 hours, whatever
// stands below.
func TestSquareBoardHasHalves(t *testing.T) {
	for i := range states {
		if states[i].region.Hours != 12 {
			continue
		}
		var halves []string
		for _, later := range []time.Duration{0, 12 * time.Hour} {
			app, at := boardOf(t, image.Pt(64, 64), i)
			at = at.Add(later)
			m := apptest.Drawn(app.Step(at).Views["a"], image.Pt(64, 64), at)
			halves = append(halves, pixtest.String(m.SubImage(image.Rect(50, 0, 64, 22))))
		}
		if halves[0] == halves[1] {
			t.Errorf("%s: morning and evening look the same", states[i].why)
		}
	}
}

// TestHalvesTouchNothing: AM and PM leave the entries of wide panels alone, also where there are fewer than 64 rows.
func TestHalvesTouchNothing(t *testing.T) {
	noon := states[5]
	noon.region.Hours = 12
	for _, size := range []image.Point{{112, 56}, {128, 56}, {128, 64}} {
		app, at := boardWith(t, size, noon)
		page, ok := app.Step(at).Views["a"].Root.(*typeset.Page)
		if !ok {
			t.Fatalf("%v: %T", size, app.Step(at).Views["a"].Root)
		}
		halves := 0 // AM and PM are a picture in the role of a note
		for i, a := range page.Items {
			if a.Role == typeset.Note && a.Text == "" {
				halves++
			}
			for _, b := range page.Items[:i] {
				if (a.Text == "" || b.Text == "") && a.Ink.Overlaps(b.Ink) {
					t.Errorf("%v: %q at %v over %q at %v", size, a.Text, a.Ink, b.Text, b.Ink)
				}
			}
		}
		if want := size.Y / 64; halves != want {
			t.Errorf("%v: AM or PM stands %d times, want %d", size, halves, want)
		}
	}
}

// TestMarksKeepOffTheTime: on 64×64 a dark row is between the time and a day with a mark, such as MIÉ, and below it.
func TestMarksKeepOffTheTime(t *testing.T) {
	wednesday := states[0]
	wednesday.at, wednesday.region.Language = now.AddDate(0, 0, 2), "es"
	for _, hours := range []int{24, 12} {
		wednesday.region.Hours = hours
		app, at := boardWith(t, image.Pt(64, 64), wednesday)
		page := app.Step(at).Views["a"].Root.(*typeset.Page)
		var time, day image.Rectangle
		for _, i := range page.Items {
			switch {
			case i.Role == typeset.Digits:
				time = i.Ink
			case strings.HasPrefix(i.Text, "MIÉ"):
				day = i.Ink
			}
		}
		if time.Min.Y < 1 || day.Min.Y <= time.Max.Y || day.Max.Y > 32 {
			t.Errorf("%d hours: the time at %v, the day at %v", hours, time, day)
		}
	}
}
