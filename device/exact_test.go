package device

import (
	"encoding/json"
	"errors"
	"strconv"
	"testing"

	"github.com/ledpost/ledpost/device/note"
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
			s.queue.use("old"+strconv.Itoa(i), &entry{}, start.Add(-idempotentTime))
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
	s.settings.On = false
	if _, err := s.notify(notice(note.PriorityInfo), "", start); !errors.Is(err, ErrHidden) {
		t.Errorf("hidden: %v", err)
	}
	for range MaxWaiting {
		if _, err := s.notify(notice(note.PriorityCritical), "", start); err != nil {
			t.Fatal(err)
		}
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

// TestVolumeIsAChange: only another volume is one, which is written to the disk.
func TestVolumeIsAChange(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	for _, row := range []struct {
		volume  int
		changed bool
	}{{s.settings.Volume, false}, {s.settings.Volume - 1, true}} {
		s.changed = false
		if err := s.setVolume(row.volume); err != nil || s.changed != row.changed {
			t.Errorf("volume %d: changed is %v, %v", row.volume, s.changed, err)
		}
	}
}

// TestRemovedWidgetsPlan: the blocks of the schedule that show a removed widget
// go with it, the others stay.
func TestRemovedWidgetsPlan(t *testing.T) {
	cfg := testConfig(t)
	cfg.Schedule = []Block{
		{From: at("08:00"), To: at("09:00"), Widget: FirstWidget("clock")},
		{From: at("10:00"), To: at("11:00"), Widget: FirstWidget("second")},
	}
	s := newState(cfg, Fresh(), start)
	if err := s.removeWidget(FirstWidget("clock")); err != nil {
		t.Fatal(err)
	}
	if got := s.blocks(); len(got) != 1 || got[0].Widget != FirstWidget("second") {
		t.Errorf("blocks %+v", got)
	}
}

// TestUnreadableSettings: kept settings that are no JSON do not fit any app.
func TestUnreadableSettings(t *testing.T) {
	about := About{Package: "x"}
	for text, want := range map[string]bool{`{}`: true, `{`: false, ``: true, `[1]`: false} {
		if got := about.checked([]WidgetSettings{{Settings: json.RawMessage(text)}}); got != want {
			t.Errorf("%q fits: %v, want %v", text, got, want)
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

// TestChoiceIsAChange: only another widget is one, which is written to the disk.
func TestChoiceIsAChange(t *testing.T) {
	s := newState(testConfig(t), Fresh(), start)
	for _, row := range []struct {
		id      string
		changed bool
	}{{FirstWidget("second"), true}, {FirstWidget("second"), false}} {
		s.changed = false
		if s.choose(row.id); s.changed != row.changed {
			t.Errorf("%s: changed is %v", row.id, s.changed)
		}
	}
}

// TestTooManyEntries: an object that is too long is one error, not one for each
// entry.
func TestTooManyEntries(t *testing.T) {
	s := &Schema{Values: &Schema{Type: "string"}, MaxLen: 1}
	var errs faultList
	s.checkObject("headers", map[string]any{"a": 1, "b": 2}, &errs)
	if err := errs.err(); err == nil || err.Error() != "headers: 2 entries, at most 1 are allowed" {
		t.Errorf("%v", err)
	}
}
