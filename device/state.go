// SPDX-License-Identifier: Apache-2.0

package device

import (
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/ambient"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/rotation"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/device/widgets"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// state is everything that the device knows. It exists only inside Run: access from
// outside goes through call.
type state struct {
	cfg      Config
	place    walltime.Place // of wall times
	identity Identity
	started  time.Time
	notice   string // of the device itself; "" = none

	set      choices           // what clients have set, beside the settings of the next three
	ambient  ambient.Rules     // brightness, screensaver, quiet hours
	widgets  *widgets.List     // which widgets there are, with their settings
	rotation rotation.Rotation // whose turn it is
	around   ambient.Now       // as of the last step
	climate  Climate
	playing  note.Playing // of another player
	apps     apps

	queue    queue
	visible  *showing     // the notification on the panel; nil = none
	track    sounds.Track // wanted sound; may outlive its notification
	heard    Item         // the notification that track belongs to
	showings uint64       // number of scene ids used

	test   *test           // nil = none
	prompt *prompt         // nil = none
	guide  *guide          // nil = none
	spent  map[Button]bool // buttons whose press has answered a prompt, or ended the guide
	long   longPress
	stream stream
	lamps  lamps
	ground base

	saving
	watchers watchers
}

// stream is a picture that somebody sends. The zero value has no picture.
type stream struct {
	root   render.Widget // nil = none
	sender Sender
	start  time.Time
}

// base is what lies under notifications, prompt and test pattern.
type base struct {
	name   string    // of a widget, its id
	id     uint64    // of the scene
	from   time.Time // when that became the ground
	widget string    // id of the widget that is the ground; "" = something else is
	unseen bool      // something has covered it, or the panel was dark
	again  bool      // it has begun again in this round: apps may want something else than before

	flaps flaps

	over   *render.Backed // the views front and behind, as last drawn; nil = not yet
	front  View
	behind View
}

// lay makes something the ground, with a new scene id, which it takes from ids, unless it
// is the ground already.
func (b *base) lay(name, widget string, ids *uint64, now time.Time) {
	b.widget = widget
	if b.name != name || b.id == 0 {
		*ids++
		b.name, b.id, b.from, b.unseen = name, *ids, now, false
	}
}

// saving is what has to be saved, and how soon.
type saving struct {
	changed  bool      // something to be saved has changed
	urgent   bool      // do not hold back the next save
	called   bool      // a call has changed it
	revision uint64    // number of such changes
	kept     uint64    // queue.reserved as it was last handed to the keeper
	at       time.Time // time of the last save at a plausible time
	unclean  int       // early ends in a row; 0 once this run is old enough
}

// choices are the clients' settings without rules.
type choices struct {
	On         bool
	New        bool   // nobody has used the device yet
	Greeted    bool   // it has shown the film of its first start
	Welcome    string // the step of the welcome that comes next
	Volume     int
	Region     Region    // zero fields = the defaults
	Look       LookPatch // the fields that were set
	Mood       note.Mood
	Indicators [note.Indicators]note.Indicator
}

// painter draws in the look of now.
func (s *state) painter() paint.Painter { return s.cfg.painter(s.look()) }

// region returns how people write: as somebody has set it, else as the configuration says.
func (s *state) region() Region { return s.set.Region.Or(s.cfg.Region).WithDefaults() }

// settings gathers the settings from those who keep them, as they are saved.
func (s *state) settings() Settings {
	a, r := s.ambient.Settings, s.rotation.Settings
	return Settings{
		On: s.set.On, Volume: s.set.Volume, Look: s.set.Look, Mood: s.set.Mood, Indicators: s.set.Indicators,
		New: s.set.New, Greeted: s.set.Greeted, Welcome: s.set.Welcome, Region: s.set.Region,
		Brightness: a.Brightness, BrightnessMode: a.BrightnessMode, BrightnessBias: a.BrightnessBias,
		Saver: a.Saver, Night: a.Night, Quiet: a.Quiet,
		Mode: r.Mode, App: r.Chosen,
		Apps: AppSettings{Widgets: s.widgets.Kept(), Schedule: r.Schedule, Planned: r.Planned},
	}
}

// look returns the look of the configuration, overridden by the settings.
func (s *state) look() paint.Look { return s.set.Look.Over(s.cfg.Look) }

// plainPainter is painter without the look's background and overlay, for what the device
// itself says.
func (s *state) plainPainter() paint.Painter { return s.cfg.painter(s.look().WithoutScenery()) }

// mark records that something to be saved has changed, if it has.
func (s *saving) mark(changed bool) { s.changed = s.changed || changed }

// newState makes a state from the saved state.
func newState(cfg Config, saved Saved, now time.Time) *state {
	if cfg.Zone == nil {
		cfg.Zone = new(Zone)
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits
	}
	cfg.Look = cfg.Look.WithDefaults()
	set := saved.Settings
	s := &state{
		cfg: cfg, place: walltime.Place{Zone: cfg.Zone, Clock: cfg.Clock}, identity: saved.Identity, started: now,
		watchers: watchers{}, spent: map[Button]bool{}, saving: saving{at: saved.At, unclean: saved.Unclean},
		set: choices{
			On: set.On, New: set.New, Greeted: set.Greeted, Welcome: set.Welcome, Look: set.Look, Mood: set.Mood,
			Indicators: set.Indicators, Region: set.Region,
			Volume: cfg.Limits.Volume().Clamp(set.Volume), // the limits may have been lowered
		},
	}
	s.ambient = ambient.New(
		ambient.Config{Light: cfg.Light, Quiet: cfg.Quiet, Absence: cfg.Absence, Limits: cfg.Limits, Place: s.place},
		ambient.Settings{Brightness: set.Brightness, BrightnessMode: set.BrightnessMode, BrightnessBias: set.BrightnessBias,
			Saver: set.Saver, Night: set.Night, Quiet: set.Quiet})
	s.queue = queue{
		next: max(saved.Reserved, 1), used: map[string]usedKey{}, outcomes: map[note.Outcome]uint64{},
		iconFault: s.cfg.iconFault,
	}
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
	s.apps.locate(s.region())
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
		k := widgets.Kind{Package: r.about.Package, Title: r.about.Title, Schema: &r.about.Settings,
			Guest: r.about.Guest}
		if c, ok := r.app.(Configurer); ok {
			k.Configure = c.Configure
		}
		kinds = append(kinds, k)
	}
	return kinds
}
