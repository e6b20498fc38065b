// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/rendertest"
)

// panels are of 8, 16, 32 and 64 rows.
var panels = []image.Point{{37, 8}, {8, 8}, {16, 16}, {64, 16}, {64, 32}, {64, 64}, {128, 64}}

// Check holds an app to the contract of [device.App]: what About says is so; Step is
// idempotent; settings come back as they went in, and bad ones are refused without a
// change; an app that has drawn follows new settings, looks, regions, icons and fewer widgets; Keep is
// read back; every picture stays inside panels of 8 to 64 rows, and texts that scroll do so
// from their beginning; actions take the declared arguments. The app has no network. The
// settings and arguments that it gets follow from what it declares.
func Check(t *testing.T, a kit.App) {
	t.Helper()
	for _, fault := range Faults(t, a) {
		t.Errorf("%s: %s", a.Package, fault)
	}
	c := newChecker(t, a)
	for _, view := range c.shown(c.fresh(panels[0], nil), sampleOf(nil)).Views {
		if view.Root != nil {
			rendertest.Check(t, view.Root)
		}
	}
}

// Faults returns what Check finds; each begins with its rule. It fails t only if there
// are no fonts.
func Faults(t *testing.T, a kit.App) []string {
	t.Helper()
	c := newChecker(t, a)
	for _, part := range []func(){c.declares, c.configures, c.draws, c.follows, c.acts, c.presses, c.keeps,
		c.runs, c.lives} {
		part()
	}
	return c.faults
}

// checker collects faults of an app.
type checker struct {
	t      *testing.T
	app    kit.App
	about  device.About
	envs   map[image.Point]kit.Env
	taken  []sample // settings that the app has accepted
	faults []string
	told   map[string]int
}

// bad adds a fault, up to three of a rule.
func (c *checker) bad(rule, format string, args ...any) {
	if c.told == nil {
		c.told = map[string]int{}
	}
	if c.told[rule]++; c.told[rule] <= 3 {
		c.faults = append(c.faults, rule+": "+fmt.Sprintf(format, args...))
	}
}

// env returns what an app on a panel of that size is made with, alone.
func (c *checker) env(size image.Point) kit.Env {
	if c.envs == nil {
		c.envs = map[image.Point]kit.Env{}
	}
	env, ok := c.envs[size]
	if !ok {
		env = SizedEnv(c.t, size)
		c.envs[size] = env
	}
	env.Shared = new(kit.Shared)
	return env
}

// fresh makes the app on a panel of that size, with what it kept.
func (c *checker) fresh(size image.Point, kept []byte) device.App {
	app := c.app.New(c.env(size), kept, c.about.Code)
	if s, ok := app.(device.Styler); ok {
		s.SetLook(kit.PlainLook)
	}
	return app
}

// configure gives an app widgets a, b, … with these settings.
func configure(app device.App, all ...sample) error {
	f, ok := app.(device.Configurer)
	if !ok {
		return nil
	}
	var list []device.WidgetSettings
	for i, s := range all {
		list = append(list, device.WidgetSettings{ID: string(rune('a' + i)), Seconds: 10, Visible: true, Settings: s.raw})
	}
	return f.Configure(list)
}

// Started makes an app that kept nothing, with widgets a, b, … as [Set] gives them.
func Started[A device.App](t testing.TB, app kit.App, env kit.Env, settings ...string) A {
	t.Helper()
	a := app.New(env, nil, 0).(A)
	Set(t, a, settings...)
	return a
}

// Set gives an app widgets a, b, … with these settings; "" = none. The app has to accept them.
func Set(t testing.TB, app device.App, settings ...string) {
	t.Helper()
	var all []sample
	for _, s := range settings {
		all = append(all, sample{raw: json.RawMessage(s)})
	}
	if err := configure(app, all...); err != nil {
		t.Fatalf("%s: %v", settings, err)
	}
}

// shown is what an app wants at noon with one widget, after a push and a reading of
// sensors if it takes those.
func (c *checker) shown(app device.App, s sample) device.Now {
	if err := configure(app, s); err != nil {
		c.bad("settings", "%s: accepted before, and refused later: %v", s.raw, err)
	}
	c.feed(app)
	return c.steady(app, Noon)
}

// feed gives an app what others have for it.
func (c *checker) feed(app device.App) {
	if err := Feed(app, "12.5 kW"); err != nil {
		c.bad("push", "a frame is refused: %v", err)
	}
}

// steady steps an app twice and compares.
func (c *checker) steady(app device.App, now time.Time) device.Now {
	first := told(app.Step(now))
	out := app.Step(now)
	if second := told(out); second != first {
		c.bad("step", "called twice at the same time it returns\n%s\nand\n%s", first, second)
	}
	if !out.Again.IsZero() && out.Again.Before(now) {
		c.bad("step", "at %v it wants to be stepped again at %v", now, out.Again)
	}
	return out
}

// told is what an app wants, as a text in which the same pointer is the same picture.
func told(n device.Now) string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(n.Views)) {
		fmt.Fprintf(&b, "%s %p %v %v\n", id, n.Views[id].Root, n.Views[id].Start, n.Views[id].Anew)
	}
	fmt.Fprintf(&b, "alert %q %p; track %+v; gain %v; level %v %q; notice %q; again %v\nkeep %s\n",
		n.Alert.Key, n.Alert.View.Root, n.Track, n.Gain, n.Level, n.Front, n.Notice, n.Again, n.Keep)
	for _, id := range slices.Sorted(maps.Keys(n.Settings)) {
		fmt.Fprintf(&b, "settings of %s: %s\n", id, n.Settings[id])
	}
	return b.String()
}

// fields returns the fields that an error names, nil if it names none.
func fields(err error) (all []string) {
	for _, e := range note.Unjoin(err) {
		var bad *note.InvalidError
		if !errors.As(e, &bad) || bad.Field == "" {
			return nil
		}
		all = append(all, bad.Field)
	}
	return all
}
