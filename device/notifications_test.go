// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

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

// TestDismissedWhileItWaits: the others are not affected.
func TestDismissedWhileItWaits(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		shown, gone, waits := r.post(notice(note.PriorityInfo)), r.post(notice(note.PriorityInfo)),
			r.post(notice(note.PriorityInfo))
		r.must(r.Dismiss(background, gone))
		r.shows(shown, "another one was dismissed")
		r.outcome(gone, note.OutcomeDismissed)
		if all, err := r.Queue(background); err != nil || len(all) != 2 || all[0].ID != shown || all[1].ID != waits {
			t.Errorf("%+v, %v", all, err)
		}
		if err := r.Dismiss(background, gone); !errors.Is(err, ErrNotFound) {
			t.Errorf("a second time: %v", err)
		}
		time.Sleep(stand)
		r.shows(waits, "it is next")
	})
}
