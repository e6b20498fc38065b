// SPDX-License-Identifier: Apache-2.0

package date

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
)

// TestDate: it is drawn on every panel, and again at midnight only.
func TestDate(t *testing.T) {
	for _, size := range apptest.AppSizes {
		for _, settings := range []string{``, `{"language":"de","week":true,"color":"#FF0000"}`} {
			app := New(apptest.SizedEnv(t, size), nil, 0).(*Date)
			if err := app.Configure([]device.WidgetSettings{{ID: "w", Settings: []byte(settings)}}); err != nil {
				t.Fatal(err)
			}
			first := app.Step(apptest.Midday)
			apptest.DrawAll(t, "date", first.Views["w"].Root, size)
			root := first.Views["w"].Root
			if evening := apptest.Midday.Add(11*time.Hour + 59*time.Minute); app.Step(evening).Views["w"].Root != root || !app.Step(evening).Again.Equal(apptest.Midday.Add(12*time.Hour)) {
				t.Error("before midnight it is drawn anew, or does not wait for it")
			}
			if app.Step(apptest.Midday.Add(12 * time.Hour)).Views["w"].Root == root {
				t.Error("after midnight it is not")
			}
		}
	}
}

// TestDateFollowsItsSettings: what is set shows at once, not from midnight on.
func TestDateFollowsItsSettings(t *testing.T) {
	for _, size := range apptest.AppSizes {
		app := New(apptest.SizedEnv(t, size), nil, 0).(*Date)
		show := func(settings string) string {
			if err := app.Configure([]device.WidgetSettings{{ID: "w", Settings: []byte(settings)}}); err != nil {
				t.Fatal(err)
			}
			return apptest.LitAt(t, app.Step(apptest.Midday).Views["w"].Root, size, 0)
		}
		if english, german := show(`{}`), show(`{"language":"de"}`); english == german && size.X >= 12 {
			t.Errorf("%v: the day is in English though German is set", size)
		}
	}
}
