// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"encoding/json"
	"image"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// App is shown when no notification is: a small state machine that the device
// steps whether or not it is on the panel. All its methods, and the methods of the
// interfaces below except Run, are called on the device's goroutine only: they need no
// locks and must not block. About is also called before Run.
type App interface {
	// About describes the app. The result never changes.
	About() About
	// Step returns how everything of the app should be at now. It is idempotent:
	// called twice with the same time it returns the same.
	Step(now time.Time) Now
	// Do performs one of the actions that About declares on a widget of the app.
	// The arguments are as declared there. An InvalidError names the argument
	// that is wrong.
	Do(widget, action string, args Args, now time.Time) error
}

// About describes an app and its actions.
type About struct {
	Package  string // com.lametric.clock; no two apps have the same
	Title    string // for people
	Vendor   string
	Version  string // for people, as 1.0.0
	Code     int    // version for machines, also stored in SavedApp
	Actions  []Action
	Settings Schema // of each of its widgets; an object
	Guest    bool   // its widgets are made by a program outside: without any, lists of apps leave it out
}

// Now is the state that an app wants. The device reads it, keeps it until the
// next Step and does not change it. The zero value shows nothing.
type Now struct {
	// what shows, by widget; "" is the view of widgets without their own view. A widget with no view is skipped
	Views map[string]View
	Front string // the widget that wants to be seen now, over screensaver and mode; "" = none

	Alert Alert
	// the sound it wants; a notification's sound has precedence. Key need only be unique within the app; Volume is ignored
	Track sounds.Track
	Gain  float64 // volume of Track, 0 to 1 of the device's volume, for a sound that gets louder; 0 = 1
	// brightness of a sunrise light, 0 to 1: raises the device's own, within the limits; 0 = the device's own
	Level float64

	// where the device stands, if the app knows it: the night follows the sun there; nil =
	// unknown. Never modified in place
	Here *Position

	// Settings are the app's own changes of settings, complete, by widget: the device checks and keeps
	// them like a client's, and calls Configure. The app returns them until then; nil = none.
	Settings map[string]json.RawMessage
	Notice   string // what people should know about the app, shown in the status, such as what it waits for; "" = nothing

	Again time.Time // when to step it again; zero = after something has happened
	// given back to the app after a restart; it should change with events only (a deadline, not the time left)
	Keep json.RawMessage
}

// View is a widget's picture. Root is compared: a pointer, of which the same one is the same picture.
type View struct {
	Root  render.Widget
	Start time.Time // t = 0 of Root
	Anew  bool      // it is read: t = 0 is when the widget appears, if that is after Start, and turns cut no pass
	// of the panel, that a notification takes while the rest goes on; empty = all. A critical one takes all
	Room image.Rectangle
	// what its data come to, in a line for who does not see the panel, such as "Mon 15:04 Dentist"; "" = nothing
	Says string
	// Flips: where Root changes while its widget is on the panel, and Start does not, letters turn over as on a
	// split-flap board. Clicks: that is heard, as long as nothing else is to be heard, and neither at night nor in quiet
	// hours
	Flips, Clicks bool
	// the id of the widget whose picture lies behind Root, dimmed; "" or unknown = none
	Over string
	// what fills the panel to wake somebody, of its size and with Root's Start: it stays behind a notification that is
	// not critical; nil = nothing
	Light render.Widget
	Rings time.Time // when an alarm of it rings next, or its countdown ends, in the zone of its clock; zero = none
}

// begin returns t = 0 of the view where it has been on the panel since appeared.
func (v View) begin(appeared time.Time) time.Time {
	if v.Anew {
		return walltime.Later(v.Start, appeared)
	}
	return v.Start
}

// Alert is a notification that an app raises: once for each Key, even across a
// restart. An app keeps it in its Now until Ended reports its outcome; dropping
// it, or changing Key, withdraws it. The zero value is no alert.
type Alert struct {
	Key string
	// its origin is always Internal; clients read it, and it lasts as long as its frames and cycles say
	Note *note.Notification
	// the picture while it is visible; like a widget's, it may change at every step. No Root = the frames of Note
	View View
}

// Configurer is an App whose widgets have settings, or which may have several
// widgets. Any other App shows the view of "" on all its widgets.
type Configurer interface {
	// Configure receives the widgets of the app, in their order, before the first
	// Step and on every change. Settings are as About declares them. If it
	// returns an error, which names the place as "[1].settings.zone", nothing has
	// changed. It always accepts what it has accepted before, and settings that
	// are all unset.
	Configure([]WidgetSettings) error
}

// Pusher is an App that shows frames sent to it.
type Pusher interface {
	// Push shows valid frames on one of the app's widgets. An error is about the
	// frames: every widget or none returns it, and it changes nothing.
	Push(widget string, frames []note.Frame, now time.Time) error
}

// Changer is a Pusher whose pages of regions can change in part.
type Changer interface {
	// Shown returns the frames that were pushed to a widget; nil = none. They are not to be changed.
	Shown(widget string) []note.Frame
	// Change shows frames in place of those of Shown, of which they are the same page: what has not changed moves on
	// where it was. at is the time of the widget's picture at now, below 0 where it is not on the panel.
	Change(widget string, frames []note.Frame, at time.Duration, now time.Time)
}

// Presser is an App that handles button presses while its widget shows, or
// while a notification that it has raised does: widget is then "".
type Presser interface {
	// Press reports whether the app handled the press; if not, the button has its
	// usual effect on the device.
	Press(widget string, b Button, now time.Time) bool
}

// Holder is an App that handles long presses while its widget shows.
type Holder interface {
	// Hold is called at the end of a long press of a button, in addition to what the press did
	// from its beginning; the left and right buttons have shown another widget by then.
	Hold(widget string, b Button, now time.Time)
}

// Ender is an App that wants to know the outcome of its alerts.
type Ender interface {
	// Ended reports that the alert with that key is over. It is not called for an
	// alert that the app itself withdrew.
	Ended(key string, o note.Outcome, now time.Time)
}

// Styler is an App that draws text in the device's look: SetLook is called
// before the first Step and whenever the look changes.
type Styler interface{ SetLook(paint.Look) }

// Localizer is an App that writes words, times, dates or temperatures: SetRegion is called
// before Configure and whenever the region changes, with every field filled in.
type Localizer interface{ SetRegion(Region) }

// Nocturnal is an App that looks different at night: SetNight is called when the night of
// [Device.SetNight] begins or ends, before a step. An app that has not heard of one has none.
type Nocturnal interface{ SetNight(on bool) }

// Distant is an App that shows one value, as large as the panel has room for, to a reader who is far away. SetFar is
// called before a step when [Device.SetDistance] changes whether the reader is far; before the first call nobody is.
type Distant interface{ SetFar(bool) }

// Refresher is an App that shows icons: Refresh is called when an icon that was
// being fetched has arrived.
type Refresher interface{ Refresh() }

// Senser is an App that shows what the device's sensors measure: Sense is called
// after each reading.
type Senser interface{ Sense(Sensed) }

// Listener is an App that shows what another player plays: SetPlaying is called when a client
// tells it, before a step. An app that has not heard of anything hears silence.
type Listener interface{ SetPlaying(note.Playing) }

// Attender is an App that fetches what it shows only while somebody sees it. Attend is called
// before the first of its steps that shows, and whenever the answers of due change: whether
// the widget shows, or its turn begins within [Ahead]. A widget that is hidden is never due.
type Attender interface {
	Attend(due func(widget string) bool, now time.Time)
}

// Ahead is how long before its turn a widget is due.
const Ahead = 3 * time.Second

// Poser is an App that can show what a value of one of its settings looks like, for
// people to choose by.
type Poser interface {
	// Pose returns the picture of a value, at a time of day and with data that are always
	// the same; nil for a setting without pictures.
	Pose(setting, value string) render.Widget
}

// Runner is an App with background work, such as asking a server. Run is called by
// whoever started the device, on its own goroutine, and blocks until ctx ends; it
// reaches the app's state through post alone.
type Runner interface {
	Run(ctx context.Context, post Post) error
}

// Post runs f on the device's goroutine, where an app's state may be changed,
// steps the apps, and then returns.
type Post func(ctx context.Context, f func(now time.Time)) error
