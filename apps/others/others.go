// SPDX-License-Identifier: Apache-2.0

// Package others is the app of apps by others: programs in Starlark that people write, or that were written
// for a Tidbyt. The program ledpost-apps draws them, one after the other, ahead of their turn.
package others

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/latest"
)

// Package is the name of the app. It is not in the table of apps: a device has a
// widget of it when somebody adds one.
const Package = "com.ledpost.others"

// App is the app of apps by others, for lists of apps.
var App = kit.App{Package: Package, New: func(env kit.Env, _ json.RawMessage, _ int) device.App { return New(env) }}

const (
	every = time.Minute      // how often a widget that shows is drawn again
	fresh = 20 * time.Second // how old the drawing with which a turn begins may be
	most  = 10 * time.Minute // between two tries of an app that fails
	stale = time.Hour        // for how long an app that fails shows its last picture, faded
	said  = 10 * time.Minute // for how long a board may show what an app has drawn last
)

// Limits of the settings of an app: photos are among them.
const (
	maxValue    = 64 << 10 // characters of one
	maxValues   = 100
	maxSettings = applet.MaxSettings - 1<<10 // bytes of all, in JSON
)

// errNoApp is the fault of a widget whose app is not set.
var errNoApp = errors.New("no app is set")

// Others shows apps by others. Its widgets are drawn one after the other.
type Others struct {
	kit.Base
	Studio
	items []*item
	zone  *time.Location  // in which they were set
	jobs  latest.Box[job] // at most one: see busy
	busy  bool            // one is being drawn
}

// item is what one widget shows.
type item struct {
	kit.Owned
	app      string
	settings map[string]string
	raw      string        // settings as they were set
	turn     time.Duration // how long it shows
	due      bool          // it shows, or will in a moment

	drawing  applet.Drawing // the last one that succeeded
	drawn    time.Time      // when; zero = never
	tried    time.Time      // when a drawing ended; zero = never, or the app or the zone has changed since
	failures int            // one behind the other
	fault    error          // why the last drawing failed; nil = it did not
	view     device.View    // Root nil = it must be made
	state    state          // of view
}

// job is a drawing that is wanted.
type job struct {
	widget, app, raw string
	settings         map[string]string
	language         string
	zone             *time.Location // as [Others] has it
}

// New makes the app.
func New(env kit.Env) *Others {
	shelf := NewShelf(env.Dir)
	o := &Others{Base: kit.NewBase(env), jobs: latest.New[job](), Studio: Studio{
		Shelf: shelf, Gallery: newGallery(env), Consents: openConsents(shelf.folder(), shelf.tell),
		env: env, net: NewNet(env.Web), turn: make(chan struct{}, 1),
	}}
	o.Redraw = func() {
		for _, it := range o.items {
			it.view = device.View{}
		}
	}
	return o
}

// About implements [device.App].
func (o *Others) About() device.About {
	return device.About{
		Package: Package, Title: "Own app", Vendor: "ledpost", Version: "1.0.0", Code: 1, Guest: true,
		Settings: device.Schema{
			Properties: []device.Property{{Name: "app", Schema: device.Schema{Type: "string", Title: "Name of the app",
				Description: "As you named it in the editor", MaxLen: maxApp}}},
			Values: &device.Schema{Type: "string", MaxLen: maxValue, Secret: true, Personal: true},
			MaxLen: maxValues, Bytes: maxSettings,
		},
	}
}

// SetRegion implements [device.Localizer]. Apps write in its language.
func (o *Others) SetRegion(r device.Region) {
	if r.Language != o.Region.Language {
		o.again()
	}
	o.Base.SetRegion(r)
}

// again has all widgets drawn again.
func (o *Others) again() {
	for _, it := range o.items {
		it.tried = time.Time{}
	}
}

// Configure implements [device.Configurer].
func (o *Others) Configure(widgets []device.WidgetSettings) error {
	var items []*item
	zone := o.env.Zone.Location()
	for i, w := range widgets {
		it := &item{Owned: kit.Owned{ID: w.ID}, raw: string(w.Settings), turn: time.Duration(w.Seconds) * time.Second}
		if err := kit.ReadSettings(i, w, &it.settings); err != nil {
			return err
		}
		it.app = it.settings["app"]
		if err := checkApp(it.app); err != nil {
			return note.Invalid(fmt.Sprintf("[%d].settings.app", i), "%v", err)
		}
		if old := kit.Find(o.items, w.ID); old != nil {
			if old.raw == it.raw {
				old.turn = it.turn
				if it = old; zone != o.zone {
					it.tried = time.Time{}
				}
			} else {
				it.due = old.due
			}
		}
		items = append(items, it)
	}
	o.items, o.zone = items, zone
	clear(o.Views)
	o.brief()
	return nil
}

// Attend implements [device.Attender].
func (o *Others) Attend(due func(widget string) bool, now time.Time) {
	for _, it := range o.items {
		on := due(it.ID)
		if on && !it.due && it.fault == nil && now.Sub(it.tried) > fresh {
			it.tried = time.Time{}
		}
		it.due = on
	}
}

// Step implements [device.App].
func (o *Others) Step(now time.Time) device.Now {
	out := device.Now{Views: o.Views}
	for _, it := range o.items {
		o.Views[it.ID] = o.seen(it, now)
		if wait := it.next(now); !wait.IsZero() && !o.busy {
			if wait.After(now) {
				out.Again = kit.Soonest(out.Again, wait)
			} else {
				o.busy = true
				o.jobs.Put(job{it.ID, it.app, it.raw, it.settings, o.Region.Language, o.zone})
			}
		}
		if it.state == faint {
			out.Again = kit.Soonest(out.Again, it.drawn.Add(stale))
		}
	}
	return out
}

// next returns when the widget wants to be drawn: once when it is new, and then as long as it is due;
// zero = not before something happens.
func (it *item) next(now time.Time) time.Time {
	switch {
	case it.app == "":
		return time.Time{}
	case it.tried.IsZero():
		return now
	case !it.due:
		return time.Time{}
	}
	wait := every
	if age := it.drawing.MaxAge; it.fault == nil && age > 0 {
		wait = min(max(age, 10*time.Second), every)
	}
	return it.tried.Add(min(wait<<min(it.failures, 8), most))
}

// Run implements [device.Runner].
func (o *Others) Run(ctx context.Context, post device.Post) error {
	for {
		var end func(now time.Time)
		select {
		case <-ctx.Done():
			return nil
		case <-o.Shelf.changed:
			end = func(time.Time) { o.again() }
		case j := <-o.jobs:
			d, err := o.own(ctx, j)
			end = func(now time.Time) { o.took(j, d, err, now) }
		}
		if post(ctx, end) != nil {
			return nil
		}
	}
}

// own draws the app of a job.
func (o *Others) own(ctx context.Context, j job) (applet.Drawing, error) {
	app, err := o.Program(ctx, j.app)
	if err != nil {
		return applet.Drawing{}, err
	}
	return o.Draw(ctx, app, o.Consents.Permit(j.app), j.settings, j.language, o.Env.Size)
}

// took takes what a job has brought, if it is still wanted.
func (o *Others) took(j job, d applet.Drawing, err error, now time.Time) {
	o.busy = false
	it := kit.Find(o.items, j.widget)
	if it == nil || it.raw != j.raw || o.zone != j.zone || o.Region.Language != j.language {
		return
	}
	defer o.brief()
	it.tried, it.fault = now, err
	if err != nil {
		it.failures++
		it.view = device.View{}
		return
	}
	it.failures, it.drawn = 0, now
	if !alike(it.drawing, d) {
		it.drawing, it.view = d, device.View{}
	}
	o.bound(it)
}

// brief publishes the first text of each widget whose app works, for pages that several apps share.
func (o *Others) brief() {
	all := map[string]kit.Brief{}
	for _, it := range o.items {
		if it.fault != nil || len(it.drawing.Frames) == 0 {
			continue
		}
		n, err := notification(it.drawing.Frames)
		if err != nil || len(n.Frames) == 0 {
			continue
		}
		if text := n.Frames[0].Words(); text != "" {
			all[it.ID] = kit.Brief{Kind: kit.Chosen, Icon: n.Frames[0].Icon, Text: text, Until: it.drawn.Add(said)}
		}
	}
	o.Env.Shared.Tell(Package, all)
}

// maxAll is how many bytes the pictures of all widgets have.
var maxAll = applet.MemoryHere().Films

// bound keeps the pictures of all widgets within their memory: of all but this one, only the first picture stays.
func (o *Others) bound(it *item) {
	total := 0
	for _, one := range o.items {
		total += one.drawing.Bytes()
	}
	for _, one := range o.items {
		if total > maxAll && one != it && len(one.drawing.Images) > 1 {
			total -= one.drawing.Bytes()
			one.drawing.Images = slices.Clone(one.drawing.Images[:1]) // a slice of them would keep all
			one.drawing.Delays = slices.Clone(one.drawing.Delays[:1])
			one.view = device.View{}
			total += one.drawing.Bytes()
		}
	}
}

// seen returns what the widget shows: what its app has drawn; that, faded, when the app fails; or
// a sentence. An app that has nothing to show has no view, so its turn is skipped.
func (o *Others) seen(it *item, now time.Time) device.View {
	state := it.is(now)
	if it.view.Root != nil && it.state == state {
		return it.view
	}
	it.state = state
	switch state {
	case good, faint:
		it.view = o.picture(it, now)
	case unset:
		it.view = o.sentence(it, errNoApp, now)
	default:
		it.view = o.sentence(it, it.fault, now)
	}
	return it.view
}

// state is what a widget shows.
type state int

const (
	unset   state = iota // no app is set
	waiting              // it has not been drawn yet
	good                 // what its app has drawn
	faint                // that, faded: the app fails
	failing              // why it fails
)

// is returns the state at now.
func (it *item) is(now time.Time) state {
	switch {
	case it.app == "":
		return unset
	case it.fault == nil && it.drawn.IsZero():
		return waiting
	case it.fault == nil:
		return good
	case errors.As(it.fault, new(*Asks)): // only the owner can help
		return failing
	case !it.drawn.IsZero() && now.Before(it.drawn.Add(stale)):
		return faint
	}
	return failing
}

// picture returns the view of a drawing.
func (o *Others) picture(it *item, now time.Time) device.View {
	w, pass, err := Show(it.drawing, o.Painter())
	switch {
	case errors.Is(err, ErrNothing):
		return device.View{}
	case err != nil:
		return o.sentence(it, err, now)
	}
	// A film that is longer than its turn is cut, or it would cost the next one its own.
	_, film := w.(*film)
	if it.state == faint {
		w = kit.Darkened(w)
	}
	return device.View{Root: w, Start: now, Anew: !film || pass <= it.turn}
}

// alike reports whether two drawings look the same.
func alike(a, b applet.Drawing) bool {
	same := func(m, n *image.RGBA) bool { return bytes.Equal(m.Pix, n.Pix) }
	return string(a.Frames) == string(b.Frames) && a.Full == b.Full && slices.Equal(a.Delays, b.Delays) &&
		slices.EqualFunc(a.Images, b.Images, same)
}
