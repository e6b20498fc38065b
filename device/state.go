// SPDX-License-Identifier: Apache-2.0

package device

import (
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

// stream is a picture that somebody sends. The zero value is none.
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
}

// lay makes something the ground, with a new scene id, which it takes from ids, unless it
// is the ground already.
func (b *base) lay(name, widget string, ids *uint64, now time.Time) {
	b.widget = widget
	if b.name != name || b.id == 0 {
		*ids++
		b.name, b.id, b.from = name, *ids, now
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
	New        bool // nobody has used the device yet
	Volume     int
	Region     Region    // zero fields = the defaults
	Look       LookPatch // the fields that were set
	Mood       note.Mood
	Indicators [note.Indicators]note.Indicator
}

// painter draws in the look of now.
func (s *state) painter() paint.Painter { return s.cfg.painter(s.look()) }

// settings gathers the settings from those who keep them, as they are saved.
func (s *state) settings() Settings {
	a, r := s.ambient.Settings, s.rotation.Settings
	return Settings{
		On: s.set.On, Volume: s.set.Volume, Look: s.set.Look, Mood: s.set.Mood, Indicators: s.set.Indicators,
		New: s.set.New, Region: s.set.Region,
		Brightness: a.Brightness, BrightnessMode: a.BrightnessMode, Saver: a.Saver, Night: a.Night, Quiet: a.Quiet,
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
