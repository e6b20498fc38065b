// SPDX-License-Identifier: Apache-2.0

package date

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// TestDate: it is drawn on every panel, and again at midnight only.
func TestDate(t *testing.T) {
	for _, size := range apptest.AppSizes {
		for _, settings := range []string{``, `{"language":"de","week":true,"color":"#FF0000"}`} {
			app := apptest.Started[*Date](t, App, apptest.SizedEnv(t, size), settings)
			first := app.Step(apptest.Midday)
			apptest.DrawAll(t, "date", first.Views["a"].Root, size)
			root := first.Views["a"].Root
			if evening := apptest.Midday.Add(11*time.Hour + 59*time.Minute); app.Step(evening).Views["a"].Root != root ||
				!app.Step(evening).Again.Equal(apptest.Midday.Add(12*time.Hour)) {
				t.Error("before midnight it is drawn again, or does not wait for it")
			}
			if app.Step(apptest.Midday.Add(12 * time.Hour)).Views["a"].Root == root {
				t.Error("after midnight it is not")
			}
		}
	}
}

// TestDateLooksAtTheClock every hour, because the clock may be set meanwhile.
func TestDateLooksAtTheClock(t *testing.T) {
	app := New(apptest.SizedEnv(t, apptest.AppSizes[0]), nil, 0).(*Date)
	if again := app.Step(apptest.Midday.Add(time.Minute)).Again; !again.Equal(apptest.Midday.Add(time.Hour)) {
		t.Errorf("stepped again at %v, want %v", again, apptest.Midday.Add(time.Hour))
	}
}

// TestYearOfTheDate: the year has its turn on 8 rows beside the number of the week, and stays beside it on
// larger panels; in Chinese the note has the size that it has in other languages.
func TestYearOfTheDate(t *testing.T) {
	pages := func(size image.Point, settings string) (all []render.Widget) {
		app := apptest.Started[*Date](t, App, apptest.SizedEnv(t, size), settings)
		root := app.Step(apptest.Midday).Views["a"].Root.(*render.Sequence)
		for at := time.Duration(0); at < 20*time.Second; at += time.Second {
			if w, _ := root.Showing(at); !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
		return all
	}
	if n := len(pages(image.Pt(37, 8), `{"week":true}`)); n != 3 {
		t.Errorf("day, year and week have %d pages", n)
	}
	for size, want := range map[image.Point]string{{64, 64}: "NOV 2026 W47", {128, 64}: "NOV 2026|W47"} {
		var notes []string
		for _, i := range pages(size, `{"week":true}`)[0].(*typeset.Page).Items {
			if i.Role == typeset.Note {
				notes = append(notes, i.Text)
			}
		}
		if got := strings.Join(notes, "|"); got != want {
			t.Errorf("%v: beside the week the notes are %q, want %q", size, got, want)
		}
	}
	page := pages(image.Pt(64, 64), `{"language":"zh"}`)[0].(*typeset.Page)
	for _, i := range page.Items {
		if i.Role == typeset.Note && (i.Text != apptest.Midday.Format("2006-01") || i.Rows != 7) {
			t.Errorf("in Chinese the note is %q in %d rows", i.Text, i.Rows)
		}
	}
}

// TestNarrowDate: from 13 columns on the month stands still, and from 15 the year beside the week, too.
func TestNarrowDate(t *testing.T) {
	for _, row := range []struct {
		width        int
		plain, weeks int // pages, with the leaf
	}{{8, 2, 3}, {11, 2, 3}, {12, 2, 3}, {13, 3, 4}, {15, 3, 5}} {
		app := New(apptest.SizedEnv(t, image.Pt(row.width, 8)), nil, 0).(*Date)
		for week, want := range map[bool]int{false: row.plain, true: row.weeks} {
			if got := len(app.steps(Settings{Week: week}, apptest.Midday, true)); got != want {
				t.Errorf("%d columns, week %v: %d pages, want %d", row.width, week, got, want)
			}
		}
	}
}
