package device

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Saved is what outlives the process: settings, identity, waiting
// notifications. It shares nothing that changes with the device.
type Saved struct {
	Version  int          `json:"version"`
	At       time.Time    `json:"at"`               // wall clock when it was made
	Unsure   bool         `json:"unsure,omitempty"` // At is the last plausible time before that
	Identity Identity     `json:"identity"`
	Reserved uint64       `json:"reserved"` // no notification id is this or higher
	Settings Settings     `json:"settings"`
	Waiting  []SavedEntry `json:"waiting,omitempty"`

	Apps map[string]SavedApp `json:"apps,omitempty"` // what the apps keep, by package

	Urgent bool `json:"-"` // do not hold back this write
}

// SavedApp is what an app keeps for itself.
type SavedApp struct {
	Version int             `json:"version"`          // of the app that wrote Keep
	Keep    json.RawMessage `json:"keep,omitempty"`   // never changed once it is here
	Raised  []string        `json:"raised,omitempty"` // keys of its last alerts
}

// savedVersion is the format of Saved.
const savedVersion = 1

// SavedEntry is a notification that was alive.
type SavedEntry struct {
	ID           string            `json:"id"`
	Created      time.Time         `json:"created"`
	Left         time.Duration     `json:"left"`              // of its lifetime
	Visible      bool              `json:"visible,omitempty"` // its lifetime did not run
	Key          string            `json:"key,omitempty"`     // Idempotency-Key of its POST
	App          string            `json:"app,omitempty"`     // package that raised it, with
	Alert        string            `json:"alert,omitempty"`   // the key of the alert
	Notification note.Notification `json:"notification"`
}

// Settings are what clients change.
type Settings struct {
	On             bool           `json:"on"`
	Brightness     int            `json:"brightness"`
	BrightnessMode BrightnessMode `json:"brightness_mode"`
	Volume         int            `json:"volume"`
	Mode           Mode           `json:"mode"`
	App            string         `json:"app,omitempty"` // id of the widget that was activated last; before there were widgets, a package
	Apps           AppSettings    `json:"apps,omitzero"`
	Saver          SaverSettings  `json:"screensaver"`
	Look           LookPatch      `json:"look,omitzero"` // what was set of it
}

// SaverSettings are the screensaver's.
type SaverSettings struct {
	Enabled   bool      `json:"enabled"`
	TimeBased bool      `json:"time_based"`
	WhenDark  bool      `json:"when_dark"`
	Last      SaverMode `json:"last"`             // mode that was enabled last
	Widget    string    `json:"widget,omitempty"` // id; "" = the first of the first app
	Start     TimeOfDay `json:"start"`
	End       TimeOfDay `json:"end"`
}

// DefaultSettings are those of a new device.
var DefaultSettings = Settings{
	On: true, Brightness: 60, BrightnessMode: AutoBrightness, Volume: 50,
	Saver: SaverSettings{Last: TimeBased, Start: TimeOfDay(22 * time.Hour), End: TimeOfDay(6 * time.Hour)},
}

// within is s with its percentages in l, which may have been lowered since they
// were set.
func (s Settings) within(l *Limits) Settings {
	s.Brightness, s.Volume = l.Brightness().clamp(s.Brightness), l.Volume().clamp(s.Volume)
	return s
}

// save makes a snapshot.
func (s *state) save(now time.Time) Saved {
	saved := Saved{
		Version: savedVersion, At: wall(now), Unsure: !s.cfg.Clock.Plausible(now), Identity: s.identity,
		Reserved: s.queue.reserved, Settings: s.settings, Apps: s.savedApps(),
		Urgent: s.queue.reserved != s.kept,
	}
	if saved.Unsure {
		saved.At = s.at
	}
	s.at = saved.At
	if s.visible != nil {
		e := savedEntry(s.visible.entry, s.visible.entry.left)
		e.Visible = true
		saved.Waiting = append(saved.Waiting, e)
	}
	for _, e := range s.queue.waiting {
		saved.Waiting = append(saved.Waiting, savedEntry(e, e.Expires.Sub(now)))
	}
	saved.Waiting = affordable(saved.Waiting)
	s.kept = s.queue.reserved
	return saved
}

// maxKept bounds what is kept of the queue, in bytes of JSON, about: a hundred
// notifications of the largest kind would be half a gigabyte on an SD card.
const maxKept = 16 << 20

// affordable is the first entries that are within maxKept together.
func affordable(all []SavedEntry) []SavedEntry {
	sum := 0
	for i := range all {
		if sum += weight(&all[i].Notification); sum > maxKept {
			return all[:i]
		}
	}
	return all
}

// weight is about the bytes that n takes as JSON.
func weight(n *note.Notification) int {
	w := 500
	if n.Sound != nil {
		w += 6 * len(n.Sound.URL)
	}
	for i := range n.Frames {
		f := &n.Frames[i]
		w += 200 + len(f.Icon.String()) + 12*len(f.Chart)
		for _, t := range f.Text {
			w += 100 + 6*len(t.Text)
		}
	}
	return w
}

func savedEntry(e *entry, left time.Duration) SavedEntry {
	return SavedEntry{ID: e.ID, Created: wall(e.Created), Left: max(left, 0), Key: e.key, App: e.alert.pkg, Alert: e.alert.key, Notification: e.Notification}
}

// restore puts what was alive back into the queue, less the time that passed
// while the device was off, if the wall clock can be trusted about it.
func (s *state) restore(saved Saved, now time.Time) {
	off := now.Sub(saved.At)
	if off < 0 || saved.Unsure || !s.cfg.Clock.Plausible(now) {
		off = 0
	}
	for i, w := range saved.Waiting[:min(len(saved.Waiting), MaxWaiting+1+len(s.apps))] { // one was visible, and each app may have one more
		left := w.Left
		if !w.Visible {
			left -= off
		}
		e := &entry{seq: uint64(i), left: left, fresh: w.Visible}
		e.Item = Item{Notification: w.Notification, ID: w.ID, Created: w.Created, Updated: now}
		s.restoreAlert(e, w.App, w.Alert)
		switch err := w.Notification.Validate(); {
		case err != nil:
			s.queue.end(e, note.OutcomeRefused, "after a restart: "+err.Error(), now)
			s.changed = true
		case left <= 0 && !w.Visible:
			s.queue.end(e, note.OutcomeExpired, "its lifetime was over while the device was off", now)
			s.changed = true
		default:
			s.queue.wait(e, now)
			s.queue.use(w.Key, e, now)
			s.warm(&e.Notification)
		}
	}
}

// wall strips the monotonic reading.
func wall(t time.Time) time.Time { return t.Round(0) }
