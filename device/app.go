package device

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// App is what there is to see when no notification shows: a small state machine
// that the device steps whether it is seen or not. All its methods, and those of
// the interfaces below except Run, are called on the device's goroutine only:
// they need no locks and must not block. About is also called before Run.
type App interface {
	// About says what the app is. It never changes.
	About() About
	// Step says how everything of the app should be at now. It is idempotent:
	// asked twice at the same time it says the same.
	Step(now time.Time) Now
	// Do does one of the actions that About declares, with arguments that are
	// as declared there, on a widget of the app. An InvalidError names the
	// argument that does not fit.
	Do(widget, action string, args Args, now time.Time) error
}

// About says what an app is and what can be done with it.
type About struct {
	Package  string // com.lametric.clock; no two apps have the same
	Title    string // for people
	Vendor   string
	Version  string // for people, as 1.0.0
	Code     int    // version for machines; that of SavedApp too
	Actions  []Action
	Settings Schema // of each of its widgets, an object
}

// Now is how an app wants things to be. The device reads it, keeps it until the
// next Step and changes nothing in it. The zero value shows nothing.
type Now struct {
	Views map[string]View // what shows, by widget; that of "" is for widgets with none of their own. A widget without a view is passed over
	Front string          // the widget that wants to be seen now, over screensaver and mode; "" = none

	Alert Alert
	Track sounds.Track // what it wants heard; a notification's sound wins. Key need only be unique within the app; Volume is ignored
	Gain  float64      // of Track, 0 to 1 of the device's volume, for a sound that rises; 0 = 1
	Level float64      // brightness that it asks for, 0 to 1, for a light that rises: raises the device's own, within the limits; 0 = the device's own

	Settings map[string]json.RawMessage // settings that it changes itself, whole, by widget: the device checks and keeps them as a client's, and calls Configure. Wanted until then; nil = none
	Notice   string                     // what people should know of it, in the status: what it waits for; "" = nothing

	Again time.Time       // when to step it again; zero = after something has happened
	Keep  json.RawMessage // to be handed to it after a restart; it changes with events only (a deadline, not what is left until then)
}

// View is what a widget shows. Root is a pointer; the same one is the same
// picture.
type View struct {
	Root  render.Widget
	Start time.Time // t = 0 of Root
	Anew  bool      // t = 0 is when the widget comes to be seen, if that is after Start: pages begin with the first
}

// Alert is a notification that an app raises: once for each Key, also over a
// restart. An app keeps it in its Now until Ended says what became of it; to
// want it no more, or another Key, takes it back. The zero value is none.
type Alert struct {
	Key  string
	Note *note.Notification // of origin Internal, whatever it says
}

// Configurer is an App whose widgets have settings, or which may have several.
// Any other App has the view of "" for all its widgets.
type Configurer interface {
	// Configure takes the widgets of the app, in their order: before the first
	// Step and on every change. Settings are as About declares them. With an
	// error, which names the place as "[1].settings.zone", nothing has changed;
	// what was accepted once, and settings that are all unset, are always
	// accepted.
	Configure([]WidgetSettings) error
}

// Pusher is an App that shows frames which are sent to it.
type Pusher interface {
	// Push shows valid frames on one of the app's widgets. An error is about the
	// frames: it comes for each widget or for none, and changes nothing.
	Push(widget string, frames []note.Frame, now time.Time) error
}

// Presser is an App that takes presses of buttons, while its widget shows, or
// while the notification that it has raised does: then widget is "".
type Presser interface {
	// Press reports whether the press was for the app; if not it does what the
	// button means on the device.
	Press(widget string, b Button, now time.Time) bool
}

// Ender is an App that wants to know what became of its alerts.
type Ender interface {
	// Ended says that the alert of that key is over. One that the app took
	// back itself does not hear of it.
	Ended(key string, o note.Outcome, now time.Time)
}

// Styler is an App that draws text in the device's look: SetLook is called
// before the first Step and whenever the look changes.
type Styler interface{ SetLook(paint.Look) }

// Refresher is an App that shows icons: Refresh is called when one has arrived
// that was only asked for so far.
type Refresher interface{ Refresh() }

// Runner is an App with work to do besides, such as asking a server. Run is
// called by who started the device, on a goroutine of its own, and blocks until
// ctx ends; it reaches the app's state through post alone.
type Runner interface {
	Run(ctx context.Context, post Post) error
}

// Post runs f on the device's goroutine, where an app's state may be changed,
// and steps the apps; then it returns.
type Post func(ctx context.Context, f func(now time.Time)) error
