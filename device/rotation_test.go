// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// sees fails unless the widget of that package shows.
func (r *rig) seesApp(pkg, why string) {
	r.t.Helper()
	synctest.Wait()
	if s := r.Status().Showing; s.Package != pkg {
		r.t.Errorf("%s: %s shows, want %s", why, s.Package, pkg)
	}
}

func (r *rig) mode(m Mode) {
	r.t.Helper()
	done(r.SetMode(background, m))(r)
}

// three is a rig with widgets of 20, 10 and 30 s; the last is not visible.
func three(c *Config, _ *Saved) {
	c.Apps = []App{ground{"clock"}, ground{"second"}, ground{"third"}}
	c.Widgets = []WidgetSettings{
		{ID: FirstWidget("clock"), Package: "clock", Visible: true, Seconds: 20},
		{ID: FirstWidget("second"), Package: "second", Visible: true, Seconds: 10},
		{ID: FirstWidget("third"), Package: "third", Seconds: 30},
	}
}

// TestTurns: every visible widget shows for its seconds; one that was activated
// too, though it is not visible, and then the turns go on after it.
func TestTurns(t *testing.T) {
	story(t, three, func(t *testing.T, r *rig) {
		r.seesApp("clock", "at first")
		time.Sleep(20*time.Second - 1)
		r.seesApp("clock", "for its 20 s")
		time.Sleep(time.Nanosecond)
		r.seesApp("second", "in turn")
		time.Sleep(10 * time.Second)
		r.seesApp("clock", "the third is not visible")
		r.must(r.Activate(background, "third", ""))
		r.seesApp("third", "activated")
		time.Sleep(30*time.Second - 1)
		r.seesApp("third", "for its seconds")
		time.Sleep(time.Nanosecond)
		r.seesApp("clock", "the turns go on after it")
		r.must(r.Next(background))
		r.seesApp("second", "next")
		time.Sleep(10*time.Second - 1)
		r.seesApp("second", "for its seconds from then on")
		r.must(r.Prev(background))
		r.must(r.Prev(background))
		r.seesApp("second", "twice back in a circle of two")
		for pkg, want := range map[string]error{"nobody": ErrNoApp, "clock": ErrNoWidget} {
			if err := r.Activate(background, pkg, FirstWidget("third")); !errors.Is(err, want) {
				t.Errorf("activate the third of %s: %v, want %v", pkg, err, want)
			}
		}
	})
}

// TestWidgetWithNothingToShow is passed over, until it has something.
func TestWidgetWithNothingToShow(t *testing.T) {
	p := newPuppet("puppet")
	p.now.Views = nil
	change := func(c *Config, s *Saved) { with(p)(c, s); c.Widgets[1].Visible = true }
	story(t, change, func(t *testing.T, r *rig) {
		time.Sleep(25 * time.Second)
		r.seesApp("clock", "alone")
		r.pull(func() { p.now.Views = map[string]View{FirstWidget("puppet"): {Root: blank}} })
		r.seesApp("puppet", "now it has a picture, and the other has long had its turn")
		r.pull(func() { p.now.Views = nil })
		r.seesApp("clock", "and now it has none")
	})
}

// TestActivating is the table of what stays on the panel in each mode.
func TestActivating(t *testing.T) {
	rows := []struct {
		mode  Mode
		later string // an hour after the third was activated
		next  string // after that and next
	}{
		{AutoMode, "clock", "second"},
		{ManualMode, "third", "clock"},
		{KioskMode, "third", "third"},
		{ScheduleMode, "second", "clock"}, // a block of the second has begun
	}
	for _, row := range rows {
		storyOf(t, row.mode.String(), three, func(t *testing.T, r *rig) {
			done(r.SetSchedule(background, []Block{{From: at("00:30"), To: at("12:00"), Widget: FirstWidget("second")}}))(r)
			r.mode(row.mode)
			r.must(r.Activate(background, "", FirstWidget("third")))
			time.Sleep(time.Second)
			r.seesApp("third", "activated")
			time.Sleep(time.Hour - time.Second)
			r.seesApp(row.later, "an hour later")
			r.must(r.Next(background))
			r.seesApp(row.next, "after next")
		})
	}
}

// TestModesBegin: kiosk and manual mode show what was activated last, whatever
// the turns have come to; where nothing ever was, what shows just then.
func TestModesBegin(t *testing.T) {
	for _, m := range []Mode{KioskMode, ManualMode} {
		storyOf(t, m.String()+" after an activation", three, func(t *testing.T, r *rig) {
			r.must(r.Activate(background, "third", ""))
			time.Sleep(31 * time.Second)
			r.seesApp("clock", "the turns went on")
			r.mode(m)
			r.seesApp("third", "the one activated last")
			r.mode(AutoMode)
			r.mode(m)
			r.seesApp("third", "and again")
		})
		storyOf(t, m.String()+" on a new device", three, func(t *testing.T, r *rig) {
			time.Sleep(21 * time.Second)
			r.mode(m)
			time.Sleep(time.Hour)
			r.seesApp("second", "what showed just then")
			if app := r.saved().Settings.App; app != FirstWidget("second") {
				t.Errorf("kept %s", app)
			}
		})
	}
	storyOf(t, "schedule keeps nothing", three, func(t *testing.T, r *rig) {
		time.Sleep(21 * time.Second)
		r.mode(ScheduleMode)
		r.seesApp("clock", "outside of every block the first visible one")
		if app := r.saved().Settings.App; app != "" {
			t.Errorf("kept %s", app)
		}
	})
}

// TestBeneath: the status names the widget that shows again after a notification, if one does.
func TestBeneath(t *testing.T) {
	story(t, three, func(t *testing.T, r *rig) {
		is := func(want, why string) {
			t.Helper()
			synctest.Wait()
			if got := r.Status().Showing.Beneath; got != want {
				t.Errorf("%s: %q is beneath, want %q", why, got, want)
			}
		}
		is("", "nothing covers the clock")
		critical := notice(note.PriorityCritical)
		critical.Cycles = 0
		r.post(critical)
		is(FirstWidget("clock"), "a message")
		r.must(r.Activate(background, "third", ""))
		is(FirstWidget("third"), "another app below it")
		r.must(r.SetStream(background, blank, Sender{"ddp", "192.0.2.7"}))
		is("", "a stream below it")
		r.must(r.SetStream(background, nil, Sender{}))
		is(FirstWidget("third"), "the stream has ended")
		r.display(DisplayPatch{On: new(false)})
		is("", "the panel is dark afterwards")
	})
}

// TestStreamIsAScene of its own: the picture before it and the one after it are
// others, so that transitions happen.
func TestStreamIsAScene(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		before := r.scene()
		r.must(r.SetStream(background, blank, Sender{"ddp", "192.0.2.7"}))
		streams := r.scene()
		if streams.ID == before.ID {
			t.Error("the stream has the scene id of the app before it")
		}
		if s := r.Status(); s.Showing != (Showing{Kind: StreamShows}) || s.Stream.Address != "192.0.2.7" {
			t.Errorf("status %+v", s)
		}
		r.must(r.SetStream(background, nil, Sender{}))
		if after := r.scene(); after.ID == streams.ID || r.Status().Stream != (Sender{}) {
			t.Error("the app after the stream has its scene id, or there is still a sender")
		}
	})
}

func TestScheduleFaults(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for field, blocks := range map[string][]Block{
			"[0].widget": {{Widget: "nothing"}},
			"[1].from":   {{Widget: FirstWidget("clock")}, {Widget: FirstWidget("clock"), From: TimeOfDay(25 * time.Hour)}},
			"schedule":   make([]Block, 65),
		} {
			_, err := r.SetSchedule(background, blocks)
			faulty(t, err, field)
			if b, _ := r.Schedule(background); len(b) != 0 {
				t.Errorf("%s: it was taken", field)
			}
		}
	})
}

// TestScreensaverWidget is a setting; without it, it is the first app's.
func TestScreensaverWidget(t *testing.T) {
	story(t, three, func(t *testing.T, r *rig) {
		r.must(r.Activate(background, "third", ""))
		r.saver(true)
		r.seesApp("clock", "the first app's")
		id := FirstWidget("second")
		r.display(DisplayPatch{Screensaver: &ScreensaverPatch{Widget: &id}})
		r.seesApp("second", "chosen")
		if d, _ := r.Display(background); d.Screensaver.Widget != id || r.Status().Showing.Kind != ScreensaverShows {
			t.Errorf("display says %s, status %+v", d.Screensaver.Widget, r.Status())
		}
		_, err := r.SetDisplay(background, DisplayPatch{Screensaver: &ScreensaverPatch{Widget: new("nothing")}})
		faulty(t, err, "screensaver.widget")
		r.must(r.RemoveWidget(background, id))
		r.seesApp("clock", "the chosen one is gone")
	})
}

// TestBlockWithNothingToShow is passed over too: the panel is not dark because a
// block's widget has nothing.
func TestBlockWithNothingToShow(t *testing.T) {
	p := newPuppet("puppet")
	p.now.Views = nil
	story(t, with(p), func(t *testing.T, r *rig) {
		done(r.SetSchedule(background, []Block{{Widget: FirstWidget("puppet")}}))(r)
		r.mode(ScheduleMode)
		r.seesApp("clock", "the block's widget has no picture")
		r.pull(func() { p.now.Views = map[string]View{"": {Root: blank}} })
		r.seesApp("puppet", "now it has one")
	})
}

// TestPagesBeginAnew: a picture that wants it begins when it comes to be seen, any
// other when its app said; a notification between does not begin it again.
func TestPagesBeginAnew(t *testing.T) {
	for _, anew := range []bool{true, false} {
		p := newPuppet("puppet")
		change := func(c *Config, s *Saved) { with(p)(c, s); c.Widgets[1].Visible = true }
		story(t, change, func(t *testing.T, r *rig) {
			begin := time.Now()
			r.pull(func() { p.now.Views = map[string]View{"": {Root: blank, Start: begin, Anew: anew}} })
			time.Sleep(25 * time.Second) // the clock's turn is 20 s
			r.seesApp("puppet", "its turn")
			want := begin
			if anew {
				want = begin.Add(20 * time.Second)
			}
			if got := r.scene().Start; !got.Equal(want) {
				t.Errorf("anew %v: it began at %v, want %v", anew, got, want)
			}
			r.post(notice(note.PriorityInfo))
			time.Sleep(4 * time.Second) // it is over, the turn is not
			if got := r.scene().Start; !got.Equal(want) {
				t.Errorf("anew %v: after a notification it began at %v, want %v", anew, got, want)
			}
		})
	}
}
