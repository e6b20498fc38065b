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
	"github.com/ledpost/ledpost/internal/must"
)

// TestKeysInAFlood: the map of idempotency keys is bounded. The old ones go
// first; only when all are young everything is forgotten.
func TestKeysInAFlood(t *testing.T) {
	const most = 4096
	for _, row := range []struct {
		why          string
		old, young   int
		keeps, loses string // after one key more; "" = not asked
	}{
		{"room for one more", 1, most - 2, "young0", ""},
		{"full: the old ones go", 1, most - 1, "young0", "old0"},
		{"full of young ones", 0, most, "", "young0"},
	} {
		s := newState(testConfig(t), Fresh(), start)
		for i := range row.old {
			s.queue.use("old"+strconv.Itoa(i), &entry{}, start.Add(-10*time.Minute))
		}
		for i := range row.young {
			s.queue.use("young"+strconv.Itoa(i), &entry{}, start)
		}
		s.queue.use("last", &entry{Item: Item{ID: "7"}}, start)
		if id, ok := s.queue.seen("last", start); !ok || id != "7" {
			t.Errorf("%s: the last one is %q, %v", row.why, id, ok)
		}
		if _, ok := s.queue.used[row.keeps]; !ok && row.keeps != "" {
			t.Errorf("%s: %s is forgotten", row.why, row.keeps)
		}
		if _, ok := s.queue.used[row.loses]; ok {
			t.Errorf("%s: %s is kept", row.why, row.loses)
		}
		if len(s.queue.used) > most {
			t.Errorf("%s: %d keys", row.why, len(s.queue.used))
		}
	}
}

// TestRefusedIsCounted: what is not taken counts as refused, for either reason.
func TestRefusedIsCounted(t *testing.T) {
	cfg := testConfig(t)
	cfg.RefuseWhenHidden = true
	s := newState(cfg, Fresh(), start)
	s.set.On = false
	if _, err := s.notify(notice(note.PriorityInfo), "", start); !errors.Is(err, ErrHidden) {
		t.Errorf("hidden: %v", err)
	}
	for range 100 {
		must.Get(s.notify(notice(note.PriorityCritical), "", start))(t)
	}
	if _, err := s.notify(notice(note.PriorityCritical), "", start); !errors.Is(err, ErrQueueFull) {
		t.Errorf("full: %v", err)
	}
	if got := s.queue.outcomes[note.OutcomeRefused]; got != 2 {
		t.Errorf("%d refused, want 2", got)
	}
}

// TestUrgentOnce: a snapshot that has to be on the disk at once is urgent; the
// next one has nothing new of that kind.
func TestUrgentOnce(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	s.urgent = true
	if !s.save(start).Urgent || s.save(start).Urgent {
		t.Error("want the first snapshot urgent and the second not")
	}
}

// TestRemovedWidgetsPlan: the blocks of the schedule that show a removed widget
// go with it, the others stay.
func TestRemovedWidgetsPlan(t *testing.T) {
	clock := Block{From: at("08:00"), To: at("09:00"), Widget: FirstWidget("clock")}
	second := Block{From: at("10:00"), To: at("11:00"), Widget: FirstWidget("second")}
	for _, row := range []struct{ before, after []Block }{
		{[]Block{clock, second}, []Block{second}},
		{[]Block{clock}, nil},
		{[]Block{second}, []Block{second}},
	} {
		cfg := testConfig(t)
		cfg.Schedule = row.before
		s := newState(cfg, Fresh(), start)
		must.Do(t, s.removeWidget(FirstWidget("clock")))
		if got := s.rotation.Blocks(); !slices.Equal(got, row.after) {
			t.Errorf("%+v become %+v, want %+v", row.before, got, row.after)
		}
	}
}

// TestNoKeyIsNotRemembered: a POST without an Idempotency-Key leaves nothing.
func TestNoKeyIsNotRemembered(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	if s.queue.use("", &entry{}, start); len(s.queue.used) != 0 {
		t.Errorf("remembers %v", s.queue.used)
	}
}

// TestNoSoundAtAll: a device without a player says so.
func TestNoSoundAtAll(t *testing.T) {
	cfg := testConfig(t)
	cfg.Audio = nil
	if a := newState(cfg, Fresh(), start).audio(); a.Available {
		t.Errorf("%+v", a)
	}
}

// TestAlertOfAnAppThatIsGone: it comes back after a restart as any notification.
func TestAlertOfAnAppThatIsGone(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	e := &entry{}
	if s.apps.restoreAlert(e, "gone", "ring"); e.alert != (alertOf{}) {
		t.Errorf("%+v", e.alert)
	}
}

// TestFirstReserve: a new device hands out ids from 1 on, a thousand before the
// next has to be on the disk.
func TestFirstReserve(t *testing.T) {
	if q := newState(testConfig(t), Fresh(), start).queue; q.next != 1 || q.reserved != 1+Reserve {
		t.Errorf("next %d, reserved %d", q.next, q.reserved)
	}
}

// TestIndicatorOff: without a colour nothing of it stays.
func TestIndicatorOff(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	red := note.Indicator{Color: note.Color{R: 255, Set: true}}
	for _, row := range []struct{ set, want note.Indicator }{{red, red}, {note.Indicator{Night: true}, note.Indicator{}}} {
		if _, err := s.set.indicators(IndicatorPatch{&row.set}); err != nil || s.set.Indicators[0] != row.want {
			t.Errorf("%+v: %+v, %v", row.set, s.set.Indicators[0], err)
		}
	}
}

// TestNextAndPrev: among three widgets they are two ways.
func TestNextAndPrev(t *testing.T) {
	third := func(c *Config, _ *Saved) {
		c.Apps = append(c.Apps, ground{"third"})
		c.Widgets = append(slices.Clone(both),
			WidgetSettings{ID: FirstWidget("third"), Package: "third", Visible: true, Seconds: 20})
	}
	story(t, third, func(t *testing.T, r *rig) {
		for i, row := range []struct {
			move func(context.Context) error
			want string
		}{{r.Next, "second"}, {r.Next, "third"}, {r.Prev, "second"}, {r.Prev, "clock"}, {r.Prev, "third"},
			{r.Next, "clock"}} {
			r.must(row.move(background))
			if got := r.Status().Showing.Package; got != row.want {
				t.Errorf("move %d shows %s, want %s", i+1, got, row.want)
			}
		}
	})
}

// TestDefaultLimits: a device without limits has the usual ones, and one with its
// own keeps them.
func TestDefaultLimits(t *testing.T) {
	own := DefaultLimits
	own.VolumeLimit.Max = 50
	for given, want := range map[Limits]Limits{{}: DefaultLimits, own: own} {
		cfg := testConfig(t)
		cfg.Limits = given
		if got := newState(cfg, Fresh(), start).cfg.Limits; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// TestRefreshDrawsAgain: an icon that has arrived is in the picture.
func TestRefreshDrawsAgain(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	must.Get(s.notify(notice(note.PriorityInfo), "", start))(t)
	s.step(start)
	before := s.visible.root
	if s.refresh(); s.visible.root == before {
		t.Error("the picture is the old one")
	}
}
