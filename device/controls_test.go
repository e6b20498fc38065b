// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

func TestButtons(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		clock := r.scene().ID
		r.must(r.Press(background, ButtonRight))
		if r.scene().ID == clock {
			t.Error("right: the app is the same")
		}
		r.must(r.Press(background, ButtonLeft))
		id := r.post(notice(note.PriorityInfo))
		r.must(r.Press(background, ButtonAction))
		r.outcome(id, note.OutcomeDismissed)
		r.must(r.Press(background, ButtonVolumeUp))
		if a, _ := r.Audio(background); a.Volume != 55 {
			t.Errorf("louder: %d, want 55", a.Volume)
		}
		for range 20 {
			r.must(r.Press(background, ButtonVolumeDown))
		}
		if a, _ := r.Audio(background); a.Volume != 0 {
			t.Errorf("down and down: %d, want 0", a.Volume)
		}
		if err := r.Press(background, ButtonVolumeDown+1); err == nil {
			t.Error("a button that is none was pressed")
		}
	})
}

func TestButtonsKeepToTheLimits(t *testing.T) {
	quiet := func(c *Config, _ *Saved) { c.Limits.VolumeLimit = Range{Min: 20, Max: 52} }
	story(t, quiet, func(t *testing.T, r *rig) {
		for b, want := range map[Button]int{ButtonVolumeUp: 52, ButtonVolumeDown: 20} {
			for range 20 {
				r.must(r.Press(background, b))
			}
			if a, _ := r.Audio(background); a.Volume != want {
				t.Errorf("%v as far as it goes: %d, want %d", b, a.Volume, want)
			}
		}
	})
}

func TestDismissAll(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		ids := []string{r.post(notice(note.PriorityInfo)), r.post(notice(note.PriorityWarning)), r.post(withSound(cat(0)))}
		r.must(r.DismissAll(background))
		for _, id := range ids {
			r.outcome(id, note.OutcomeDismissed)
		}
		r.shows("", "all are dismissed")
	})
}

// asked is an IconSource that remembers what it was asked for.
type asked struct {
	noIcons
	refs map[icons.Ref]bool
}

func (a asked) Icon(r icons.Ref) *icons.Icon {
	a.refs[r] = true
	return a.noIcons.Icon(r)
}

// TestIconsAreFetchedAhead: from the POST on, while the notification waits; a
// picture within it needs no fetching and is not decoded before it shows.
func TestIconsAreFetchedAhead(t *testing.T) {
	source := asked{refs: map[icons.Ref]bool{}}
	data := ref("data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	cfg := testConfig(t)
	cfg.Icons = source
	s := newState(cfg, Fresh(), start)
	with := notice(note.PriorityInfo)
	with.Frames = []note.Frame{{Icon: ref("i7")}, {Icon: data}}
	for _, n := range []note.Notification{notice(note.PriorityInfo), with} {
		must.Get(s.notify(n, "", start))(t)
		s.step(start)
	}
	if !source.refs[ref("i7")] || source.refs[data] {
		t.Errorf("asked for %v while it waits, want i7 alone", source.refs)
	}
	if s.step(start.Add(stand)); !source.refs[data] {
		t.Error("the picture within the notification was not asked for when it showed")
	}
}
