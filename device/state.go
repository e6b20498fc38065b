package device

import (
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// state is everything that the device knows. It exists only inside Run: access from
// outside goes through call.
type state struct {
	cfg      Config
	place    walltime.Place // of wall times
	identity Identity
	settings Settings
	queue    queue
	changed  bool      // something to be saved has changed
	revision uint64    // number of such changes
	kept     uint64    // queue.reserved as it was last handed to the keeper
	urgent   bool      // do not hold back the next save
	at       time.Time // time of the last save at a plausible time
	started  time.Time
	unclean  int // early ends in a row; 0 once this run is old enough

	visible  *showing
	showings uint64       // number of scene ids used
	track    sounds.Track // wanted sound; may outlive its notification
	heard    Item         // the notification that track belongs to
	saverOn  bool

	light lightRule
	dark  darkRule

	lightLog lightLog

	climate Climate

	stream      render.Widget // nil = none
	sender      Sender
	streamStart time.Time
	groundName  string
	groundID    uint64
	groundFrom  time.Time // when that became the ground

	lamps  lamps
	prompt *prompt         // nil = none
	spent  map[Button]bool // buttons whose press has answered a prompt, or ended the guide
	test   *test           // nil = none
	notice string          // of the device itself; "" = none
	guide  *guide          // nil = none

	apps     []*running
	absent   map[string]SavedApp // state of apps missing in this build, and of ours as saved
	widgets  []WidgetSettings    // in their order; those of absent apps too
	shown    string              // id of the widget on the ground; "" = a stream
	turn     string              // id of the widget whose turn it is
	turnFrom time.Time           // when that began, in auto mode; zero = not yet
	turnEnd  time.Time           // until when an activated widget stays, in schedule mode

	watchers map[latest.Box[Status]]bool
}

// newState makes a state from what was saved.
func newState(cfg Config, saved Saved, now time.Time) *state {
	if cfg.Location == nil {
		cfg.Location = time.Local
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits
	}
	cfg.Look = cfg.Look.WithDefaults()
	s := &state{
		cfg: cfg, place: walltime.Place{Location: cfg.Location, Clock: cfg.Clock}, watchers: map[latest.Box[Status]]bool{}, spent: map[Button]bool{}, identity: saved.Identity, settings: saved.Settings.within(&cfg.Limits), at: saved.At,
		started: now, unclean: saved.Unclean,
		light: newLightRule(cfg.Light), dark: newDarkRule(cfg.Light),
	}
	s.queue = queue{next: max(saved.Reserved, 1), used: map[string]usedKey{}, outcomes: map[note.Outcome]uint64{}}
	s.queue.reserved = s.queue.next + Reserve
	s.kept = s.queue.reserved // by the store, before it handed out saved
	s.startApps(saved)
	s.restore(saved, now)
	return s
}

// notify queues n.
func (s *state) notify(n note.Notification, key string, now time.Time) (id string, err error) {
	if id, ok := s.queue.seen(key, now); ok && key != "" {
		return id, nil
	}
	if err := n.Validate(); err != nil {
		return "", err
	}
	if s.cfg.RefuseWhenHidden && n.Priority < s.allowed() {
		s.queue.outcomes[note.OutcomeRefused]++
		return "", ErrHidden
	}
	if len(s.queue.waiting) >= MaxWaiting {
		s.queue.outcomes[note.OutcomeRefused]++
		return "", ErrQueueFull
	}
	e := s.queue.push(n, now)
	s.changed = true
	s.urgent = s.urgent || n.Priority == note.PriorityCritical
	s.warm(&n)
	s.queue.use(key, e, now)
	return e.ID, nil
}

// warm requests the icons of n while it waits, so that those from the disk or the
// gallery are ready when it shows. Pictures inside the notification already are.
func (s *state) warm(n *note.Notification) {
	for i := range n.Frames {
		if icon := n.Frames[i].Icon; !icon.IsZero() && !strings.HasPrefix(icon.String(), "data:") {
			s.cfg.Icons.Icon(icon)
		}
	}
}

// items returns those that have not ended: the visible one, then the waiting ones.
func (s *state) items() []Item {
	items := make([]Item, 0, len(s.queue.waiting)+1)
	if s.visible != nil {
		items = append(items, s.visible.entry.Item)
	}
	for _, e := range s.queue.waiting {
		it := e.Item
		if e.later {
			it.Reason = "it is still to be read after a restart"
		} else if s.held(e) {
			it.Reason = s.holds()
		}
		items = append(items, it)
	}
	return items
}

// lookup finds id among those that have not ended and those that have.
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
	s.queue.end(e, note.OutcomeDismissed, "dismissed while it waited", now)
	s.changed = true
	return nil
}

// dismissVisible ends the visible notification and its sound, if there is one, and a
// sound that has outlived its notification.
func (s *state) dismissVisible(now time.Time) {
	s.track = sounds.Track{}
	if s.visible == nil {
		return
	}
	s.queue.end(s.visible.entry, note.OutcomeDismissed, "dismissed while it was visible", now)
	s.visible, s.changed = nil, true
}

func (s *state) dismissAll(now time.Time) {
	s.dismissVisible(now)
	for _, e := range s.queue.waiting {
		s.queue.end(e, note.OutcomeDismissed, "dismissed while it waited", now)
		s.changed = true
	}
	s.queue.waiting = nil
}

// refresh redraws the visible notification and the apps, because an icon has arrived.
func (s *state) refresh() {
	if v := s.visible; v != nil {
		v.root = v.painter.Picture(&v.entry.Notification)
	}
	for _, r := range s.apps {
		if app, ok := r.app.(Refresher); ok {
			app.Refresh()
		}
	}
}
