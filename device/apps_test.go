// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// list returns the widgets as a client reads them.
func (r *rig) list() []WidgetSettings { r.t.Helper(); return done(r.Apps(background))(r) }

// configure gives the second widget other settings, and returns them as a client reads them.
func (r *rig) configure(settings string) string {
	r.t.Helper()
	l := r.list()
	l[1].Settings = json.RawMessage(settings)
	return string(done(r.SetApps(background, l))(r)[1].Settings)
}

// TestNewDevice has one widget of each package, of which the first is visible.
func TestNewDevice(t *testing.T) {
	p := newPuppet("puppet")
	story(t, func(c *Config, s *Saved) { with(p)(c, s); c.Widgets = nil }, func(t *testing.T, r *rig) {
		l := r.list()
		if len(l) != 2 || !l[0].Visible || l[1].Visible || l[0].Seconds != 20 || l[1].Title != "Puppet" ||
			l[0].ID == l[1].ID || len(l[0].ID) != 32 {
			t.Errorf("%+v", l)
		}
	})
}

// TestSettingsWin: what a client has set holds over the configuration's, also
// after a restart with another one and with an app that is new.
func TestSettingsWin(t *testing.T) {
	p := newPuppet("puppet")
	var kept Saved
	story(t, with(p), func(t *testing.T, r *rig) {
		l := r.list()
		slices.Reverse(l)
		l[0].Seconds, l[0].Title, l[0].Visible = 99, "Mine", true
		l[0].Settings = json.RawMessage(`{"city":"Oslo"}`)
		l = done(r.SetApps(background, l))(r)
		if l[0].Title != "Mine" || string(l[0].Settings) != `{"city":"Oslo"}` {
			t.Errorf("%+v", l[0])
		}
		r.must(r.RemoveWidget(background, l[1].ID))
		kept = r.saved()
	})
	change := func(c *Config, s *Saved) {
		with(newPuppet("puppet"))(c, s)
		c.Apps, c.Widgets[0].Seconds = append(c.Apps, newPuppet("newer")), 5
		*s = kept
	}
	story(t, change, func(t *testing.T, r *rig) {
		l := r.list()
		if len(l) != 2 || l[0].Seconds != 99 || l[1].Package != "newer" || l[1].Visible {
			t.Errorf("%+v, want the puppet as it was set and the new app, unseen; the clock was taken away", l)
		}
	})
}

// TestAppOfAnotherBuild: its widgets and what it keeps outlive a build without it.
func TestAppOfAnotherBuild(t *testing.T) {
	p := newPuppet("puppet")
	var kept Saved
	story(t, with(p), func(t *testing.T, r *rig) {
		done(r.AddWidget(background, "puppet", nil))(r)
		r.pull(func() { p.now.Keep = []byte(`{}`) })
		kept = r.saved()
	})
	story(t, func(c *Config, s *Saved) { c.Apps = c.Apps[:1]; *s = kept }, func(t *testing.T, r *rig) {
		l := r.list()
		if len(l) != 1 {
			t.Errorf("%+v, want the clock alone", l)
		}
		done(r.SetApps(background, l))(r)
		if err := r.RemoveWidget(background, l[0].ID); err != ErrLastWidget {
			t.Errorf("%v, want ErrLastWidget", err)
		}
		kept = r.saved()
	})
	story(t, func(c *Config, s *Saved) { with(newPuppet("puppet"))(c, s); *s = kept }, func(t *testing.T, r *rig) {
		if l := r.list(); len(l) != 3 || string(r.saved().Apps["puppet"].Keep) != "" {
			t.Errorf("%+v", l)
		}
	})
}

// TestSetAppsFaults: each names its place, and nothing of the list is taken.
func TestSetAppsFaults(t *testing.T) {
	clock, mine := FirstWidget("clock"), FirstWidget("puppet")
	widget := func(id, settings string) WidgetSettings {
		return WidgetSettings{ID: id, Seconds: 20, Visible: true, Settings: json.RawMessage(settings)}
	}
	rows := []struct {
		name, says string
		list       []WidgetSettings
	}{
		{"one is missing", "widgets: 1 widgets, want each of the 2", []WidgetSettings{widget(clock, "{}")}},
		{"one twice", "[1].widget: ", []WidgetSettings{widget(clock, "{}"), widget(clock, "{}")}},
		{"unknown widget", `[1].widget: "x"`, []WidgetSettings{widget(clock, "{}"), widget("x", "{}")}},
		{"no time", "[0].seconds: 0, want 1 to 3600", []WidgetSettings{{ID: clock}, widget(mine, "{}")}},
		{"a setting of the wrong kind", "[1].settings.city: want a string",
			[]WidgetSettings{widget(clock, "{}"), widget(mine, `{"city":7}`)}},
		{"in a list", "[1].settings.cities[1]: want a string",
			[]WidgetSettings{widget(clock, "{}"), widget(mine, `{"cities":["a",{}]}`)}},
		{"rule of the app", "[1].settings.city: is lost",
			[]WidgetSettings{widget(clock, "{}"), widget(mine, `{"city":"Atlantis"}`)}},
		{"no object", "[1].settings: want an object", []WidgetSettings{widget(clock, "{}"), widget(mine, `[]`)}},
		{"a long title", "[0].title: 65 characters",
			[]WidgetSettings{{ID: clock, Seconds: 1, Title: strings.Repeat("x", 65)}, widget(mine, "{}")}},
	}
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		before := r.list()
		for _, row := range rows {
			_, err := r.SetApps(background, row.list)
			var bad *note.InvalidError
			if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), row.says) {
				t.Errorf("%s: %v, want %s", row.name, err, row.says)
			}
			if !slices.EqualFunc(before, r.list(), WidgetSettings.Equal) {
				t.Errorf("%s: it was taken", row.name)
			}
		}
	})
}

// TestWidgetsComeAndGo, with what is planned for them.
func TestWidgetsComeAndGo(t *testing.T) {
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		w := done(r.AddWidget(background, "puppet", json.RawMessage(`{"city":"Oslo"}`)))(r)
		if l := r.list(); len(l) != 3 || l[2].ID != w.ID || !w.Visible || len(w.ID) != 32 {
			t.Errorf("%+v", l)
		}
		if _, err := r.AddWidget(background, "nothing", nil); err != ErrNoApp {
			t.Errorf("%v, want ErrNoApp", err)
		}
		_, err := r.AddWidget(background, "puppet", json.RawMessage(`{"city":"Atlantis"}`))
		faulty(t, err, "settings.city")
		done(r.SetSchedule(background, []Block{{Widget: w.ID}, {Widget: FirstWidget("clock")}}))(r)
		r.must(r.RemoveWidget(background, w.ID))
		if b, _ := r.Schedule(background); len(b) != 1 {
			t.Errorf("after it was taken away the schedule is %+v", b)
		}
		if err := r.RemoveWidget(background, w.ID); err != ErrNoWidget {
			t.Errorf("%v, want ErrNoWidget", err)
		}
		for range 62 {
			done(r.AddWidget(background, "puppet", nil))(r)
		}
		_, err = r.AddWidget(background, "puppet", nil)
		faulty(t, err, "package", "there are enough")
	})
}

// TestSetWidget changes one widget, and writes nothing where nothing changes.
func TestSetWidget(t *testing.T) {
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		w := done(r.AddWidget(background, "puppet", json.RawMessage(`{"city":"Oslo"}`)))(r)
		w.Title, w.Seconds, w.Visible = "Up north", 7, false
		got := done(r.SetWidget(background, w))(r)
		if l := r.list(); len(l) != 3 || l[2].Title != "Up north" || l[2].Seconds != 7 || l[2].Visible ||
			got.Title != "Up north" {
			t.Errorf("%+v, %+v", l, got)
		}
		before := r.Status().Revision
		done(r.SetWidget(background, got))(r)
		if now := r.Status().Revision; now != before {
			t.Error("it is written again as it was")
		}
		w.Seconds = 0
		_, err := r.SetWidget(background, w)
		faulty(t, err, "seconds")
		w.Seconds, w.Settings = 7, json.RawMessage(`{"city":"Atlantis"}`)
		_, err = r.SetWidget(background, w)
		faulty(t, err, "settings.city")
		for _, id := range []string{"", "none"} {
			if _, err := r.SetWidget(background, WidgetSettings{ID: id, Seconds: 1}); err != ErrNoWidget {
				t.Errorf("%q: %v, want ErrNoWidget", id, err)
			}
		}
		if l := r.list(); l[2].Seconds != 7 || string(l[2].Settings) != `{"city":"Oslo"}` {
			t.Errorf("what was refused has changed %+v", l[2])
		}
	})
}

func TestActions(t *testing.T) {
	rows := []struct {
		name, pkg, widget, action string
		args                      Args
		says                      string // "" = done
	}{
		{"as declared", "puppet", "", "puppet.wave", Args{"hand": "left", "times": 2, "fast": true}, ""},
		{"of that widget", "puppet", FirstWidget("puppet"), "puppet.wave", Args{"hand": "left"}, ""},
		{"no such app", "nobody", "", "puppet.wave", nil, ErrNoApp.Error()},
		{"another's widget", "puppet", FirstWidget("clock"), "puppet.wave", nil, ErrNoWidget.Error()},
		{"no such action", "puppet", "", "puppet.bow", nil, `id: "puppet.bow" is not one of puppet.wave`},
		{"an app without actions", "clock", "", "clock.alarm", nil, "id: clock has no actions"},
		{"one is missing", "puppet", "", "puppet.wave", nil, "params.hand: is missing, want a string"},
		{"of the wrong type", "puppet", "", "puppet.wave", Args{"hand": "left", "times": true},
			"params.times: true, want an integer"},
		{"not declared", "puppet", "", "puppet.wave", Args{"hand": "left", "foot": "right"},
			"params: puppet.wave has no such parameter"},
		{"rule of the app", "puppet", "", "puppet.wave", Args{"hand": "third"}, "params.hand: there are two"},
	}
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		for _, row := range rows {
			err := r.Do(background, row.pkg, row.widget, row.action, row.args, false)
			if row.says == "" && err != nil || row.says != "" && (err == nil || err.Error() != row.says) {
				t.Errorf("%s: %v, want %q", row.name, err, row.says)
			}
		}
		r.did(p, "in all", "configure", "do puppet.wave left", "do puppet.wave left")
		if s := r.Status(); s.Showing.Package != "clock" {
			t.Errorf("%s shows, though it was not to be activated", s.Showing.Package)
		}
		r.must(r.Do(background, "puppet", "", "puppet.wave", Args{"hand": "left"}, true))
		if s := r.Status(); s.Showing.Package != "puppet" {
			t.Errorf("%s shows, want the app that was asked", s.Showing.Package)
		}
	})
}

func TestPushes(t *testing.T) {
	p := newPuppet("puppet")
	story(t, with(p), func(t *testing.T, r *rig) {
		w := done(r.AddWidget(background, "puppet", nil))(r)
		r.did(p, "at the start", "configure", "configure")
		first := FirstWidget("puppet")
		r.must(r.Push(background, "puppet", "", text("all")))
		r.must(r.Push(background, "", w.ID, text("one")))
		r.did(p, "frames", "push "+first[:4]+" all", "push "+w.ID[:4]+" all", "push "+w.ID[:4]+" one")
		for name, row := range map[string]struct {
			pkg, widget string
			frames      []note.Frame
			want        error
		}{
			"no such app":          {"nobody", "", text("x"), ErrNoApp},
			"no such widget":       {"puppet", "nothing", text("x"), ErrNoWidget},
			"takes no frames":      {"clock", "", text("x"), ErrNoPush},
			"nothing to be pushed": {"puppet", "", nil, note.ErrNoFrames},
		} {
			if err := r.Push(background, row.pkg, row.widget, row.frames); !errors.Is(err, row.want) {
				t.Errorf("%s: %v, want %v", name, err, row.want)
			}
		}
		faulty(t, r.Push(background, "puppet", "", []note.Frame{{Duration: time.Hour}}), "frames[0].duration")
		if err := r.Push(background, "puppet", "", text("ugly")); err == nil || err.Error() != "frames[0].text: is ugly" {
			t.Errorf("%v, want the app's refusal", err)
		}
		r.did(p, "refused by the first, so no other is asked", "push "+first[:4]+" ugly")
	})
}

// TestChangeApps: what is made of the list is made of the present one, in one
// turn; with an error nothing changes.
func TestChangeApps(t *testing.T) {
	story(t, with(newPuppet("puppet")), func(t *testing.T, r *rig) {
		before := r.list()
		lost := errors.New("lost")
		if l, err := r.ChangeApps(background, true, func([]WidgetSettings) ([]WidgetSettings, error) {
			return nil, lost
		}); err != lost || len(l) != len(before) {
			t.Errorf("%v, %v; want the error and the list as it was", l, err)
		}
		l, err := r.ChangeApps(background, true, func(now []WidgetSettings) ([]WidgetSettings, error) {
			now[0].Seconds++
			return now, nil
		})
		if r.must(err); l[0].Seconds != before[0].Seconds+1 || r.list()[0].Seconds != l[0].Seconds {
			t.Errorf("%+v, want a second more than %+v", l[0], before[0])
		}
	})
}
