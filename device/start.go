// SPDX-License-Identifier: Apache-2.0

package device

import (
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/rotation"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
)

// newState makes a state from the saved state.
func newState(cfg Config, saved Saved, now time.Time) *state {
	if cfg.Location == nil {
		cfg.Location = time.Local
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits
	}
	cfg.Look = cfg.Look.WithDefaults()
	set := saved.Settings
	s := &state{
		cfg: cfg, place: walltime.Place{Location: cfg.Location, Clock: cfg.Clock}, identity: saved.Identity, started: now,
		watchers: watchers{}, spent: map[Button]bool{}, saving: saving{at: saved.At, unclean: saved.Unclean},
		set: choices{
			On: set.On, New: set.New, Look: set.Look, Mood: set.Mood, Indicators: set.Indicators, Region: set.Region,
			Volume: cfg.Limits.Volume().Clamp(set.Volume), // the limits may have been lowered
		},
	}
	s.ambient = ambient.New(
		ambient.Config{Light: cfg.Light, Quiet: cfg.Quiet, Absence: cfg.Absence, Limits: cfg.Limits, Place: s.place},
		ambient.Settings{Brightness: set.Brightness, BrightnessMode: set.BrightnessMode, Saver: set.Saver, Night: set.Night, Quiet: set.Quiet})
	s.queue = queue{next: max(saved.Reserved, 1), used: map[string]usedKey{}, outcomes: map[note.Outcome]uint64{}}
	s.queue.reserved = s.queue.next + Reserve
	s.saving.kept = s.queue.reserved // by the store, before it handed out saved
	s.startApps(saved)
	s.restore(saved, now) // after the apps, whose alerts are among the notifications
	return s
}

// startApps starts the apps of the configuration, with their saved state.
func (s *state) startApps(saved Saved) {
	for _, app := range s.cfg.Apps {
		r := &running{app: app, about: app.About()}
		r.raised = slices.Clone(saved.Apps[r.about.Package].Raised)
		r.kept = saved.Apps[r.about.Package].Keep
		s.apps.running = append(s.apps.running, r)
	}
	s.apps.locate(s.set.Region)
	s.apps.absent = saved.Apps
	set := saved.Settings
	had := func(pkg string) bool { _, ok := saved.Apps[pkg]; return ok }
	s.widgets = widgets.New(kinds(s.apps.running), set.Apps.Widgets, s.cfg.Widgets, had)
	s.rotation = rotation.New(
		rotation.Config{Blocks: s.cfg.Schedule, Place: s.place, Read: s.readBy},
		rotation.Settings{Mode: set.Mode, Chosen: set.App, Schedule: set.Apps.Schedule, Planned: set.Apps.Planned},
		s.widgets, func(w WidgetSettings) bool { return s.apps.view(w).Root != nil })
	s.apps.style(s.look())
}

// kinds returns what the list of widgets has to know of the apps.
func kinds(all []*running) (kinds []widgets.Kind) {
	for _, r := range all {
		k := widgets.Kind{Package: r.about.Package, Title: r.about.Title, Schema: &r.about.Settings}
		if c, ok := r.app.(Configurer); ok {
			k.Configure = c.Configure
		}
		kinds = append(kinds, k)
	}
	return kinds
}
