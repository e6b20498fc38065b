package device

import (
	"errors"
	"strings"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// state is everything that the device knows. It exists only inside Run: what
// wants to see it goes through call.
type state struct {
	cfg      Config
	identity Identity
	settings Settings
	queue    queue
	changed  bool   // something that is saved
	kept     uint64 // queue.reserved as it was last handed to the keeper

	visible  *showing
	showings uint64       // scene ids given out
	track    sounds.Track // wanted sound; stays after its notification has ended
	heard    Item         // the notification that track is of
	saverOn  bool

	light lightRule
	dark  darkRule

	stream      render.Widget // nil = none
	streamStart time.Time
	groundName  string
	groundID    uint64
	turn        int // of the apps in auto mode
	turnAt      time.Time
}

// newState starts from what was saved.
func newState(cfg Config, saved Saved, now time.Time) *state {
	if cfg.Location == nil {
		cfg.Location = time.Local
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits
	}
	cfg.Look = cfg.Look.complete()
	s := &state{
		cfg: cfg, identity: saved.Identity, settings: saved.Settings,
		light: newLightRule(cfg.Light), dark: newDarkRule(cfg.Light),
	}
	s.queue = queue{next: max(saved.Reserved, 1), used: map[string]usedKey{}, outcomes: map[Outcome]uint64{}}
	s.queue.reserved = s.queue.next + reserve
	s.restore(saved, now)
	s.colorApps()
	s.changed = true
	return s
}

// notify queues n.
func (s *state) notify(n Notification, key string, now time.Time) (id string, err error) {
	if id, ok := s.queue.seen(key, now); ok && key != "" {
		return id, nil
	}
	if err := n.Validate(); err != nil {
		return "", err
	}
	if s.cfg.RefuseWhenHidden && n.Priority < s.least() {
		s.queue.outcomes[Refused]++
		return "", ErrHidden
	}
	if len(s.queue.waiting) >= MaxWaiting {
		s.queue.outcomes[Refused]++
		return "", ErrQueueFull
	}
	id = s.queue.push(n, now).ID
	s.changed = true
	s.warm(&n)
	if key != "" {
		s.queue.use(key, id, now)
	}
	return id, nil
}

// warm asks for the icons of n while it waits, so that those from the disk or
// the gallery are there when it shows. Pictures within the notification are.
func (s *state) warm(n *Notification) {
	for i := range n.Frames {
		if icon := n.Frames[i].Icon; !icon.IsZero() && !strings.HasPrefix(icon.String(), "data:") {
			s.cfg.Icons.Icon(icon)
		}
	}
}

// items are the living ones: the visible one, then those that wait.
func (s *state) items() []Item {
	items := make([]Item, 0, len(s.queue.waiting)+1)
	if s.visible != nil {
		items = append(items, s.visible.entry.Item)
	}
	for _, e := range s.queue.waiting {
		items = append(items, e.Item)
	}
	return items
}

// lookup finds id among the living and those that ended.
func (s *state) lookup(id string) (Item, error) {
	for _, it := range s.items() {
		if it.ID == id {
			return it, nil
		}
	}
	for _, it := range s.queue.ended {
		if it.ID == id {
			return it, nil
		}
	}
	return Item{}, ErrNotFound
}

// dismiss ends id, waiting or visible.
func (s *state) dismiss(id string, now time.Time) error {
	if s.visible != nil && s.visible.entry.ID == id {
		s.dismissVisible(now)
		return nil
	}
	e := s.queue.remove(id)
	if e == nil && !s.track.Silent() && s.heard.ID == id {
		s.track = sounds.Track{} // the sound has outlived its notification
		return nil
	}
	if e == nil {
		return ErrNotFound
	}
	s.queue.end(e, Dismissed, "dismissed while it waited", now)
	s.changed = true
	return nil
}

// dismissVisible ends the visible one with its sound, if there is one; a sound
// that outlived its notification is ended too.
func (s *state) dismissVisible(now time.Time) {
	s.track = sounds.Track{}
	if s.visible == nil {
		return
	}
	s.queue.end(s.visible.entry, Dismissed, "dismissed while it was visible", now)
	s.visible, s.changed = nil, true
}

func (s *state) dismissAll(now time.Time) {
	s.dismissVisible(now)
	for _, e := range s.queue.waiting {
		s.queue.end(e, Dismissed, "dismissed while it waited", now)
	}
	s.queue.waiting, s.changed = nil, true
}

// display is what the API calls the display.
func (s *state) display(now time.Time) Display {
	set, saver := &s.settings, &s.settings.Saver
	on, _ := s.saver(now)
	return Display{
		On: set.On, Brightness: set.Brightness, BrightnessMode: set.BrightnessMode,
		Range: s.cfg.Limits.BrightnessRange, Limit: s.cfg.Limits.BrightnessLimit,
		Width: s.cfg.Width, Height: s.cfg.Height, Type: s.cfg.PanelType,
		Screensaver: Screensaver{
			Enabled: saver.Enabled, Active: on, WhenDark: saver.WhenDark, Widget: ClockWidget,
			TimeBased: TimeWindow{
				Enabled: saver.TimeBased, Start: saver.Start, End: saver.End,
				StartGMT: s.toGMT(saver.Start, now), EndGMT: s.toGMT(saver.End, now),
			},
		},
	}
}

// ClockWidget is the id of the clock's widget (decisions 5, screensaver.widget).
const ClockWidget = "08b8eac21074f8f7e5a29f2855ba8060"

// setDisplay applies p to a copy, checks it, and only then takes it over.
func (s *state) setDisplay(p DisplayPatch, now time.Time) error {
	next := s.settings
	errs := []error{s.setBrightness(&next, p.Brightness)}
	if p.On != nil {
		next.On = *p.On
	}
	if p.BrightnessMode != nil {
		next.BrightnessMode = *p.BrightnessMode
	}
	if p.Screensaver != nil {
		errs = append(errs, s.setSaver(&next.Saver, p.Screensaver, now))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	s.settings, s.changed = next, s.changed || next != s.settings
	return nil
}

func (s *state) setBrightness(next *Settings, v *int) error {
	if v == nil {
		return nil
	}
	r, limit := s.cfg.Limits.BrightnessRange, s.cfg.Limits.BrightnessLimit
	if top := min(r.Max, limit.Max); *v < max(r.Min, 0) || *v > top {
		return invalid("brightness", "%d, want %d to %d", *v, r.Min, top)
	}
	next.Brightness = *v
	return nil
}

func (s *state) setSaver(next *SaverSettings, p *ScreensaverPatch, now time.Time) error {
	if p.Mode == nil && (p.ModeEnabled != nil || p.Start != nil || p.End != nil) {
		return invalid("screensaver.mode_params", "given without screensaver.mode")
	}
	if p.Mode != nil {
		s.setSaverMode(next, p, now)
	}
	if p.Enabled == nil {
		return nil
	}
	next.Enabled = *p.Enabled
	if next.Enabled && !next.TimeBased && !next.WhenDark {
		next.enable(next.Last)
	}
	return nil
}

// setSaverMode switches p.Mode: enabling one disables the other.
func (s *state) setSaverMode(next *SaverSettings, p *ScreensaverPatch, now time.Time) {
	if p.ModeEnabled != nil {
		switch {
		case *p.ModeEnabled:
			next.enable(*p.Mode)
		case *p.Mode == TimeBased:
			next.TimeBased = false
		default:
			next.WhenDark = false
		}
	}
	if p.Start != nil {
		next.Start = s.toLocal(*p.Start, now)
	}
	if p.End != nil {
		next.End = s.toLocal(*p.End, now)
	}
}

func (n *SaverSettings) enable(m SaverMode) {
	n.TimeBased, n.WhenDark, n.Last = m == TimeBased, m == WhenDark, m
}

func (s *state) audio() Audio {
	return Audio{Available: s.cfg.Audio, Volume: s.settings.Volume, Range: s.cfg.Limits.VolumeRange, Limit: s.cfg.Limits.VolumeLimit}
}

func (s *state) setVolume(v int) error {
	r, limit := s.cfg.Limits.VolumeRange, s.cfg.Limits.VolumeLimit
	low, top := max(r.Min, limit.Min), min(r.Max, limit.Max)
	if v < low || v > top {
		return invalid("volume", "%d, want %d to %d", v, low, top)
	}
	s.changed = s.changed || s.settings.Volume != v
	s.settings.Volume = v
	return nil
}

// setMode makes m the mode; kiosk locks the app that is in front.
func (s *state) setMode(m Mode, now time.Time) {
	if len(s.cfg.Apps) > 0 && (m == KioskMode || m == ManualMode) {
		app, _ := s.app(now)
		s.settings.App = app.Name()
	}
	s.changed = s.changed || s.settings.Mode != m
	s.settings.Mode = m
}

// refresh draws the visible notification anew: an icon has arrived.
func (s *state) refresh() {
	if v := s.visible; v != nil {
		v.root = v.painter.frames(&v.entry.Notification)
	}
}
