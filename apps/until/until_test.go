// SPDX-License-Identifier: Apache-2.0

package until

import (
	"encoding/json"
	"image"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/words"
)

func TestDaysTo(t *testing.T) {
	for _, row := range []struct {
		name, date, day string
		yearly          bool
		left            int
		on              string
	}{
		{"before", "2026-12-24", "2026-11-23", false, 31, "2026-12-24"},
		{"the day before", "2026-12-24", "2026-12-23", false, 1, "2026-12-24"},
		{"the day", "2026-12-24", "2026-12-24", true, 0, "2026-12-24"},
		{"after", "2026-12-24", "2026-12-26", false, -2, "2026-12-24"},
		{"after, each year", "2026-12-24", "2026-12-26", true, 363, "2027-12-24"},
		{"each year since long ago", "1970-01-01", "2026-12-31", true, 1, "2027-01-01"},
		{"each year before its year", "2030-12-24", "2026-12-20", true, 4, "2026-12-24"},
		{"a leap day in a year without it", "2000-02-29", "2026-02-27", true, 1, "2026-02-28"},
		{"a leap day", "2000-02-29", "2028-02-27", true, 2, "2028-02-29"},
		{"all that a date can be", "9999-12-31", "0001-01-01", false, 3652058, "9999-12-31"},
		{"since Columbus", "1492-10-12", "2026-11-27", false, -195085, "1492-10-12"},
	} {
		left, on := daysTo(row.date, row.day, row.yearly)
		if left != row.left || on.Format(time.DateOnly) != row.on {
			t.Errorf("%s: %d days to %v, want %d to %s", row.name, left, on, row.left, row.on)
		}
	}
}

// TestUntilSays what its days come to, and nothing while no date is set.
func TestUntilSays(t *testing.T) {
	for settings, want := range map[string]string{
		`{}`:                    "",
		`{"date":"2026-11-20"}`: "Today",
		`{"date":"2026-11-21","name":"Moving house"}`: "Moving house 1 day",
		`{"date":"2026-12-24","name":"Christmas"}`:    "Christmas 34 days",
		`{"date":"2026-11-19"}`:                       "+1 day",
		`{"date":"2026-11-10"}`:                       "+10 days",
	} {
		app := apptest.Started[*Until](t, App, apptest.SizedEnv(t, apptest.AppSizes[0]), settings)
		if got := app.Step(apptest.Noon).Views["a"].Says; got != want {
			t.Errorf("%s: %q, want %q", settings, got, want)
		}
	}
}

// TestUntilCountsAtMidnight and not before.
func TestUntilCountsAtMidnight(t *testing.T) {
	app := apptest.Started[*Until](t, App, apptest.SizedEnv(t, apptest.AppSizes[0]), `{"date":"2026-12-24"}`)
	root := app.Step(apptest.Midday).Views["a"].Root
	if evening := apptest.Midday.Add(11*time.Hour + 59*time.Minute); app.Step(evening).Views["a"].Root != root {
		t.Error("it is drawn again before midnight")
	}
	if app.Step(apptest.Midday.Add(12 * time.Hour)).Views["a"].Root == root {
		t.Error("it is the same after midnight")
	}
}

// TestUntilRefuses texts that no calendar has as a date.
func TestUntilRefuses(t *testing.T) {
	for settings, want := range map[string]string{
		`{"date":"24.12.2026"}`: `[0].settings.date: "24.12.2026" is not a date such as 2026-12-24`,
		`{"date":"2026-02-30"}`: `[0].settings.date: "2026-02-30" is not a date such as 2026-12-24`,
	} {
		app := New(apptest.SizedEnv(t, apptest.AppSizes[0]), nil, 0).(*Until)
		err := app.Configure([]device.WidgetSettings{{ID: "a", Settings: json.RawMessage(settings)}})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", settings, err, want)
		}
	}
}

// TestUntilTellsOthers how many days are left, for each widget that has a date.
func TestUntilTellsOthers(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	app := New(env, nil, 0).(*Until)
	apptest.Set(t, app, `{"date":"2026-12-24","name":"Christmas","icon":"weather-snow"}`, "")
	app.Step(apptest.Noon)
	if b, _ := env.Shared.Brief("a", apptest.Noon); b.Lead != "Christmas" || b.Text != "34 days" || b.Icon != kit.Builtin("weather-snow") {
		t.Errorf("others read %+v", b)
	}
	if b, there := env.Shared.Brief("b", apptest.Noon); there {
		t.Errorf("without a date others read %+v", b)
	}
}

// TestUntilGrows: a larger panel has larger figures, the same for all days of a year.
func TestUntilGrows(t *testing.T) {
	last := 0
	for _, size := range []image.Point{{32, 16}, {64, 32}, {64, 64}, {128, 64}} {
		app := New(apptest.SizedEnv(t, size), nil, 0).(*Until)
		sheet, rows := kit.NewSheet(app.Env, kit.PlainLook), map[int]bool{}
		for _, left := range []int{2, 34, 365} {
			page := typeset.Content{Picture: sheet.Leaf(24), Titled: true, Lines: app.lines(sheet, Settings{}, left)}
			for _, i := range sheet.Grid.Solve(page)[0].Items {
				if i.Role == typeset.Head {
					rows[i.Rows] = true
				}
			}
		}
		if all := slices.Collect(maps.Keys(rows)); len(all) != 1 || all[0] < last || size.X > 64 && all[0] == last {
			t.Errorf("%v: figures of %v rows, and of %d on a smaller panel", size, all, last)
		} else {
			last = all[0]
		}
	}
}

// TestChineseDays: the unit stands beside the figure where a character has no line of its own.
func TestChineseDays(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		left int
		want string
	}{
		{image.Pt(64, 32), 364, "ANNA 364 天"}, {image.Pt(64, 32), 1234, "ANNA 1234 天"},
		{image.Pt(64, 64), 364, "ANNA 364天"}, {image.Pt(128, 64), 364, "ANNA 364 天"},
	} {
		size, want := row.size, row.want
		env := apptest.SizedEnv(t, size)
		app := New(env, nil, 0).(*Until)
		app.SetRegion(device.Region{Language: "zh"})
		sheet := kit.NewSheet(env, kit.PlainLook)
		lines := app.lines(sheet, Settings{Date: "2027-11-19", Name: "Anna"}, row.left)
		page := typeset.Content{Picture: sheet.Icon("food-birthday"), Titled: true, Lines: lines}
		var words []string
		for _, i := range sheet.Grid.Solve(page)[0].Items {
			if i.Text != "" {
				words = append(words, i.Text+i.Tail)
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%v: %q, want %q", size, got, want)
		}
	}
}

// TestNamesStandStill: a long name has all columns above the picture, where that leaves the rows of
// a label; on wide panels it stands beside the picture.
func TestNamesStandStill(t *testing.T) {
	for size, above := range map[image.Point]bool{
		{48, 32}: true, {64, 32}: true, {64, 48}: true, {128, 32}: false, {256, 32}: false, {128, 64}: false,
	} {
		app := New(apptest.SizedEnv(t, size), nil, 0).(*Until)
		root, _ := app.picture(Settings{Date: "2026-12-24", Name: "Halloween", Icon: "food-birthday"}, "2026-11-20")
		page := root.(*render.Sequence)
		shown, _ := page.Showing(0)
		var name, picture image.Rectangle
		for _, i := range shown.(*typeset.Page).Items {
			switch {
			case i.Role == typeset.Picture:
				picture = i.Ink
			case i.Text == "HALLOWEEN":
				if name = i.Ink; i.Scrolls {
					t.Errorf("%v: the name scrolls", size)
				}
			}
		}
		if got := name.Max.Y < picture.Min.Y; got != above || name.Overlaps(picture) || name.Empty() {
			t.Errorf("%v: the name at %v, the picture at %v", size, name, picture)
		}
	}
}

// TestChineseNames stand on nothing else: characters have no room above a picture of 64×32. The unit
// stands below them.
func TestChineseNames(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 48}, {64, 64}, {128, 64}} {
		for _, name := range []string{"圣诞节", "Anna 会議", "🎂 Zoë"} {
			app := New(apptest.SizedEnv(t, size), nil, 0).(*Until)
			app.SetRegion(device.Region{Language: "es"})
			root, _ := app.picture(Settings{Date: "2026-12-24", Name: name, Icon: "food-birthday"}, "2026-11-20")
			page, _ := root.(*render.Sequence).Showing(0)
			items := page.(*typeset.Page).Items
			if !slices.ContainsFunc(items, func(i typeset.Item) bool { return i.Text == "DÍAS" || i.Tail == "DÍAS" }) {
				t.Errorf("%v: %s stands without the unit", size, name)
			}
			for i, a := range items {
				if a.Rows == 14 && !typeset.Numeric(a.Text) {
					t.Errorf("%v: %q has doubled letters", size, a.Text)
				}
				for _, b := range items[:i] {
					if a.Ink.Overlaps(b.Ink) {
						t.Errorf("%v: %q at %v over %q at %v", size, a.Text, a.Ink, b.Text, b.Ink)
					}
				}
			}
		}
	}
}

// TestUnitsStay: name, figure and unit stand in every language, also one with marks above its capitals.
func TestUnitsStay(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
		for _, code := range words.Codes {
			app := New(apptest.SizedEnv(t, size), nil, 0).(*Until)
			app.SetRegion(device.Region{Language: code})
			for _, day := range []string{"2026-12-23", "2026-11-20"} {
				root, _ := app.picture(Settings{Date: "2026-12-24", Name: "Íñigo"}, day)
				page, _ := root.(*render.Sequence).Showing(0)
				text := ""
				items := page.(*typeset.Page).Items
				for n, i := range items {
					text += " " + i.Text + " " + i.Tail
					for _, j := range items[:n] {
						if i.Ink.Overlaps(j.Ink) {
							t.Errorf("%v in %s: %q at %v over %q at %v", size, code, i.Text, i.Ink, j.Text, j.Ink)
						}
					}
				}
				left, _ := daysTo("2026-12-24", day, false)
				count, unit := app.words(left)
				for _, word := range []string{"ÍÑIGO", count, strings.ToUpper(unit)} {
					if !strings.Contains(text, word) {
						t.Errorf("%v in %s, %d days: %q is without %q", size, code, left, text, word)
					}
				}
			}
		}
	}
}

// TestScenes: from 48 rows on, the picture of a feast with a scene stands on its ground, larger than an icon; the name
// that the user gave stays.
func TestScenes(t *testing.T) {
	for _, row := range []struct {
		why, date, name, icon string
		size                  image.Point
		rows                  int // of the picture; 0 = the page has no ground
	}{
		{"Christmas", "2026-12-24", "", "", image.Pt(64, 64), 48},
		{"Christmas with a name", "2026-12-24", "Holidays", "", image.Pt(64, 64), 48},
		{"a pumpkin is wider", "2027-10-31", "", "", image.Pt(64, 64), 32},
		{"a large panel", "2026-12-24", "", "", image.Pt(128, 128), 96},
		{"a low panel", "2026-12-24", "", "", image.Pt(64, 32), 0},
		{"a feast without a scene", "2027-02-14", "", "", image.Pt(64, 64), 0},
		{"the user's icon", "2026-12-24", "", "weather-snow", image.Pt(64, 64), 0},
		{"a birthday", "2026-12-24", "Anna's birthday", "", image.Pt(64, 64), 0},
	} {
		app := New(apptest.SizedEnv(t, row.size), nil, 0).(*Until)
		root, _ := app.picture(Settings{Date: row.date, Name: row.name, Icon: row.icon}, "2026-11-23")
		shown, _ := root.(*render.Sequence).Showing(0)
		ground, picture, words := image.Rectangle{}, image.Rectangle{}, ""
		for _, i := range shown.(*typeset.Page).Items {
			switch i.Role {
			case typeset.Bar:
				ground = i.Body
			case typeset.Picture:
				picture = i.Body
			}
			words += i.Text + " "
		}
		if ground.Empty() != (row.rows == 0) || row.rows > 0 && (picture.Dy() != row.rows || picture.Max.Y != ground.Min.Y) {
			t.Errorf("%s: the picture at %v, the ground at %v, want %d rows on it", row.why, picture, ground, row.rows)
		}
		if !strings.Contains(words, strings.ToUpper(row.name)) {
			t.Errorf("%s: %q is without the name", row.why, words)
		}
	}
}

// TestFeasts: a date that people count to has the picture of its feast, a birthday a cake, any other date a leaf; the
// user's picture comes before all of them.
func TestFeasts(t *testing.T) {
	sheet := kit.NewSheet(apptest.SizedEnv(t, image.Pt(64, 32)), kit.PlainLook)
	shows := func(d typeset.Drawing) string {
		m := image.NewRGBA(image.Rectangle{Max: d.Widget.Size()})
		d.Widget.Draw(m, image.Point{}, 0)
		return pixtest.String(m)
	}
	for _, row := range []struct{ date, name, icon, want string }{
		{"2026-12-24", "", "", "nature-christmas"}, {"2031-12-26", "", "", "nature-christmas"}, {"2026-12-27", "", "", ""},
		{"2027-01-01", "", "", "nature-firework"}, {"2026-02-14", "", "", "status-heart"},
		{"2026-12-24", "Geburtstag Anna", "", "food-birthday"}, {"2026-12-24", "", "weather-snow", "weather-snow"},
	} {
		on, _ := time.Parse(time.DateOnly, row.date)
		want := sheet.Leaf(on.Day())
		if row.want != "" {
			want = sheet.Icon(row.want)
		}
		cfg := Settings{Date: row.date, Name: row.name, Icon: row.icon}
		if got, want := shows(art(sheet, &cfg, on)), shows(want); got != want {
			t.Errorf("%+v shows\n%swant\n%s", row, got, want)
		}
	}
}
