// SPDX-License-Identifier: Apache-2.0

package data

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// shown returns what a widget shows, a line a region: badge, colour, text and end.
func shown(d *Data) (all []string) {
	f := d.items[0].frames[0]
	if f.Regions == nil {
		return []string{f.Words()}
	}
	for _, r := range f.Regions {
		all = append(all, r.Badge+r.BadgeColor.String()+"|"+note.Text(r.Text).String()+"|"+r.End)
	}
	return all
}

// noon returns a time so many seconds after the first step of the tests, as servers write it.
func noon(after int) string {
	return apptest.Noon.Add(time.Duration(after) * time.Second).UTC().Format(time.RFC3339Nano)
}

// TestRows: answers as three public transport services, two leagues and a shop document them.
func TestRows(t *testing.T) {
	for _, row := range []struct {
		why, settings, answer string
		want                  []string
	}{
		{"transport.rest", `{"list":"/departures",
			"values":{"line":"/line/name","color":"/line/color/bg","to":"/direction","at":"/when"},
			"badge":"{line}","badgeColor":"{color}","text":"{to}","end":"{at:in}"}`,
			`{"departures":[{"when":"` + noon(120) + `","direction":"Alexanderplatz",
			"line":{"name":"U2","color":{"bg":"#FF3300"}}},
			{"when":"` + noon(700) + `","direction":"Spandau","line":{"name":"M45"}}]}`,
			[]string{"U2#FF3300|Alexanderplatz|2 min", "M45|Spandau|11 min"}},
		{"transport.opendata.ch", `{"list":"/stationboard",
			"values":{"line":"/number","to":"/to","at":"/stop/departureTimestamp"},"badge":"{line}","text":"{to}","end":"{at:in}"}`,
			fmt.Sprintf(`{"stationboard":[{"number":"9","to":"Bern","stop":{"departureTimestamp":%d}}]}`,
				apptest.Noon.Unix()+301),
			[]string{"9|Bern|5 min"}},
		{"Transport for London, in any order", `{"list":"/*",
			"values":{"line":"/lineName","to":"/destinationName","at":"/expectedArrival"},"badge":"{line}","text":"{to}","end":"{at:in}"}`,
			`[{"lineName":"243","destinationName":"Waterloo","expectedArrival":"` + noon(338) + `"},
			{"lineName":"149","destinationName":"London Bridge","expectedArrival":"` + noon(59) + `"}]`,
			[]string{"149|London Bridge|0 min", "243|Waterloo|5 min"}},
		{"OpenLigaDB", `{"list":"/*","values":{"home":"/team1/shortName","away":"/team2/shortName",
			"a":"/matchResults/0/pointsTeam1","b":"/matchResults/0/pointsTeam2"},"text":"{home} – {away}","end":"{a}:{b}"}`,
			`[{"team1":{"shortName":"Bayern"},"team2":{"shortName":"Köln"},"matchResults":[{"pointsTeam1":2,"pointsTeam2":1}]},
			{"team1":{"shortName":"Mainz"},"team2":{"shortName":"HSV"},"matchResults":[]}]`,
			[]string{"|Bayern – Köln|2:1", "|Mainz – HSV|"}},
		{"the National Hockey League", `{"list":"/games",
			"values":{"home":"/homeTeam/abbrev","away":"/awayTeam/abbrev","a":"/awayTeam/score","b":"/homeTeam/score"},
			"badge":"{away}","badgeColor":"FFB81C","text":"{home}","end":"{a}:{b}"}`,
			`{"games":[{"awayTeam":{"abbrev":"BOS","score":3},"homeTeam":{"abbrev":"TOR","score":2}}]}`,
			[]string{"BOS#FFB81C|TOR|3:2"}},
		{"a bus that has left", `{"list":"/*","values":{"to":"/to","at":"/at"},"text":"{to}","end":"{at:in}"}`,
			`[{"to":"gone","at":"` + noon(-31) + `"},{"to":"here","at":"` + noon(-29) + `"}]`, []string{"|here|0 min"}},
		{"a late bus has a time of the day", `{"list":"/*","values":{"to":"/to","at":"/at"},"text":"{to}","end":"{at:in}"}`,
			`[{"to":"late","at":"` + noon(2*3600) + `"}]`, []string{"|late|" + apptest.Noon.Add(2*time.Hour).Format("15:04")}},
		{"a limit", `{"list":"/*","most":2}`, `["a","b","c"]`, []string{"|a|", "|b|"}},
		{"nothing today", `{"list":"/*"}`, `[]`, []string{"–"}},
		{"all have left", `{"list":"/*","values":{"at":"/at"},"text":"{at:in}"}`, `[{"at":"` + noon(-60) + `"}]`,
			[]string{"–"}},
		{"one text with minutes", `{"values":{"at":"/0/at"},"text":"Bus {at:in}"}`, `[{"at":"` + noon(61) + `"}]`,
			[]string{"Bus 1 min"}},
	} {
		d, err := answered(t, image.Pt(64, 32), row.settings, row.answer)
		if err != nil {
			t.Errorf("%s: %v", row.why, err)
			continue
		}
		if got := shown(d); strings.Join(got, "\n") != strings.Join(row.want, "\n") {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestRowFaults: what is wrong of the settings or of an answer is named.
func TestRowFaults(t *testing.T) {
	for _, row := range []struct{ why, settings, answer, want string }{
		{"no list there", `{"list":"/departures"}`, `{}`, `list: the answer has no "departures"`},
		{"no list", `{"list":"/a"}`, `{"a":7}`, "list: /a is not a list"},
		{"no JSON", `{"list":"/*"}`, `<html>`, "the answer is not JSON"},
		{"no item has any of the values", `{"list":"/*","values":{"z":"/z","a":"/a"},"text":"{a} {z}"}`, `[{"b":1},{},{},{}]`,
			`item 0: a: the answer has no "a"`},
		{"objects without names of their values", `{"list":"/*"}`, `[{}]`,
			"item 0: the value is an object: add the name of one of its members to the pointer"},
	} {
		if _, err := answered(t, image.Pt(64, 32), row.settings, row.answer); err == nil || err.Error() != row.want {
			t.Errorf("%s: %v, want %s", row.why, err, row.want)
		}
	}
	for _, row := range []struct{ settings, want string }{
		{`{"list":"/*","values":{"a":"/a"},"badge":"{b}"}`, "{b} is not a name in values"},
		{`{"list":"x"}`, `"x" does not begin with a slash, as /main/temp or /list/0 do`},
		{`{"list":"/*","chart":"/x"}`, "a widget shows a list or a chart"},
	} {
		var d datum
		if err := d.configure([]byte(row.settings)); err == nil || err.Reason != row.want {
			t.Errorf("%s: %v, want %s", row.settings, err, row.want)
		}
	}
}

// TestLongRows: the longest texts of all rows are one page that a frame may have.
func TestLongRows(t *testing.T) {
	long := strings.Repeat("long ", 60)
	d, err := answered(t, image.Pt(64, 32), `{"list":"/*","most":10,"badge":"{value}","end":"{value}"}`,
		`["`+strings.Repeat(long+`","`, 200)+`"]`)
	must.Do(t, err)
	d.items[0].title = long
	d.items[0].frames, _ = d.items[0].made(d.items[0].got, written)
	must.Do(t, note.ValidateFrames("frames", d.items[0].frames))
	if n := len(d.items[0].frames[0].Regions); n != 11 || len(d.items[0].got.rows) != maxListed {
		t.Errorf("%d regions of %d rows", n, len(d.items[0].got.rows))
	}
}

// TestMinutesCountDown between two answers, at their own times; the page moves on, and starts again when a bus has
// left.
func TestMinutesCountDown(t *testing.T) {
	d, err := answered(t, image.Pt(37, 8), `{"list":"/*","values":{"to":"/to","at":"/at"},"text":"{to}","end":"{at:in}"}`,
		`[{"to":"Bern","at":"`+noon(130)+`"},{"to":"Thun","at":"`+noon(700)+`"}]`)
	must.Do(t, err)
	start := d.Step(apptest.Noon).Views["a"].Start
	now := apptest.Noon
	for _, row := range []struct {
		after    time.Duration
		want     string
		restarts bool // the view begins again
	}{
		{10*time.Second + 1, "|Bern|1 min", false}, {40*time.Second + 1, "|Thun|10 min", false},
		{70*time.Second + 1, "|Bern|0 min", false}, {100*time.Second + 1, "|Thun|9 min", false},
		{160*time.Second + 1, "|Thun|8 min", true},
	} {
		out := d.Step(now)
		if at := out.Again.Sub(apptest.Noon); at != row.after {
			t.Fatalf("after %v it wants to be stepped at %v, want %v", now.Sub(apptest.Noon), at, row.after)
		}
		now = out.Again
		view := d.Step(now).Views["a"]
		if got := strings.Join(shown(d), "\n"); !strings.Contains(got, row.want) {
			t.Errorf("at %v: %q, want %s", row.after, got, row.want)
		}
		if view.Start.Equal(start) == row.restarts {
			t.Errorf("at %v: starts at %v", row.after, view.Start)
		}
	}
}

// TestRowsFlip: a row that changes is the same page, whose letters the device lets turn over where the widget wants it.
func TestRowsFlip(t *testing.T) {
	for _, flip := range []bool{false, true} {
		d, err := answered(t, image.Pt(64, 32), fmt.Sprintf(`{"list":"/*","values":{"to":"/to","at":"/at"},"text":"{to}",
			"end":"{at:in}","flip":%v,"flipSound":%[1]v}`, flip), `[{"to":"Bern","at":"`+noon(130)+`"}]`)
		must.Do(t, err)
		now := d.Step(apptest.Noon)
		before := now.Views["a"]
		after := d.Step(now.Again).Views["a"]
		begun := !before.Start.Equal(after.Start)
		if before.Root == after.Root || begun || after.Flips != flip || after.Clicks != flip {
			t.Errorf("flip %v: %+v, then %+v", flip, before, after)
		}
	}
}
