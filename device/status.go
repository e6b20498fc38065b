package device

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/sounds"
)

// Status is what the device does at one moment. Statuses can be compared with ==.
type Status struct {
	Showing  Showing
	Mode     Mode
	Waiting  int    // waiting notifications, including those held back
	Held     int    // of those, how many may not be shown now
	Reason   string // why they are held back, in words; "" = none are
	Playing  string // what is playing: the id of a built-in sound, a URL, or "rtttl"; "" = nothing
	Stream   Sender // sender of the pixel stream; zero = none
	Light    bool   // the light sensor has been read
	Lux      float64
	LuxMade  bool // Lux is made up, as by the simulator, rather than measured
	Climate  Climate
	Level    float64 // brightness of the panel, 0 to 1
	Volume   int     // as set
	Asking   bool    // a prompt waits for an answer, perhaps below something critical
	Clock    bool    // the wall clock is plausible
	Notice   string  // what the device and its apps want people to know, such as that alarms are waiting; "" = nothing
	Revision uint64  // changes with every change to the settings or the queue
}

// Showing is what is on the panel. Fields that do not apply are "".
type Showing struct {
	Kind         ShowingKind
	Package      string // of the widget, or of the app that raised the notification
	Widget       string // id
	Notification string // id
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

// Status returns what the device does. It never waits: what a call changed is in the
// status as soon as the call has returned.
func (d *Device) Status() Status { return *d.status.Load() }

// SetNotice sets what the device itself wants people to know, beside the notices of
// its apps; "" is nothing.
func (d *Device) SetNotice(ctx context.Context, text string) error {
	return do(ctx, d, func(s *state, _ time.Time) error {
		s.notice = text
		return nil
	})
}

// Watch returns a channel of the newest status: the current one at once, then each new
// one. A slow reader misses those in between. The channel is closed when ctx or the
// device ends.
func (d *Device) Watch(ctx context.Context) <-chan Status {
	box := latest.New[Status]()
	err := do(ctx, d, func(s *state, _ time.Time) error {
		s.watchers[box] = true
		box.Put(d.Status())
		return nil
	})
	if err != nil {
		close(box)
		return box
	}
	context.AfterFunc(ctx, func() {
		_ = do(context.Background(), d, func(s *state, _ time.Time) error { // fails when Run has ended, which closes all channels
			delete(s.watchers, box)
			close(box)
			return nil
		})
	})
	return box
}

// closeWatchers closes all channels of Watch.
func (s *state) closeWatchers() {
	for box := range s.watchers {
		close(box)
	}
	clear(s.watchers)
}

// publish sends the status to all watchers, if something has changed.
func (d *Device) publish(s *state, out *output, now time.Time) {
	next := s.statusNow(out, now)
	if next == *d.status.Load() {
		return
	}
	d.status.Store(&next)
	for box := range s.watchers {
		box.Put(next)
	}
}

// statusNow returns the status that goes with out.
func (s *state) statusNow(out *output, now time.Time) Status {
	st := Status{
		Showing: s.showingNow(), Mode: s.settings.Mode, Waiting: len(s.queue.waiting), Stream: s.sender,
		Light: s.light.known, Lux: s.light.raw, LuxMade: s.light.known && s.cfg.LightSimulated, Climate: s.climate, Level: out.scene.Level, Volume: s.settings.Volume,
		Asking: s.prompt.pending(now), Clock: s.place.Clock.Plausible(now), Revision: s.revision,
	}
	st.Notice = s.notice
	for _, r := range s.apps {
		if n := r.now.Notice; n != "" {
			st.Notice = strings.TrimPrefix(st.Notice+"; "+n, "; ")
		}
	}
	if t := out.track; !t.Silent() {
		address, _ := sounds.WithoutSecrets(t.URL)
		st.Playing = cmp.Or(address, t.ID, ringtone)
	}
	for _, e := range s.queue.waiting {
		if s.held(e) {
			st.Held++
		}
	}
	if st.Held > 0 {
		st.Reason = s.holds()
	}
	return st
}

// ringtone stands for any RTTTL tune in Status.Playing.
const ringtone = "rtttl"

// showingNow returns what is on the panel.
func (s *state) showingNow() Showing {
	w, _ := s.widget(s.shown)
	switch v := s.visible; {
	case s.test != nil:
		return Showing{Kind: TestShows}
	case v != nil:
		return Showing{Kind: NotificationShows, Package: v.entry.alert.pkg, Notification: v.entry.ID}
	case s.prompt != nil:
		return Showing{Kind: PromptShows}
	case s.guided():
		return Showing{Kind: GuideShows}
	case !s.settings.On:
		return Showing{Kind: NothingShows}
	case s.stream != nil:
		return Showing{Kind: StreamShows}
	case s.moodShows():
		return Showing{Kind: MoodShows}
	case s.saverOn && s.front() == "":
		return Showing{Kind: ScreensaverShows, Package: w.Package, Widget: w.ID}
	default:
		return Showing{Kind: WidgetShows, Package: w.Package, Widget: w.ID}
	}
}

// held reports whether e may not be shown now.
func (s *state) held(e *entry) bool { return e.Priority < s.least() }

// holds returns why notifications are held back.
func (s *state) holds() string {
	switch {
	case s.test != nil:
		return "a test pattern shows"
	case s.prompt != nil:
		return "a press of a button is asked for"
	case !s.settings.On:
		return "the display is off"
	case s.stream != nil:
		return "a stream shows"
	case s.saverOn:
		return "the screensaver is on"
	case s.settings.Mode == KioskMode:
		return "kiosk mode locks the app"
	}
	return ""
}
