// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestTurnsAreRead: a turn begins with the beginning of a text and ends with its end, a minute
// after its seconds at the latest.
func TestTurnsAreRead(t *testing.T) {
	for _, row := range []struct {
		why   string
		wide  int // pixels of a text that moves by 10 a second after 1.5 s
		anew  bool
		turns time.Duration // how long the turn of 10 s is
	}{
		{"a text that is over in time", 50, true, 13 * time.Second}, // in its second pass
		{"a long one", 200, true, 21500 * time.Millisecond},
		{"one that never ends", 2000, true, 70 * time.Second},
		{"a picture that goes on in the next turn", 200, false, 10 * time.Second},
	} {
		t.Run(row.why, func(t *testing.T) {
			p := newPuppet("puppet")
			root := &render.Marquee{Image: image.NewRGBA(image.Rect(0, 0, row.wide, 8)), Width: 37, Speed: 10}
			change := func(c *Config, s *Saved) {
				with(p)(c, s)
				c.Widgets[1].Visible = true
				p.now.Views = map[string]View{"": {Root: root, Anew: row.anew}}
			}
			story(t, change, func(t *testing.T, r *rig) {
				time.Sleep(20 * time.Second)
				r.seesApp("puppet", "its turn")
				if at := r.scene().Start; row.anew && !at.Equal(time.Now()) {
					t.Errorf("it begins %v ago", time.Since(at))
				}
				time.Sleep(row.turns - 1)
				r.seesApp("puppet", "still")
				time.Sleep(time.Nanosecond)
				r.seesApp("clock", "it has been read")
			})
		})
	}
}

// TestHiddenLeavesAtOnce in every mode, and so does what is removed; what was activated though
// it is hidden stays.
func TestHiddenLeavesAtOnce(t *testing.T) {
	hide := func(r *rig, pkg string) {
		list := done(r.Apps(background))(r)
		for i := range list {
			if list[i].Package == pkg {
				list[i].Visible = false
			}
		}
		done(r.SetApps(background, list))(r)
	}
	for _, mode := range []Mode{AutoMode, ManualMode, ScheduleMode, KioskMode} {
		story(t, three, func(t *testing.T, r *rig) {
			r.mode(mode)
			r.must(r.Activate(background, "second", ""))
			r.seesApp("second", "activated")
			hide(r, "third")
			r.seesApp("second", "another one was hidden before")
			hide(r, "second")
			r.seesApp("clock", mode.String()+": it was hidden")
			r.must(r.Activate(background, "third", ""))
			r.seesApp("third", mode.String()+": activated, hidden before")
			hide(r, "second")
			r.seesApp("third", mode.String()+": nothing has changed")
			r.must(r.Activate(background, "second", ""))
			r.must(r.RemoveWidget(background, FirstWidget("second")))
			r.seesApp("clock", mode.String()+": removed")
		})
	}
}

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// TestWhenDark: the patience ends between two samples; nothing else wakes the
// device.
func TestWhenDark(t *testing.T) {
	change := func(_ *Config, s *Saved) { s.Settings.Saver = SaverSettings{Enabled: true, WhenDark: true} }
	story(t, change, func(t *testing.T, r *rig) {
		r.must(r.SetLux(background, 0.5))
		n := notice(note.PriorityInfo)
		n.Cycles = 0
		id := r.post(n)
		time.Sleep(8*time.Second - time.Millisecond)
		r.shows(id, "patience")
		time.Sleep(2 * time.Millisecond)
		r.shows("", "dark")
		r.must(r.SetLux(background, 300))
		time.Sleep(8 * time.Second)
		r.shows(id, "light again")
	})
}

// TestNonsenseReadings: no sensor says these.
func TestNonsenseReadings(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, lux := range []float64{math.NaN(), math.Inf(1), -1} {
			r.must(r.SetLux(background, lux))
		}
		if s := r.Status(); s.Light || s.Lux != 0 {
			t.Errorf("took %v", s.Lux)
		}
	})
}

// feeler is an app that notes what it is told of the sensors.
type feeler struct {
	*puppet
	mu   sync.Mutex // the device writes, the test reads
	last Sensed
}

func (f *feeler) Sense(s Sensed) { f.mu.Lock(); f.last = s; f.mu.Unlock() }

func (f *feeler) felt() Sensed { synctest.Wait(); f.mu.Lock(); defer f.mu.Unlock(); return f.last }

// TestClimate: what is measured is in the status and with the apps, rounded; what
// cannot be is dropped.
func TestClimate(t *testing.T) {
	at := func(v float64) Measured { return Measured{Value: v, Known: true} }
	rows := []struct {
		name      string
		set, want Climate
	}{
		{"a room", Climate{Temperature: at(21.46), Humidity: at(48.2)}, Climate{Temperature: at(21.5), Humidity: at(48)}},
		{"a temperature alone", Climate{Temperature: at(-3.14)}, Climate{Temperature: at(-3.1)}},
		{"no number", Climate{Temperature: at(math.NaN()), Humidity: at(40)}, Climate{Humidity: at(40)}},
		{"hotter than any room: as it was", Climate{Temperature: at(1000), Humidity: at(40)}, Climate{Humidity: at(40)}},
		{"wetter than water: as it was", Climate{Temperature: at(20), Humidity: at(101)}, Climate{Humidity: at(40)}},
		{"no longer measured", Climate{}, Climate{}},
	}
	app := &feeler{puppet: newPuppet("room")}
	story(t, func(c *Config, _ *Saved) { c.Apps = append(c.Apps, app) }, func(t *testing.T, r *rig) {
		for _, row := range rows {
			must.Do(t, r.SetClimate(t.Context(), row.set))
			if got, felt := r.Status().Climate, app.felt().Climate; got != row.want || felt != row.want {
				t.Errorf("%s: %+v, the apps hear %+v, want %+v", row.name, got, felt, row.want)
			}
		}
		must.Do(t, r.SetLux(t.Context(), 120))
		if lux := app.felt().Lux; lux != at(120) {
			t.Errorf("light is %+v", lux)
		}
	})
}

// TestTextThatStandsIsRead: it leaves when it has been read, not before, and its frame's own duration wins.
func TestTextThatStandsIsRead(t *testing.T) {
	words := strings.Repeat("abcd ", 17) // 85 letters, which stand on this panel
	for _, row := range []struct {
		why       string
		cycles    int
		own, want time.Duration
	}{
		{"once", 1, 0, 7 * time.Second},
		{"twice", 2, 0, 14 * time.Second},
		{"a duration", 1, 5 * time.Second, 5 * time.Second},
	} {
		storyOf(t, row.why, func(cfg *Config, _ *Saved) { cfg.Width, cfg.Height = 128, 64 }, func(t *testing.T, r *rig) {
			n := note.Notification{Lifetime: note.DefaultLifetime, Frames: text(words), Cycles: row.cycles}
			n.Frames[0].Duration = row.own
			id := r.post(n)
			time.Sleep(row.want - 1)
			r.shows(id, "until it has been read")
			time.Sleep(time.Nanosecond)
			r.shows("", "then it is over")
		})
	}
}

// TestTextsBeginAgain: a text that scrolls begins again after what has covered it; one that stands goes on.
func TestTextsBeginAgain(t *testing.T) {
	wide := image.NewRGBA(image.Rect(0, 0, 200, 8))
	for _, row := range []struct {
		why     string
		root    render.Widget
		cover   func(*rig)
		uncover func(*rig)
		again   bool
	}{
		{"a message over a text that scrolls", &render.Marquee{Image: wide, Width: 37}, func(r *rig) {
			r.post(notice(note.PriorityInfo))
			time.Sleep(stand)
		}, func(*rig) {}, true},
		{"a message over a text that stands", blank, func(r *rig) {
			r.post(notice(note.PriorityInfo))
			time.Sleep(stand)
		}, func(*rig) {}, false},
		{"a panel that is off for a while", &render.Marquee{Image: wide, Width: 37},
			func(r *rig) {
				must.Get(r.SetDisplay(background, DisplayPatch{On: new(false)}))(r.t)
				time.Sleep(time.Minute)
			},
			func(r *rig) { must.Get(r.SetDisplay(background, DisplayPatch{On: new(true)}))(r.t) }, true},
	} {
		p := newPuppet("text")
		id := FirstWidget("text")
		storyOf(t, row.why, with(p), func(t *testing.T, r *rig) {
			r.must(r.Activate(background, "text", id))
			r.mode(ManualMode)
			r.pull(func() { p.now.Views = map[string]View{id: {Root: row.root, Start: time.Now(), Anew: true}} })
			before := r.scene().Start
			time.Sleep(2 * time.Second)
			row.cover(r)
			row.uncover(r)
			now := time.Now()
			want := before
			if row.again {
				want = now
			}
			if got := r.scene(); got.Root != row.root || !got.Start.Equal(want) {
				t.Errorf("it began at %v, is now %v, want %v", before, got.Start, want)
			}
		})
	}
}

// eager is a puppet that wants something else when its widget comes on.
type eager struct {
	*puppet
	comes func()
}

func (e *eager) Attend(due func(widget string) bool, _ time.Time) {
	if due(FirstWidget("text")) {
		e.comes()
	}
}

// TestBeginsAgainAtOnce: what an app wants when its text begins again is there at once, and a widget that has just come
// on does not begin again, though a message was there before it.
func TestBeginsAgainAtOnce(t *testing.T) {
	e := &eager{newPuppet("text"), func() {}}
	change := func(c *Config, s *Saved) { with(e.puppet)(c, s); c.Apps[1] = e }
	story(t, change, func(t *testing.T, r *rig) {
		scrolls := &render.Marquee{Image: image.NewRGBA(image.Rect(0, 0, 200, 8)), Width: 37}
		r.pull(func() { e.now.Views = map[string]View{"": {Root: scrolls, Start: time.Now(), Anew: true}} })
		r.must(r.Activate(background, "text", FirstWidget("text")))
		r.mode(ManualMode)
		r.must(r.SetStream(background, blank, Sender{}))
		r.post(notice(note.PriorityCritical))
		covered := r.scene().ID
		r.must(r.DismissAll(background))
		r.must(r.SetStream(background, nil, Sender{}))
		if id := r.scene().ID; id != covered+1 {
			t.Errorf("after the stream the text is scene %d, want the one after %d", id, covered)
		}
		r.post(notice(note.PriorityInfo))
		alert := notice(note.PriorityInfo)
		r.pull(func() { e.comes = func() { e.now.Alert = Alert{Key: "1", Note: &alert} } })
		r.must(r.DismissAll(background))
		r.kind(NotificationShows, "an alert")
	})
}
