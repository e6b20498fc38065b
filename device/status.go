// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/maskurl"
)

// Status is the device's activity at one moment. Statuses can be compared with ==.
type Status struct {
	Showing Showing
	Mode    Mode
	Waiting int    // waiting notifications, including those held back
	Held    int    // of those, how many may not be shown now
	Reason  string // why they are held back, in words; "" = none are
	Playing string // the playing sound: the id of a built-in sound, where a URL leads, or "rtttl"; "" = nothing
	Stream  Sender // sender of the pixel stream; zero = none
	Light   bool   // the light sensor has been read
	Lux     float64
	LuxMade bool // Lux is made up, as by the simulator, rather than measured
	Climate Climate
	Watched bool    // a sensor tells who is there
	Here    bool    // it sees somebody
	Level   float64 // brightness of the panel, 0 to 1
	Night   bool    // it is night
	// when the night ends, local; not Valid if that is not known, or while it is no night
	Dawn     TimeOfDay
	Volume   int    // as set
	Asking   bool   // a prompt waits for an answer, perhaps below something critical
	Clock    bool   // the wall clock is plausible
	Notice   string // what the device and its apps want people to know, such as that alarms are waiting; "" = nothing
	Revision uint64 // changes with every change to the settings or the queue
}

// Showing describes the picture on the panel. Fields that do not apply are "".
type Showing struct {
	Kind         ShowingKind
	Package      string // of the widget, or of the app that raised the notification
	Widget       string // id
	Notification string // id
	Beneath      string // id of the widget that shows again after the notification; "" if none does
}

// ShowingKind is a kind of picture. The zero value is WidgetShows.
type ShowingKind uint8

const (
	WidgetShows ShowingKind = iota
	NotificationShows
	ScreensaverShows // a widget, as the screensaver
	StreamShows
	TestShows // a test pattern
	NothingShows
	PromptShows // the panel asks for a press of a button
	MoodShows   // the mood light
	GuideShows  // the panel says how to set the device up
)

var showingNames = []string{"widget", "notification", "screensaver", "stream", "test", "off", "prompt", "mood", "guide"}

func (k ShowingKind) String() string { return enum.Name(showingNames, k) }

// Sender is the sender of a pixel stream.
type Sender struct {
	Protocol string // lmsp, ddp, artnet, sacn
	Address  string
}

// watchers are the channels of Watch.
type watchers map[latest.Box[Status]]bool

// close closes all channels.
func (w watchers) close() {
	for box := range w {
		close(box)
	}
	clear(w)
}

// publish sends the status to all watchers, if something has changed.
func (s *state) publish(to *Device, out *output, now time.Time) {
	next := s.statusNow(out, now)
	if next == to.Status() {
		return
	}
	to.status.Store(&next) // before the watchers, who may ask for it
	for box := range s.watchers {
		box.Put(next)
	}
}

// statusNow returns the status that goes with out.
func (s *state) statusNow(out *output, now time.Time) Status {
	lux := s.ambient.Lux()
	st := Status{
		Showing: s.showingNow(), Mode: s.rotation.Mode, Waiting: len(s.queue.waiting), Stream: s.stream.sender,
		Light: lux.Known, Lux: lux.Value, LuxMade: lux.Known && s.cfg.LightSimulated, Climate: s.climate,
		Level: out.scene.Level, Volume: s.set.Volume,
		Asking: s.prompt.pending(now), Clock: s.place.Clock.Plausible(now), Revision: s.revision,
	}
	st.Here, st.Watched = s.ambient.Sees()
	st.Night, st.Dawn = s.around.Night, -1
	if st.Night {
		if w := s.ambient.NightNow(now).Tonight; w != nil {
			st.Dawn = w.End
		}
	}
	st.Notice = s.notice
	for _, r := range s.apps.running {
		if n := r.now.Notice; n != "" {
			st.Notice = strings.TrimPrefix(st.Notice+"; "+n, "; ")
		}
	}
	if t := out.track; !t.Silent() && t.Key != s.ground.flaps.track.Key { // nobody can stop clicks
		st.Playing = cmp.Or(maskurl.Mask(t.URL), t.ID, ringtone)
	}
	for _, e := range s.queue.waiting {
		if s.reasonNow().blocks(e) {
			st.Held++
		}
	}
	if st.Held > 0 {
		st.Reason = s.reasonNow().why
	}
	return st
}

// ringtone stands for any RTTTL tune in Status.Playing.
const ringtone = "rtttl"
