package apps

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/sounds"
)

// CountdownPackage is the name that clients know the countdown by
// (docs/decisions.md 6).
const CountdownPackage = "com.lametric.countdown"

const (
	ringFor      = 10 * time.Minute // a countdown rings, unless it is dismissed
	defaultCount = 300              // seconds
)

// CountdownConfig are the settings of a countdown. The zero value is 5 min with the
// sound of a digital watch.
type CountdownConfig struct {
	Duration int    `json:"duration,omitempty"` // seconds, 1 to longest; 0 = 5 min
	Sound    string `json:"sound,omitempty"`    // a built-in alarm; "" = alarm7
	Color    string `json:"color,omitempty"`    // #RRGGBB; "" = that of the device's text
}

// Countdown counts down, each widget separately, visible or not, and rings.
type Countdown struct {
	env    Env
	look   paint.Look
	timers []*timer
	kept   map[string]timerState // for widgets not configured yet
	views  map[string]device.View
}

// newCountdown is the factory of the countdown app.
func newCountdown(env Env, kept json.RawMessage, _ int) device.App {
	c := &Countdown{env: env, look: plainLook, views: map[string]device.View{}}
	if json.Unmarshal(kept, &c.kept) != nil {
		c.kept = nil
	}
	return c
}

// About implements [device.App].
func (c *Countdown) About() device.About {
	most := longest.Seconds()
	return device.About{
		Package: CountdownPackage, Title: "Countdown", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Actions: []device.Action{
			{ID: "countdown.configure", Params: []device.Param{{Name: "duration", Type: device.IntParam}, {Name: "start_now", Type: device.BoolParam}}},
			{ID: "countdown.start"}, {ID: "countdown.pause"}, {ID: "countdown.reset"},
		},
		Settings: device.Schema{Properties: []device.Property{
			{Name: "duration", Schema: device.Schema{Type: "integer", Title: "Duration", Description: "Seconds", Min: 1, Max: most, Default: defaultCount}},
			{Name: "sound", Schema: device.Schema{Type: "string", Title: "Sound", Description: "Heard at the end", Enum: sounds.IDs("alarms"), Default: "alarm7"}},
			colorProperty,
		}},
	}
}

// Configure implements [device.Configurer].
func (c *Countdown) Configure(widgets []device.WidgetSettings) error {
	var timers []*timer
	for i, w := range widgets {
		var cfg CountdownConfig
		if err := readSettings(i, w, &cfg); err != nil {
			return err
		}
		timers = append(timers, c.timer(w, cfg))
	}
	c.timers, c.kept = timers, nil
	clear(c.views)
	return nil
}

// timer returns the existing timer of a widget, with new settings. A newly set duration
// overrides one set by an action.
func (c *Countdown) timer(w device.WidgetSettings, cfg CountdownConfig) *timer {
	t := &timer{owned: owned{w.ID}, title: w.Title, cfg: cfg}
	if old := find(c.timers, w.ID); old != nil {
		t.timerState = old.timerState
		if old.cfg.Duration != cfg.Duration {
			t.Set = 0
		}
	} else if kept := c.kept[w.ID]; kept.valid() {
		t.timerState = kept
	}
	t.face = newTallyFace(c.env.Fonts, c.env.Size, inkOf(c.look, cfg.Color))
	return t
}

// SetLook implements [device.Styler].
func (c *Countdown) SetLook(l paint.Look) {
	c.look = l
	for _, t := range c.timers {
		t.face = newTallyFace(c.env.Fonts, c.env.Size, inkOf(c.look, t.cfg.Color))
	}
}

// Step implements [device.App]. Of several finished countdowns the one that finished
// first rings, and the next when that is dismissed.
func (c *Countdown) Step(now time.Time) device.Now {
	out := device.Now{Views: c.views}
	keep := map[string]timerState{}
	var first *timer
	for _, t := range c.timers {
		t.step(now, c.env.Clock.Plausible(now))
		c.views[t.id] = t.view(now)
		if t.timerState != (timerState{}) {
			keep[t.id] = t.timerState
		}
		if at := t.End.at; t.Phase.moves() && (out.Again.IsZero() || at.Before(out.Again)) {
			out.Again = at
		}
		if t.Phase == ringing && (first == nil || t.End.at.Before(first.End.at)) {
			first = t
		}
	}
	if first != nil {
		out.Alert = device.Alert{Key: first.Ring, Note: first.note()}
	}
	out.Keep = kept(keep)
	return out
}

// Do implements [device.App].
func (c *Countdown) Do(widget, action string, args device.Args, now time.Time) error {
	t, plausible := find(c.timers, widget), c.env.Clock.Plausible(now)
	if t == nil {
		return device.ErrNoWidget
	}
	t.step(now, plausible)
	switch action {
	case "countdown.configure":
		return t.configure(args, now, plausible)
	case "countdown.start":
		t.start(now, plausible)
	case "countdown.pause":
		t.pause(now)
	case "countdown.reset":
		t.reset()
	}
	return nil
}

// Press implements [device.Presser]: the action button starts and pauses the widget
// that shows. While one rings, the device handles the press and dismisses it.
func (c *Countdown) Press(widget string, b device.Button, now time.Time) bool {
	t, plausible := find(c.timers, widget), c.env.Clock.Plausible(now)
	if t == nil || b != device.ButtonAction {
		return false
	}
	t.step(now, plausible)
	switch t.Phase {
	case running:
		t.pause(now)
	case ringing:
		t.reset()
	default:
		t.start(now, plausible)
	}
	return true
}

// Ended implements [device.Ender]: however the ringing ended, it is over.
func (c *Countdown) Ended(key string, _ note.Outcome, _ time.Time) {
	for _, t := range c.timers {
		if t.Phase == ringing && t.Ring == key {
			t.reset()
		}
	}
}

// phase is the phase of a countdown or a stopwatch. The zero value is ready.
type phase string

const (
	ready   phase = ""
	running phase = "running"
	paused  phase = "paused"
	ringing phase = "ringing"
)

// moves reports whether a countdown in that phase has an end.
func (p phase) moves() bool { return p == running || p == ringing }

// timerState is what is kept of a timer. The zero value is ready.
type timerState struct {
	Set   int           `json:"set,omitempty"` // seconds set by an action; 0 = as in the settings
	Phase phase         `json:"phase,omitempty"`
	Total time.Duration `json:"total,omitempty"` // of this run
	Left  time.Duration `json:"left,omitempty"`  // of Total, while it pauses
	End   instant       `json:"end,omitzero"`    // of the run, or of its ringing
	Ring  string        `json:"ring,omitempty"`  // key of the alert
}

// valid reports whether a device can have saved this state.
func (s *timerState) valid() bool {
	switch s.Phase {
	case ready, running, paused, ringing:
	default:
		return false
	}
	within := func(d time.Duration) bool { return d >= 0 && d <= longest }
	return s.Set >= 0 && s.Set <= int(longest/time.Second) && within(s.Total) && within(s.Left) && within(s.End.Span) &&
		(s.Phase == ready || s.Total > 0) && (!s.Phase.moves() || !s.End.Wall.IsZero()) && (s.Phase != ringing || s.Ring != "")
}

// timer is the countdown of one widget.
type timer struct {
	owned
	timerState
	title string
	cfg   CountdownConfig
	face  *tallyFace
	seen  shown
}

// duration returns the duration of the next run.
func (t *timer) duration() time.Duration {
	for _, seconds := range []int{t.Set, t.cfg.Duration} {
		if seconds > 0 {
			return time.Duration(seconds) * time.Second
		}
	}
	return defaultCount * time.Second
}

// step updates the timer to now.
func (t *timer) step(now time.Time, plausible bool) {
	if !t.Phase.moves() {
		return
	}
	t.End.settle(now, plausible)
	if t.End.at.After(now) {
		return
	}
	if t.Phase == ringing { // nobody came
		t.reset()
		return
	}
	t.Phase, t.Ring = ringing, t.id+" "+t.End.Wall.Format(time.RFC3339Nano)
	t.End = newInstant(now, ringFor, plausible)
}

func (t *timer) configure(args device.Args, now time.Time, plausible bool) error {
	seconds, given := args.Int("duration")
	if most := int(longest / time.Second); given && (seconds < 1 || seconds > most) {
		return note.Invalid("params.duration", "%d, want 1 to %d seconds", seconds, most)
	}
	if given {
		t.Set = seconds
		t.reset()
	}
	if start, _ := args.Bool("start_now"); start {
		t.reset()
		t.start(now, plausible)
	}
	return nil
}

// start begins a run, or resumes a paused one.
func (t *timer) start(now time.Time, plausible bool) {
	switch t.Phase {
	case running:
		return
	case paused:
	default:
		t.reset()
		t.Total = t.duration()
		t.Left = t.Total
	}
	t.Phase, t.End, t.Left = running, newInstant(now, t.Left, plausible), 0
}

func (t *timer) pause(now time.Time) {
	if t.Phase == running {
		t.Phase, t.Left, t.End = paused, t.End.at.Sub(now), instant{}
	}
}

// reset makes the timer ready for another run; a duration set by an action stays.
func (t *timer) reset() { t.timerState = timerState{Set: t.Set} }

// view returns what the widget shows; the same view until something happens.
func (t *timer) view(now time.Time) device.View {
	w := tally{face: t.face, base: t.duration(), total: t.duration()}
	start := time.Time{}
	switch t.Phase {
	case running:
		w.base, w.rate, w.total = t.Total, -1, t.Total
		start = t.End.at.Add(-t.Total)
	case paused:
		w.base, w.total, w.blink = t.Left, t.Total, true
	case ringing:
		w.base, w.total, w.blink = 0, t.Total, true
	}
	return t.seen.view(w, start, now)
}

// note returns the notification for a countdown that has ended.
func (t *timer) note() *note.Notification {
	sound := t.cfg.Sound
	if sound == "" {
		sound = "alarm7"
	}
	text := t.title
	if text == "" {
		text = clockText(t.Total)
	}
	icon, _ := icons.Parse("status-hourglass") // cannot fail: the name is valid
	return &note.Notification{
		Priority: note.PriorityCritical, Lifetime: ringFor,
		Frames: []note.Frame{{Icon: icon, Text: []note.Fragment{{Text: text}}}},
		Sound:  &note.Sound{Category: "alarms", ID: sound},
	}
}

// clockText returns a duration as people write it: 0:30, 5:00, 1:30:00.
func clockText(d time.Duration) string {
	f := fieldsOf(d, false)
	if f[0] > 0 {
		return fmt.Sprintf("%d:%02d:%02d", f[0], f[1], f[2])
	}
	return fmt.Sprintf("%d:%02d", f[1], f[2])
}
