// SPDX-License-Identifier: Apache-2.0

package sky

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// TestSkyNeverCut: before and after a place is known, at every size; with none it shows
// the moon.
func TestSkyNeverCut(t *testing.T) {
	for _, size := range apptest.AppSizes {
		env := apptest.SizedEnv(t, size)
		app := apptest.Started[*Sky](t, App, env, "")
		before := app.Step(apptest.Midday).Views["a"].Root
		apptest.DrawAll(t, "the moon alone", before, size)
		env.Shared.Place = &kit.Location{Latitude: 52.52, Longitude: 13.405}
		after := app.Step(apptest.Midday.Add(time.Second)).Views["a"].Root
		apptest.DrawAll(t, "sun and moon", after, size)
		if after == before || after.Period() <= before.Period() {
			t.Errorf("%v: with a place it shows no more than without", size)
		}
		_ = app.Configure([]device.WidgetSettings{{ID: "a", Settings: []byte(`{"latitude":80,"longitude":0}`)}})
		apptest.DrawAll(t, "polar night", app.Step(apptest.Midday).Views["a"].Root, size)
		if again := app.Step(apptest.Midday).Again; !again.Equal(apptest.Midday.Add(time.Hour)) {
			t.Errorf("it wants to be stepped at %v", again)
		}
	}
}

func TestSkySettings(t *testing.T) {
	app := New(apptest.SizedEnv(t, apptest.AppSizes[0]), nil, 0).(*Sky)
	err := app.Configure([]device.WidgetSettings{{ID: "a", Settings: []byte(`{"longitude":1}`)}})
	if invalid, ok := err.(*note.InvalidError); !ok || invalid.Field != "[0].settings.latitude" {
		t.Error(err)
	}
	for _, p := range app.About().Settings.Properties[:2] {
		if !p.Schema.Personal {
			t.Errorf("%s tells where the owner lives, and would be shared", p.Name)
		}
	}
}

// TestMoonNames: the bounds of each name.
func TestMoonNames(t *testing.T) {
	for _, row := range []struct {
		phase float64
		want  string
	}{
		{6.9, "new"}, {7, "waxing"}, {86, "waxing"}, {86.1, "half"}, {93.9, "half"}, {94, "waxing"}, {173, "waxing"}, {173.1, "full"},
		{186.9, "full"}, {187, "waning"}, {266, "waning"}, {266.1, "half"}, {273.9, "half"}, {274, "waning"}, {353, "waning"}, {353.1, "new"},
	} {
		if got := moonName(kit.LanguageOf("").Phrases, row.phase); got != row.want {
			t.Errorf("%v degrees: %s, want %s", row.phase, got, row.want)
		}
	}
}

// TestTimeOnOnePage: a time stands beside its icon, else alone behind it, and is parted only where it has no room alone.
func TestTimeOnOnePage(t *testing.T) {
	for width, want := range map[int]string{11: "8 + 9 + 9", 16: "8 + 9 + 9", 20: "8 + 17", 24: "8 + 21", 28: "8,17"} {
		env := apptest.SizedEnv(t, image.Pt(width, 8))
		sheet, local := kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{}, "")
		var pages []string
		for _, step := range timeSteps(sheet, local, "weather-sunrise", apptest.Midday, kit.Warm) {
			var wide []string
			for _, l := range step.Widget.(*render.Stack).Layers {
				wide = append(wide, fmt.Sprint(l.Widget.Size().X))
			}
			pages = append(pages, strings.Join(wide, ","))
		}
		if got := strings.Join(pages, " + "); got != want {
			t.Errorf("%d columns: pages with %s, want %s", width, got, want)
		}
	}
}

// TestSunOnOnePage: wide panels have both times on one page.
func TestSunOnOnePage(t *testing.T) {
	berlin := &kit.Location{Latitude: 52.52, Longitude: 13.405}
	for size, want := range map[image.Point]typeset.Role{
		{64, 32}: typeset.Head, {64, 55}: typeset.Head, {64, 56}: typeset.Head, {95, 64}: typeset.Head,
		{128, 32}: typeset.Head, {96, 64}: typeset.Head,
	} {
		env := apptest.SizedEnv(t, size)
		steps := sunSteps(kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{}, ""), apptest.Midday, berlin)
		if len(steps) != 1 {
			t.Errorf("%v: %d pages", size, len(steps))
			continue
		}
		var roles []typeset.Role
		for _, i := range steps[0].Widget.(*typeset.Page).Items {
			if i.Text != "" {
				roles = append(roles, i.Role)
			}
		}
		if len(roles) != 2 || roles[0] != want || roles[1] != want {
			t.Errorf("%v: the times are %v, want two of %v", size, roles, want)
		}
	}
}

// TestTwelveHoursOfTheSun: with AM and PM both times have one size, whatever digits the day gives them.
func TestTwelveHoursOfTheSun(t *testing.T) {
	north := &kit.Location{Latitude: 66, Longitude: 8}
	for size, want := range map[image.Point]int{{64, 32}: 7, {128, 32}: 14, {64, 64}: 12, {128, 64}: 24} {
		for on, times := range map[time.Time]string{
			time.Date(2026, 12, 20, 12, 0, 0, 0, time.UTC): "↑10:02AM ↓12:49PM",
			time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC):  "↑5:28AM ↓5:44PM",
		} {
			env := apptest.SizedEnv(t, size)
			steps := sunSteps(kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{Hours: 12}, ""), on, north)
			var words []string
			for _, i := range steps[0].Widget.(*typeset.Page).Items {
				if i.Text == "" {
					continue
				}
				if words = append(words, i.Text+i.Tail); i.Rows != want {
					t.Errorf("%v: %s has %d rows, want %d", size, i.Text, i.Rows, want)
				}
			}
			if got := strings.Join(words, " "); got != times {
				t.Errorf("%v: %q, want %q", size, got, times)
			}
		}
	}
}

// TestSkyTellsOthers the next sunrise or sunset, and when that is over.
func TestSkyTellsOthers(t *testing.T) {
	for _, row := range []struct {
		why, settings string
		at            time.Duration // from noon on
		icon, want    string        // "" = it says nothing
	}{
		{"by day the sunset", `{"latitude":52.5,"longitude":13.4}`, 0, "weather-sunset", "15:04"},
		{"after it the sunrise of tomorrow", `{"latitude":52.5,"longitude":13.4}`, 5 * time.Hour, "weather-sunrise", "06:41"},
		{"before dawn the sunrise", `{"latitude":52.5,"longitude":13.4}`, 15 * time.Hour, "weather-sunrise", "06:41"},
		{"in polar night nothing", `{"latitude":80,"longitude":0}`, 0, "", ""},
		{"without a place nothing", `{}`, 0, "", ""},
	} {
		env, now := apptest.SizedEnv(t, image.Pt(64, 32)), apptest.Midday.Add(row.at)
		app := apptest.Started[*Sky](t, App, env, row.settings)
		app.Step(now)
		b, _ := env.Shared.Brief("a", now)
		right := b.Icon == kit.Builtin(row.icon) && b.Until.Format("15:04") == row.want && b.Until.After(now)
		if b.Text != row.want || b.Text != "" && !right {
			t.Errorf("%s: %+v, want %s at %s", row.why, b, row.icon, row.want)
		}
	}
}

// TestMoonPicture: the lit side is the right one while it grows, in the north.
func TestMoonPicture(t *testing.T) {
	bright := func(phase float64, south bool) (left, right int) {
		m := kit.Moon(24, phase, south)
		for y := range 24 {
			for x := range 24 {
				switch c := m.RGBAAt(x, y); {
				case c.R < 128:
				case x < 12:
					left++
				default:
					right++
				}
			}
		}
		return left, right
	}
	for _, row := range []struct {
		phase float64
		south bool
		l, r  int // percent of a half, within 12
	}{
		{0, false, 0, 0}, {90, false, 0, 100}, {90, true, 100, 0}, {180, false, 100, 100}, {270, false, 100, 0},
		{45, false, 0, 30}, {315, false, 30, 0}, {225, false, 100, 70},
	} {
		l, r := bright(row.phase, row.south)
		const half = 226 // pixels of half a disc
		if l*100/half < row.l-12 || l*100/half > row.l+12 || r*100/half < row.r-12 || r*100/half > row.r+12 {
			t.Errorf("phase %v, south %v: %d%% left and %d%% right, want %d and %d", row.phase, row.south, l*100/half, r*100/half, row.l, row.r)
		}
	}
}
