// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

// TestLater: what is still to be read after a restart keeps its place before what comes
// meanwhile, counts, can be dismissed, and shows when it has come.
func TestLater(t *testing.T) {
	stored := &Stored{JSON: []byte(`{"file":"x"}`)}
	entry := func(id string, p note.Priority) SavedEntry {
		return SavedEntry{ID: id, Left: time.Hour, Priority: p, Stored: stored}
	}
	change := func(_ *Config, s *Saved) {
		s.At, s.Reserved = time.Now(), 100
		first := entry("1", note.PriorityWarning)
		first.Visible, first.Left = true, 0
		s.Waiting = []SavedEntry{first, entry("2", note.PriorityInfo), entry("3", note.PriorityInfo)}
	}
	content := func(id string, p note.Priority) SavedEntry {
		e := entry(id, p)
		e.Notification = notice(p)
		e.Notification.Lifetime = time.Hour
		return e
	}
	story(t, change, func(t *testing.T, r *rig) {
		info := r.post(notice(note.PriorityInfo))
		r.order(t, "1", "2", "3", info)
		if items, _ := r.Queue(background); items[0].Reason == "" || len(items[0].Frames) != 1 ||
			items[0].Priority != note.PriorityWarning {
			t.Errorf("the first is told as %+v", items[0])
		}
		if s := r.saved(); !s.Waiting[0].Later() || !s.Waiting[0].Visible && s.Waiting[0].Stored != stored ||
			s.Waiting[0].Priority != note.PriorityWarning {
			t.Errorf("saved meanwhile: %+v", s.Waiting[0])
		}
		alarm := notice(note.PriorityCritical)
		critical := r.post(alarm)
		r.shows(critical, "a critical one waits for none of them")
		r.order(t, critical, "1", "2", "3", info)
		if err := r.Dismiss(background, "2"); err != nil {
			t.Error(err)
		}
		if it, err := r.Lookup(background, "2"); err != nil || it.Outcome != note.OutcomeDismissed || it.Frames != nil {
			t.Errorf("dismissed: %+v, %v", it, err)
		}
		time.Sleep(stand)
		r.outcome(critical, note.OutcomeShown)
		if _, ok, _ := r.Current(background); ok {
			t.Error("something passes the one that is to be read")
		}
		r.arrive(t, content("1", note.PriorityWarning))
		r.shows("1", "it has come, and was visible before")
		r.arrive(t, content("2", note.PriorityInfo)) // too late
		bad := content("3", note.PriorityInfo)
		bad.Notification.Frames = nil
		r.arrive(t, bad)
		r.outcome("3", note.OutcomeRefused)
		time.Sleep(stand)
		r.shows(info, "the last")
		r.order(t, info)
	})
}

// TestLaterIsStripped like any other that was visible at two crashes.
func TestLaterIsStripped(t *testing.T) {
	e := SavedEntry{ID: "1", Left: time.Hour, Visible: true, Ends: 2, Stored: &Stored{JSON: []byte(`{"file":"x"}`)}}
	story(t, func(_ *Config, s *Saved) { s.At, s.Waiting = time.Now(), []SavedEntry{e} }, func(t *testing.T, r *rig) {
		e.Notification = foreign()
		r.arrive(t, e)
		if it, err := r.Lookup(background, "1"); err != nil || it.Sound != nil || it.Reason == "" {
			t.Errorf("%+v, %v", it, err)
		}
		if s := r.saved(); s.Waiting[0].Stored != nil || s.Waiting[0].Notification.Sound != nil {
			t.Errorf("saved: %+v", s.Waiting[0])
		}
	})
}

func (r *rig) arrive(t *testing.T, e SavedEntry) {
	t.Helper()
	if err := r.Arrive(background, e); err != nil {
		t.Error(err)
	}
}

// order checks what waits, the visible one first.
func (r *rig) order(t *testing.T, want ...string) {
	t.Helper()
	items, err := r.Queue(background)
	var got []string
	for _, it := range items {
		got = append(got, it.ID)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v waits, want %v; %v", got, want, err)
	}
}

// What ended ones have shown is forgotten when it is much, what became of them
// is not: 200 of 1 MiB would fill a small Pi.
func TestEndedAreSlim(t *testing.T) {
	picture, err := base64.StdEncoding.DecodeString("R0lGODlhAQABAIAAAP///////yH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")
	must.Do(t, err)
	story(t, nil, func(t *testing.T, r *rig) {
		var ids []string
		for i := range 64 {
			data := append(append([]byte{}, picture...), strings.Repeat(fmt.Sprint(i%10), 200<<10)...)
			icon, err := icons.Parse("data:image/gif;base64," + base64.StdEncoding.EncodeToString(data))
			must.Do(t, err)
			id, err := r.Notify(background,
				note.Notification{Frames: []note.Frame{{Icon: icon}}, Lifetime: note.DefaultLifetime}, "")
			must.Do(t, err)
			if ids = append(ids, id); i%16 == 15 { // no more than may wait
				r.must(r.DismissAll(background))
			}
		}
		total, shown := 0, 0
		for _, id := range ids {
			it, err := r.Lookup(background, id)
			if err != nil || it.Outcome != note.OutcomeDismissed {
				t.Fatalf("%s: %+v, %v", id, it.Outcome, err)
			}
			total += size(it.Frames)
			shown += len(it.Frames)
		}
		if total > 8<<20 || shown < 20 || shown > 40 {
			t.Errorf("%d of 64 are kept whole, %d bytes, want at most %d", shown, total, 8<<20)
		}
	})
}

// TestSoundEnded: of a notification that has ended nothing is left to dismiss
// once its sound is over.
func TestSoundEnded(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		id := r.post(withSound(cat(1)))
		key := r.track().Key
		time.Sleep(stand)
		r.must(r.SoundEnded(background, "another"))
		if r.track().Key != key {
			t.Error("the end of another sound ends this one")
		}
		r.must(r.SoundEnded(background, key))
		if err := r.Dismiss(background, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("dismissed after its sound was over: %v, want ErrNotFound", err)
		}
		r.must(r.SoundEnded(background, key)) // again does nothing
	})
}
