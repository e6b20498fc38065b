// SPDX-License-Identifier: Apache-2.0

package rotation

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
)

var start = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC) // a Thursday

// deck is a rotation of widgets that are visible and show something, but for those named
// in dark, which have nothing to show.
func deck(set Settings, blocks []Block, dark map[string]bool, ids ...string) *Rotation {
	var list []widgets.Widget
	for _, id := range ids {
		list = append(list, widgets.Widget{ID: id, Package: "app", Visible: true, Seconds: 20})
	}
	var kinds []widgets.Kind
	if ids != nil {
		kinds = []widgets.Kind{{Package: "app", Schema: &widgets.Schema{}}}
	}
	r := New(Config{Blocks: blocks, Place: walltime.Place{Zone: walltime.NewZone(time.UTC)}}, set,
		widgets.New(kinds, list, nil, func(string) bool { return true }),
		func(w widgets.Widget) bool { return !dark[w.ID] })
	return &r
}

func (r *Rotation) shown(t *testing.T, now time.Time, id string, stays time.Duration, why string) {
	t.Helper()
	w, until := r.Step(now)
	again, untilAgain := r.Step(now)
	if w.ID != again.ID || !until.Equal(untilAgain) {
		t.Errorf("%s: asked twice it says %s, then %s", why, w.ID, again.ID)
	}
	want := time.Time{}
	if stays != 0 {
		want = now.Add(stays)
	}
	if w.ID != id || !until.Equal(want) {
		t.Errorf("%s: %s until %v, want %s until %v", why, w.ID, until, id, want)
	}
}

// TestTurns: each widget has its seconds, and one without a picture none.
func TestTurns(t *testing.T) {
	dark := map[string]bool{"b": true}
	r := deck(Settings{}, nil, dark, "a", "b", "c")
	r.shown(t, start, "a", 20*time.Second, "the first")
	r.shown(t, start.Add(19*time.Second), "a", time.Second, "its last second")
	r.shown(t, start.Add(20*time.Second), "c", 20*time.Second, "b is dark")
	r.shown(t, start.Add(time.Hour), "a", 20*time.Second, "turns that were missed are not made up for")
	dark["a"] = true
	r.shown(t, start.Add(time.Hour+time.Second), "c", 0, "what is alone stays")
	dark["c"] = true
	r.shown(t, start.Add(time.Hour+2*time.Second), "c", 0, "nothing has a picture: the one of now")
	if w, _ := deck(Settings{}, nil, nil).Step(start); w.ID != "" {
		t.Errorf("of no widgets: %s", w.ID)
	}
}

// TestHiddenWaitsForNobody: a widget that is hidden before another has something to show stands
// in for it, without a turn.
func TestHiddenWaitsForNobody(t *testing.T) {
	dark := map[string]bool{"b": true}
	r := deck(Settings{}, nil, dark, "hidden", "a", "b")
	r.list.All()[0].Visible = false
	r.shown(t, start, "a", 0, "it is alone")
	r.list.All()[1].Visible = false
	r.Leave("a")
	r.shown(t, start.Add(time.Second), "a", 0, "hidden, but b is still dark")
	r.Hold(true, start.Add(time.Second)) // a message
	dark["b"] = false
	r.shown(t, start.Add(2*time.Second), "b", 0, "b has something to show")
}

// TestTurnThatBeginsCovered has all of its time after what covers it.
func TestTurnThatBeginsCovered(t *testing.T) {
	r := deck(Settings{}, nil, nil, "a", "b", "c")
	r.shown(t, start, "a", 20*time.Second, "the first")
	r.Hold(true, start.Add(time.Second)) // a message
	r.list.All()[0].Visible = false
	r.Leave("a")
	r.shown(t, start.Add(2*time.Second), "b", 0, "below the message")
	r.Hold(false, start.Add(100*time.Second))
	r.shown(t, start.Add(100*time.Second), "b", 20*time.Second, "its turn begins")
}

// TestModes: what decides which widget shows, and what switching does to it.
func TestModes(t *testing.T) {
	day := []Block{{From: walltime.TimeOfDay(13 * time.Hour), To: walltime.TimeOfDay(14 * time.Hour), Widget: "c"},
		{From: walltime.TimeOfDay(13 * time.Hour), To: walltime.TimeOfDay(14 * time.Hour), Widget: "b"}}
	r := deck(Settings{Mode: ScheduleMode}, day, nil, "a", "b", "c")
	r.shown(t, start, "a", time.Hour, "no block: the first, until one begins")
	r.shown(t, start.Add(time.Hour), "c", time.Hour, "of two blocks the first")
	if r.Move(1, start.Add(time.Hour)) {
		t.Error("a move in schedule mode changes a setting")
	}
	r.shown(t, start.Add(time.Hour), "a", time.Hour, "moved past the end, until the block ends")
	if !r.SetMode(ManualMode, start.Add(time.Hour)) || r.Chosen != "a" {
		t.Errorf("manual mode begins with %q, want what showed", r.Chosen)
	}
	r.shown(t, start.Add(2*time.Hour), "a", 0, "manual")
	if !r.Move(-1, start) || r.Chosen != "c" {
		t.Errorf("a move in manual mode chooses %q", r.Chosen)
	}
	if !r.SetMode(KioskMode, start) || r.SetMode(KioskMode, start) || r.Move(1, start) {
		t.Error("kiosk: set once, and nothing moves")
	}
	r.shown(t, start, "c", 0, "kiosk")
	if !r.Activate("b", start) || r.Activate("b", start) {
		t.Error("only another widget is a change")
	}
	r.shown(t, start, "b", 0, "activated")
	r.Chosen = "gone"
	r.shown(t, start, "a", 0, "what was chosen is gone")
}

// TestBackFromNowhere: before the first widget is the last.
func TestBackFromNowhere(t *testing.T) {
	if got := deck(Settings{}, nil, nil, "a", "b", "c").beside("gone", -1).ID; got != "c" {
		t.Errorf("%q", got)
	}
}

// TestSchedule: it is set whole or not at all, and loses the blocks of a widget that goes.
func TestSchedule(t *testing.T) {
	a, b := Block{Widget: "a", To: 1}, Block{Widget: "b", To: 1}
	r := deck(Settings{}, []Block{a}, nil, "a", "b")
	for why, bad := range map[string][]Block{
		"no such widget": {a, {Widget: "x"}}, "no widget": {{}}, "no time": {{Widget: "a", From: -1}},
		"too many": make([]Block, MaxBlocks+1),
	} {
		if r.SetBlocks(bad) == nil || len(r.Blocks()) != 1 || r.Planned {
			t.Errorf("%s: taken, or changed to %v", why, r.Blocks())
		}
	}
	if err := r.SetBlocks([]Block{a, b, a}); err != nil || !r.Planned {
		t.Error(err)
	}
	if !r.Forget("a") || r.Forget("a") || len(r.Blocks()) != 1 || r.Blocks()[0] != b {
		t.Errorf("without a: %v", r.Blocks())
	}
	if err := r.SetBlocks(nil); err != nil || r.Blocks() != nil || !r.Planned {
		t.Errorf("an empty schedule is one: %v, %v", r.Blocks(), err)
	}
}

// TestHold: while something covers the widget the clock of its turn stands still, and what
// was left of the turn follows.
func TestHold(t *testing.T) {
	r := deck(Settings{}, nil, nil, "a", "b")
	first, _ := r.Step(start)
	at := func(after time.Duration) time.Time { return start.Add(after) }
	seconds := time.Duration(first.Seconds) * time.Second
	r.Hold(true, at(seconds-time.Second))
	if w, until := r.Step(at(time.Hour)); w.ID != first.ID || !until.IsZero() {
		t.Errorf("covered: %s until %v", w.ID, until)
	}
	r.Hold(true, at(time.Hour)) // asked twice
	r.Hold(false, at(time.Hour))
	r.Hold(false, at(time.Hour))
	if w, until := r.Step(at(time.Hour)); w.ID != first.ID || !until.Equal(at(time.Hour+time.Second)) {
		t.Errorf("afterwards: %s until %v", w.ID, until)
	}
	if w, _ := r.Step(at(time.Hour + time.Second)); w.ID == first.ID {
		t.Error("its turn does not end")
	}
}

func TestBlockAt(t *testing.T) {
	for _, row := range []struct {
		why      string
		from, to string
		days     walltime.Days
		at       string // 2 January 2000 was a Sunday
		want     bool
	}{
		{"its beginning", "08:00", "10:00", 0, "2000-01-02 08:00:00", true},
		{"a second before", "08:00", "10:00", 0, "2000-01-02 07:59:59", false},
		{"its last second", "08:00", "10:00", 0, "2000-01-02 09:59:59", true},
		{"its end", "08:00", "10:00", 0, "2000-01-02 10:00:00", false},
		{"another day", "08:00", "10:00", 1 << 1, "2000-01-02 09:00:00", false},
		{"past midnight, in the evening", "22:00", "02:00", 1 << 0, "2000-01-02 22:00:00", true},
		{"before it", "22:00", "02:00", 1 << 0, "2000-01-02 21:59:59", false},
		{"past midnight, the next day", "22:00", "02:00", 1 << 0, "2000-01-03 01:59:59", true},
		{"its end there", "22:00", "02:00", 1 << 0, "2000-01-03 02:00:00", false},
		{"not in the night before", "22:00", "02:00", 1 << 0, "2000-01-02 01:00:00", false},
		{"a whole day", "06:00", "06:00", 1 << 0, "2000-01-02 06:00:00", true},
		{"into the next", "06:00", "06:00", 1 << 0, "2000-01-03 05:59:59", true},
		{"to its end", "06:00", "06:00", 1 << 0, "2000-01-03 06:00:00", false},
	} {
		from, err1 := walltime.ParseTimeOfDay(row.from)
		to, err2 := walltime.ParseTimeOfDay(row.to)
		at, err3 := time.Parse(time.DateTime, row.at)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if got := (Block{Days: row.days, From: from, To: to}).at(at); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}
