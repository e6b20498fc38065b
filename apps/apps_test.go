// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"encoding/json"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestNewDeviceApps: one widget of each package with the usual seconds, of which only the
// clock is visible.
func TestNewDeviceApps(t *testing.T) {
	var got []string
	for _, w := range First(clock.Config{}, 0) {
		if w.Visible {
			w.Package += " visible"
		}
		if usual := int(device.DefaultDwell / time.Second); w.Seconds != usual {
			t.Errorf("%s shows for %d s, want %d", w.Package, w.Seconds, usual)
		}
		got = append(got, w.Package)
	}
	if all := strings.Join(got, ", "); !strings.HasPrefix(all,
		"com.lametric.clock visible, com.lametric.countdown, com.lametric.stopwatch") || strings.Count(all, "visible") != 1 {
		t.Errorf("%s", all)
	}
}

// TestAbilities: the apps that stand in the set by name are those of the list.
func TestAbilities(t *testing.T) {
	set := All(kit.Env{}, nil)
	if len(set.Apps) != len(table)+1 { // own apps
		t.Fatalf("%d apps, want %d", len(set.Apps), len(table)+1)
	}
	for i, a := range table {
		if got := set.Apps[i].About().Package; got != a.Package {
			t.Errorf("app %d is %s, want %s", i, got, a.Package)
		}
	}
	for _, named := range []device.App{set.Data, set.Weather} {
		if !slices.Contains(set.Apps, named) {
			t.Errorf("%T is not in the list", named)
		}
	}
}

// TestAppsTellEachOther: the board shows the day that another app tells, in any environment.
func TestAppsTellEachOther(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	env.Shared = nil
	var words []string
	for _, app := range All(env, nil).Apps {
		set := map[string]device.WidgetSettings{
			until.Package: {ID: "u", Settings: json.RawMessage(`{"date":"2026-12-24","name":"Christmas"}`)},
			board.Package: {ID: "b", Settings: json.RawMessage(`{"line":"u"}`)},
		}[app.About().Package]
		if set.ID == "" {
			continue
		}
		must.Do(t, app.(device.Configurer).Configure([]device.WidgetSettings{set}))
		words = textsOf(app.Step(apptest.Noon).Views[set.ID].Root)
	}
	if !slices.Contains(words, "CHRISTMAS") {
		t.Errorf("the board shows %q", words)
	}
}

// TestFirstSeconds: a configured dwell is kept within the seconds that a widget may show.
func TestFirstSeconds(t *testing.T) {
	for _, row := range []struct {
		dwell time.Duration
		want  int
	}{
		{7 * time.Second, 7},
		{time.Millisecond, 1},
		{-time.Second, int(device.DefaultDwell / time.Second)},
		{(device.MaxSeconds + 1) * time.Second, device.MaxSeconds},
	} {
		if got := First(clock.Config{}, row.dwell)[0].Seconds; got != row.want {
			t.Errorf("%v: %d s, want %d", row.dwell, got, row.want)
		}
	}
}
