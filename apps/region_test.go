// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"encoding/json"
	"fmt"
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// begun returns the settings of an app on a new device of that size, with more of its own.
func begun(t *testing.T, app kit.App, size image.Point, more string) string {
	all := map[string]json.RawMessage{}
	for _, w := range First(clock.Config{Hours: 24, Week: true}.On(size, false), 0) {
		if w.Package == app.Package && w.Settings != nil {
			must.Do(t, json.Unmarshal(w.Settings, &all))
		}
	}
	must.Do(t, json.Unmarshal([]byte(more), &all))
	return string(must.Get(json.Marshal(all))(t))
}

// TestAppsFollowTheRegion at once, as a new device has them, unless the widget has a setting of its own: the picture
// is another one, or with the own setting it is not.
func TestAppsFollowTheRegion(t *testing.T) {
	size := image.Pt(64, 32)
	for _, row := range []struct {
		why           string
		app           kit.App
		settings, own string // of the widget; own as the region is
		region        device.Region
	}{
		{"the names of days and months", date.App, `{}`, `{"language":"fr"}`, device.Region{Language: "fr"}},
		{"dates in the owner's order", date.App, `{}`, "", device.Region{Date: "ymd"}},
		{"the date below the time", clock.App, `{"face":"big"}`, "", device.Region{Date: "mdy"}},
		{"the date beside the hands", clock.App, `{"face":"analog"}`, "", device.Region{Date: "ymd"}},
		{"the time in words", clock.App, `{"face":"words"}`, `{"face":"words","language":"zh"}`,
			device.Region{Language: "zh"}},
		{"hours of a clock", clock.App, `{}`, `{"hours":12}`, device.Region{Hours: 12}},
		{"weeks from Sunday on", clock.App, `{"face":"weekday"}`, "", device.Region{FirstDay: "sun"}},
		{"sunrise", sky.App, `{"latitude":52,"longitude":13}`, "", device.Region{Hours: 12}},
		{"missing setting", calendar.App, `{}`, "", device.Region{Language: "nl"}},
		{"missing setting", weather.App, `{}`, "", device.Region{Language: "es"}},
		{"missing setting", radio.App, `{}`, "", device.Region{Language: "de"}},
		{"missing setting", tronbyt.App, `{}`, "", device.Region{Language: "zh"}},
		{"missing setting", data.App, `{}`, "", device.Region{Language: "fr"}},
		{"how many days are left", until.App, `{"date":"2026-12-24"}`, "", device.Region{Language: "de"}},
		{"degrees", room.App, `{}`, `{"units":"fahrenheit"}`, device.Region{Temperature: "F"}},
	} {
		now := apptest.Noon.Add(6*60*60*1e9 + 30*60*1e9)
		drawn := func(settings string, regions ...device.Region) string {
			s := &stage{t: t, env: apptest.SizedEnv(t, size), size: size}
			root := s.view(row.app, begun(t, row.app, size, settings), "", now, func(a device.App) {
				if r, ok := a.(device.Senser); ok {
					r.Sense(device.Sensed{Climate: device.Climate{Temperature: device.Measured{Value: 21, Known: true}}})
				}
				for _, r := range regions {
					a.Step(now) // it has drawn before
					a.(device.Localizer).SetRegion(r.WithDefaults())
				}
			})
			m := image.NewRGBA(image.Rectangle{Max: size})
			root.Draw(m, image.Point{}, 0)
			return fmt.Sprint(pixtest.String(m))
		}
		was, is := drawn(row.settings), drawn(row.settings, row.region)
		if was == is {
			t.Errorf("%s: %s does not follow %+v", row.why, row.app.Package, row.region)
		}
		if row.own != "" && drawn(row.own) != is {
			t.Errorf("%s: %s with %s is\n%s, want\n%s", row.why, row.app.Package, row.own, drawn(row.own), is)
		}
		if row.own != "" && drawn(row.own) != drawn(row.own, device.Region{}) {
			t.Errorf("%s: %s follows the region over its own %s", row.why, row.app.Package, row.own)
		}
	}
}
