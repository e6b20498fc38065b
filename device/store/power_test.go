// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"path"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
)

// versions are what is saved in turn, each different in every file.
func versions(t testing.TB, v device.Saved) (all []device.Saved) {
	for i := range 4 {
		n := v
		n.Settings.Volume, n.Reserved = 10+i, v.Reserved+uint64(100*i)
		n.Ended = []device.SavedEnd{{ID: fmt.Sprint(100 + i), Outcome: note.OutcomeShown}}
		n.Apps = map[string]device.SavedApp{"a": {Version: i, Keep: []byte(`{}`)}}
		text := []note.Fragment{{Text: "x"}}
		n.Waiting = []device.SavedEntry{{ID: fmt.Sprint(200 + i), Notification: note.Notification{
			Frames: []note.Frame{{Icon: picture(t, 3000, string(rune('a'+i))), Text: text}},
		}}}
		all = append(all, n)
	}
	return all
}

// TestPowerCut cuts the power after every call of a start and of four saves, and
// looks at everything that the file system may have kept: what Run took for
// written is there, or something newer; nothing is broken; the identity stays.
func TestPowerCut(t *testing.T) {
	base := durabletest.NewMemory()
	_, first := open(t, base)
	calls, cuts := 1, 0
	for cut := 0; cut < calls; cut++ {
		m := base.Settled()
		m.Calls = cut
		s, v := open(t, m)
		all, sure := versions(t, v), -1
		for i, n := range all {
			if s.put(n) {
				sure = i
			}
		}
		if m.Calls > 0 { // it was not cut
			break
		}
		calls = cut + 2
		m.Cuts(func(why string, after *durabletest.Memory) {
			cuts++
			checkCut(t, fmt.Sprintf("cut after %d calls, %s", cut, why), after, first, all, sure)
		})
	}
	if t.Logf("%d calls, %d ways to lose the power", calls, cuts); calls < 60 {
		t.Errorf("only %d calls", calls)
	}
}

func checkCut(t *testing.T, why string, m *durabletest.Memory, first device.Saved, all []device.Saved, sure int) {
	t.Helper()
	s, got := open(t, m)
	if got.Identity != first.Identity {
		t.Errorf("%s: another identity", why)
	}
	if err := s.Fault(); err != nil {
		t.Errorf("%s: %v", why, err)
	}
	for name := range m.Contents() {
		if path.Ext(name) == bad {
			t.Errorf("%s: %s is broken", why, name)
		}
	}
	volume, waiting := got.Settings.Volume-10, -1
	if len(got.Waiting) == 1 {
		_, _ = fmt.Sscan(got.Waiting[0].ID, &waiting)
		waiting -= 200
		if got.Waiting[0].Notification.Frames[0].Icon == lost {
			t.Errorf("%s: the picture is lost", why)
		}
	}
	if sure >= 0 &&
		(volume < sure || waiting < sure || got.Reserved < all[sure].Reserved || got.Apps["a"].Version < sure ||
			len(got.Ended) == 0) {
		t.Errorf("%s: %d was written, and there are settings %d, queue %d, ids from %d", why, sure, volume, waiting,
			got.Reserved)
	}
	if waiting >= 0 && got.Reserved < all[waiting].Reserved {
		t.Errorf("%s: ids from %d, and one of %d may be in use", why, got.Reserved, all[waiting].Reserved)
	}
}
