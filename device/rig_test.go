// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"errors"
	"image"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// stand is how long the test's frame stands: text that fits.
const stand = 3 * time.Second

// rig is a running device with fakes at its edges.
type rig struct {
	*Device
	t      *testing.T
	mu     sync.Mutex // the device writes, the test reads
	sees   render.Scene
	hear   sounds.Track
	next   []sounds.Track
	kept   Saved
	n      int  // how often it was kept
	urgent bool // one of them was
}

func (r *rig) Show(s render.Scene) { r.mu.Lock(); r.sees = s; r.mu.Unlock() }
func (r *rig) Play(now sounds.Track, next ...sounds.Track) {
	r.mu.Lock()
	r.hear, r.next = now, next
	r.mu.Unlock()
}
func (r *rig) Save(s Saved) {
	r.mu.Lock()
	r.kept, r.n, r.urgent = s, r.n+1, r.urgent || s.Urgent
	r.mu.Unlock()
}
func (r *rig) scene() render.Scene { synctest.Wait(); r.mu.Lock(); defer r.mu.Unlock(); return r.sees }
func (r *rig) track() sounds.Track { synctest.Wait(); r.mu.Lock(); defer r.mu.Unlock(); return r.hear }
func (r *rig) saved() Saved        { synctest.Wait(); r.mu.Lock(); defer r.mu.Unlock(); return r.kept }
func (r *rig) saves() int          { synctest.Wait(); r.mu.Lock(); defer r.mu.Unlock(); return r.n }
func (r *rig) prepared() []sounds.Track {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next
}

// ground is an app that shows one dark picture.
type ground struct{ name string }

var (
	blank  = &render.Still{Image: image.NewRGBA(image.Rect(0, 0, 37, 8))}
	blanks = map[string]View{"": {Root: blank}} // nobody changes it: a step of the device allocates nothing
)

func (g ground) About() About                              { return About{Package: g.name, Title: g.name} }
func (g ground) Step(time.Time) Now                        { return Now{Views: blanks} }
func (g ground) Do(_, _ string, _ Args, _ time.Time) error { return nil }

// both apps of the rig are visible.
var both = []WidgetSettings{
	{ID: FirstWidget("clock"), Package: "clock", Visible: true, Seconds: 20},
	{ID: FirstWidget("second"), Package: "second", Visible: true, Seconds: 20},
}

// noIcons answers every reference with a white square.
type noIcons struct{}

func (noIcons) Icon(icons.Ref) *icons.Icon {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return &icons.Icon{Frames: []icons.Frame{{Image: m}}}
}

func testConfig(t testing.TB) Config {
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	return Config{
		Width: 37, Height: 8, PanelType: "color", Audio: func() bool { return true }, Limits: DefaultLimits,
		Apps: []App{ground{"clock"}, ground{"second"}}, Widgets: both, Fonts: set, Icons: noIcons{}, Zone: NewZone(time.UTC),
	}
}

// story runs f with a device in a bubble of fake time that starts at midnight,
// 1 January 2000 UTC.
func story(t *testing.T, change func(*Config, *Saved), f func(*testing.T, *rig)) {
	cfg, saved := testConfig(t), Fresh()
	synctest.Test(t, func(t *testing.T) {
		if change != nil {
			change(&cfg, &saved)
		}
		r := &rig{t: t}
		r.Device = New(cfg, saved, Edges{r, r, r})
		defer must.Run(t, r.Run)()
		f(t, r)
	})
}

// storyOf is a story as a part of a test.
func storyOf(t *testing.T, name string, change func(*Config, *Saved), f func(*testing.T, *rig)) {
	t.Run(name, func(t *testing.T) { story(t, change, f) })
}

func text(s string) []note.Frame { return []note.Frame{{Text: []note.Fragment{{Text: s}}}} }

// notice is a notification of one frame that stands for 3 s.
func notice(p note.Priority) note.Notification {
	return note.Notification{Priority: p, Lifetime: note.DefaultLifetime, Frames: text("hi"), Cycles: 1}
}

func (r *rig) post(n note.Notification) string {
	r.t.Helper()
	id := must.Get(r.Notify(context.Background(), n, ""))(r.t)
	synctest.Wait()
	return id
}

// shows fails unless the notification id ("" = none) is visible.
func (r *rig) shows(id, why string) {
	r.t.Helper()
	synctest.Wait()
	it, _, err := r.Current(context.Background())
	if err != nil || it.ID != id {
		r.t.Errorf("%s: %q is visible (%v), want %q", why, it.ID, err, id)
	}
}

// kind fails the test unless this kind of thing shows.
func (r *rig) kind(want ShowingKind, why string) {
	r.t.Helper()
	r.scene()
	if got := r.Status().Showing.Kind; got != want {
		r.t.Errorf("%s: %v shows, want %v", why, got, want)
	}
}

// outcome fails unless id ended so ("" = it is alive).
func (r *rig) outcome(id string, want note.Outcome) {
	r.t.Helper()
	it, err := r.Lookup(context.Background(), id)
	if err != nil || it.Outcome != want {
		r.t.Errorf("%s ended as %q (%v), want %q", id, it.Outcome, err, want)
	}
}

func (r *rig) must(err error) {
	r.t.Helper()
	must.Do(r.t, err)
	synctest.Wait()
}

// faulty fails the test unless err is of a field that is not valid. of is the row of a table, or what was tried.
func faulty(t *testing.T, err error, field string, of ...any) {
	t.Helper()
	if fault, ok := errors.AsType[*note.InvalidError](err); !ok || fault.Field != field {
		t.Errorf("%+v: %v, want a fault of %s", of, err, field)
	}
}

// done returns what a call answers that must succeed, once the device is at rest: done(r.Apps(background))(r).
func done[T any](answer T, err error) func(*rig) T {
	return func(r *rig) T {
		r.t.Helper()
		r.must(err)
		return answer
	}
}

func (r *rig) display(p DisplayPatch) {
	r.t.Helper()
	done(r.SetDisplay(context.Background(), p))(r)
}

// saver switches a screensaver on that is always active.
func (r *rig) saver(on bool) {
	r.display(DisplayPatch{Screensaver: &ScreensaverPatch{
		Enabled: &on, Mode: new(TimeBased), ModeEnabled: new(true), Start: new(TimeOfDay(0)),
		End: new(TimeOfDay(24*time.Hour - time.Second)),
	}})
}

func ref(s string) icons.Ref {
	r, err := icons.Parse(s)
	if err != nil {
		panic(err)
	}
	return r
}
