// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

var background = context.Background()

func TestCycles(t *testing.T) {
	long := &note.Goal{Start: 0, Current: 1, End: 2, Unit: "kilometres of the way to the sea"}
	scrolls := 1500*time.Millisecond +
		time.Duration(testConfig(t).Fonts.Small.Width("1 kilometres of the way to the sea")+8)*time.Second/20
	rows := []struct {
		name   string
		change func(*note.Notification)
		lasts  time.Duration
	}{
		{"text that fits stands 3 s", func(n *note.Notification) {}, 3 * time.Second},
		{"two cycles twice that", func(n *note.Notification) { n.Cycles = 2 }, 6 * time.Second},
		{"frames one after another", func(n *note.Notification) { n.Frames = append(text("a"), text("b")...) },
			6 * time.Second},
		{"a frame's own duration", func(n *note.Notification) { n.Frames[0].Duration = 7 * time.Second }, 7 * time.Second},
		{"a chart 5 s", func(n *note.Notification) { n.Frames = []note.Frame{{Chart: []float64{1, 2}}} }, 5 * time.Second},
		{"a goal 5 s", func(n *note.Notification) {
			n.Frames = []note.Frame{{Goal: &note.Goal{Start: 0, Current: 1, End: 2, Unit: "%"}}}
		}, 5 * time.Second},
		{"the lead-in once, 1 s", func(n *note.Notification) { n.IconType, n.Cycles = note.IconTypeAlert, 2 },
			7 * time.Second},
		{"a goal that scrolls for longer", func(n *note.Notification) { n.Frames = []note.Frame{{Goal: long}} }, scrolls},
		{"an icon alone 3 s", func(n *note.Notification) { n.Frames = []note.Frame{{Icon: ref("1")}} }, 3 * time.Second},
	}
	for _, row := range rows {
		storyOf(t, row.name, nil, func(t *testing.T, r *rig) {
			n := notice(note.PriorityInfo)
			row.change(&n)
			id := r.post(n)
			time.Sleep(row.lasts - time.Millisecond)
			r.shows(id, "until its end")
			time.Sleep(time.Millisecond)
			r.shows("", "and no longer")
			r.outcome(id, note.OutcomeShown)
		})
	}
}

func TestScrollingTextLastsAsDecided(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Frames = text("a text that is much too long for the panel")
		width := r.cfg.Fonts.Normal.Width(n.Frames[0].Text[0].Text)
		id := r.post(n)
		lasts := 1500*time.Millisecond + time.Duration(float64(width+8)/20*float64(time.Second))
		time.Sleep(lasts - time.Millisecond)
		r.shows(id, "1.5 s of hold and (width + gap) at 20 px/s")
		time.Sleep(2 * time.Millisecond)
		r.shows("", "then it is over")
	})
}

func TestStaysUntilDismissed(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Cycles = 0
		id := r.post(n)
		time.Sleep(100 * time.Hour)
		r.shows(id, "cycles 0")
		r.must(r.Dismiss(background, id))
		r.shows("", "dismissed")
		r.outcome(id, note.OutcomeDismissed)
		if err := r.Dismiss(background, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("second dismissal: %v, want ErrNotFound", err)
		}
	})
}

func TestLifetime(t *testing.T) {
	rows := []struct {
		name     string
		lifetime time.Duration
		blocked  time.Duration // by a visible critical one
		want     note.Outcome
	}{
		{"reached while waiting", 2 * time.Second, stand, note.OutcomeExpired},
		{"not reached", 4 * time.Second, stand, ""},
		{"0 is shown at once", 0, 0, ""},
		{"0 is never shown later", 0, stand, note.OutcomeExpired},
	}
	for _, row := range rows {
		storyOf(t, row.name, nil, func(t *testing.T, r *rig) {
			if row.blocked > 0 {
				r.post(notice(note.PriorityCritical))
			}
			n := notice(note.PriorityInfo)
			n.Lifetime = row.lifetime
			id := r.post(n)
			time.Sleep(row.blocked)
			r.outcome(id, row.want)
			if row.want == "" {
				r.shows(id, "alive")
			}
		})
	}
	storyOf(t, "reached while visible changes nothing", nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Lifetime = time.Second
		id := r.post(n)
		time.Sleep(2 * time.Second)
		r.shows(id, "visible")
		time.Sleep(time.Second)
		r.outcome(id, note.OutcomeShown)
	})
	storyOf(t, "time on screen does not count", nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Lifetime = 3500 * time.Millisecond
		id := r.post(n)
		time.Sleep(2900 * time.Millisecond)
		was, _ := r.Lookup(background, id)
		r.post(notice(note.PriorityCritical))
		if it, _ := r.Lookup(background, id); it.Expires.Sub(was.Expires) != 2900*time.Millisecond {
			t.Errorf("expires at %v, before at %v; want 2.9 s later", it.Expires, was.Expires)
		}
		time.Sleep(stand)
		r.shows(id, "2.9 s on screen and 3 s of waiting are not 3.5 s of waiting")
	})
	storyOf(t, "runs on while interrupted", nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Lifetime = 2 * time.Second
		id := r.post(n)
		r.post(notice(note.PriorityCritical))
		time.Sleep(2 * time.Second)
		r.outcome(id, note.OutcomeExpired)
	})
}

func TestQueueOrder(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		var ids []string
		for _, p := range []note.Priority{note.PriorityWarning, note.PriorityInfo, note.PriorityWarning, note.PriorityInfo,
			note.PriorityCritical} {
			ids = append(ids, r.post(notice(p)))
		}
		items := done(r.Queue(background))(r)
		want := []int{4, 0, 2, 1, 3}
		for i, it := range items {
			if it.ID != ids[want[i]] || it.Visible != (i == 0) {
				t.Errorf("place %d: %s (visible %v), want %s", i, it.ID, it.Visible, ids[want[i]])
			}
		}
	})
}

func TestQueueIsBounded(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for range 101 { // one is visible
			r.post(notice(note.PriorityInfo))
		}
		if _, err := r.Notify(background, notice(note.PriorityCritical), ""); !errors.Is(err, ErrQueueFull) {
			t.Errorf("one more: %v, want ErrQueueFull", err)
		}
		items, _ := r.Queue(background)
		if len(items) != 101 {
			t.Errorf("%d alive, want that none was dropped: %d", len(items), 101)
		}
	})
}

// TestQueueIsBoundedInBytes: large notifications fill it before there are many.
func TestQueueIsBoundedInBytes(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		large := notice(note.PriorityInfo)
		bitmap := note.Shape{Kind: note.ShapeBitmap, Width: 64, Height: 64, Pixels: make(note.Pixels, note.MaxBitmap)}
		large.Frames = slices.Repeat([]note.Frame{{Draw: []note.Shape{bitmap}}}, note.MaxFrames)
		n := 0
		for ; n < MaxWaiting; n++ {
			if _, err := r.Notify(background, large, ""); errors.Is(err, ErrQueueFull) {
				break
			}
		}
		items, _ := r.Queue(background)
		sum := 0
		for _, it := range items[1:] { // the first one is visible
			sum += size(it.Frames)
		}
		if one := size(large.Frames); sum > MaxWaitingSize || sum+one <= MaxWaitingSize {
			t.Errorf("%d wait, of %d bytes, with one of %d refused", n-1, sum, one)
		}
		if _, err := r.Notify(background, notice(note.PriorityInfo), ""); err != nil && sum+200 < MaxWaitingSize {
			t.Errorf("a small one in what is left: %v", err)
		}
	})
}

func TestIdempotencyKey(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		first := done(r.Notify(background, notice(note.PriorityInfo), "k"))(r)
		again := done(r.Notify(background, notice(note.PriorityInfo), "k"))(r)
		if again != first {
			t.Errorf("same key: id %s, want %s", again, first)
		}
		time.Sleep(10 * time.Minute)
		later := done(r.Notify(background, notice(note.PriorityInfo), "k"))(r)
		if later == first {
			t.Error("a key is remembered for longer than 10 min")
		}
	})
}

func TestEndedAreRemembered(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		var ids []string
		for range 201 {
			id := r.post(notice(note.PriorityInfo))
			r.must(r.Dismiss(background, id))
			ids = append(ids, id)
		}
		if _, err := r.Lookup(background, ids[0]); !errors.Is(err, ErrNotFound) {
			t.Errorf("the 201st last: %v, want ErrNotFound", err)
		}
		r.outcome(ids[1], note.OutcomeDismissed)
	})
}

func withSound(s note.Sound) note.Notification {
	n := notice(note.PriorityInfo)
	n.Sound = &s
	return n
}

func cat(repeat int) note.Sound {
	return note.Sound{Category: "notifications", ID: "cat", Repeat: repeat}
}

func TestSound(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.post(withSound(cat(1)))
		if got := r.track(); got.ID != "cat" || got.Repeat != 1 || got.Volume != 50 {
			t.Errorf("track is %+v", got)
		}
		time.Sleep(stand)
		if r.track().ID != "cat" {
			t.Error("a finite sound does not play out past the last frame")
		}
		r.must(r.DismissCurrent(background))
		if !r.track().Silent() {
			t.Error("the sound is not ended by a dismissal")
		}
	})
	storyOf(t, "one that has outlived its notification ends by its id", nil, func(t *testing.T, r *rig) {
		id := r.post(withSound(cat(100)))
		time.Sleep(stand)
		r.must(r.Dismiss(background, id))
		if !r.track().Silent() {
			t.Error("it plays on")
		}
		if err := r.Dismiss(background, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("again: %v, want ErrNotFound", err)
		}
	})
	storyOf(t, "endless ends with its notification", nil, func(t *testing.T, r *rig) {
		r.post(withSound(cat(0)))
		time.Sleep(stand)
		if !r.track().Silent() {
			t.Error("it goes on")
		}
	})
	storyOf(t, "an interruption silences, then it starts over", nil, func(t *testing.T, r *rig) {
		r.post(withSound(cat(1)))
		key := r.track().Key
		r.post(notice(note.PriorityCritical))
		if !r.track().Silent() {
			t.Error("it plays under the critical one")
		}
		time.Sleep(stand)
		if got := r.track(); got.ID != "cat" || got.Key == key {
			t.Errorf("track is %+v, want a new play of cat", got)
		}
	})
	storyOf(t, "one without a sound lets the one before play out", nil, func(t *testing.T, r *rig) {
		r.post(withSound(cat(1)))
		r.post(notice(note.PriorityInfo))
		time.Sleep(stand)
		if r.track().ID != "cat" {
			t.Error("cut off by the second's beginning")
		}
		time.Sleep(stand)
		if r.track().ID != "cat" {
			t.Error("cut off by the second's end")
		}
	})
	storyOf(t, "what waits is named ahead", nil, func(t *testing.T, r *rig) {
		r.post(notice(note.PriorityInfo))
		r.post(withSound(
			note.Sound{URL: "http://example.org/a.mp3", Repeat: 1, Fallback: &note.Sound{Category: "alarms", ID: "alarm1"}}))
		p := r.prepared()
		if len(p) != 1 || p[0].URL != "http://example.org/a.mp3" ||
			p[0].Fallback != (sounds.Builtin{Category: "alarms", ID: "alarm1"}) {
			t.Errorf("prepared %+v", p)
		}
	})
}

func TestQuietHours(t *testing.T) {
	quiet := func(c *Config, _ *Saved) {
		c.Quiet = Quiet{Window: Window{Start: TimeOfDay(22 * time.Hour), End: TimeOfDay(7 * time.Hour)}, Max: 10}
		c.Apps = c.Apps[:1] // no turns of apps that wake the device
	}
	story(t, quiet, func(t *testing.T, r *rig) {
		r.post(withSound(cat(0)))
		if v := r.track().Volume; v != 10 {
			t.Errorf("at midnight: volume %d, want at most 10", v)
		}
		silent := notice(note.PriorityCritical)
		r.post(withSound(cat(5)))
		time.Sleep(2 * stand) // both are over, the second plays on
		r.post(silent)
		if v := r.track().Volume; v != 10 {
			t.Errorf("under a silent critical one: volume %d, want 10 still", v)
		}
		n := withSound(cat(5))
		n.Priority = note.PriorityCritical
		r.post(n)
		time.Sleep(stand)
		if v := r.track().Volume; v != 50 {
			t.Errorf("critical: volume %d, want 50", v)
		}
		time.Sleep(stand)
		if v := r.track().Volume; v != 50 {
			t.Errorf("critical, after its frames: volume %d, want 50", v)
		}
		r.must(r.DismissAll(background))
		n = withSound(cat(0))
		n.Cycles = 0
		r.post(n)
		time.Sleep(7 * time.Hour)
		if v := r.track().Volume; v != 50 {
			t.Errorf("at 07:00: volume %d, want 50", v)
		}
	})
}

func TestIDsRise(t *testing.T) {
	story(t, func(_ *Config, s *Saved) { s.Reserved = 5000 }, func(t *testing.T, r *rig) {
		last := uint64(4999)
		for range 2000 {
			id := r.post(notice(note.PriorityInfo))
			n, err := strconv.ParseUint(id, 10, 64)
			if err != nil || n <= last {
				t.Fatalf("id %s after %d", id, last)
			}
			if saved := r.saved().Reserved; saved < n+Reserve/2 {
				t.Fatalf("id %d is given out while only those below %d are reserved: a write takes its time", n, saved)
			}
			last = n
			r.must(r.Dismiss(background, id))
		}
	})
}
