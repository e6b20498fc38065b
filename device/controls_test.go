// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

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

// holder is an app that counts the long presses of its widget.
type holder struct {
	ground
	held *[]string
}

func (h holder) Hold(widget string, b Button, _ time.Time) {
	*h.held = append(*h.held, b.String()+" "+widget)
}

// TestLongPress: an app learns of a press that was long and not too long, while its widget
// shows, and if the press had nothing else to do.
func TestLongPress(t *testing.T) {
	hold := func(b Button, d time.Duration) func(*rig) {
		return func(r *rig) { r.press(b, Down); time.Sleep(d); r.press(b, Up) }
	}
	cover := func(r *rig) { n := notice(note.PriorityInfo); r.post(n) }
	for _, row := range []struct {
		why   string
		long  time.Duration // Config.LongPress
		do    func(*rig)
		times int
	}{
		{"just long enough", 0, hold(ButtonAction, 600*time.Millisecond), 1},
		{"short", 0, hold(ButtonAction, 599*time.Millisecond), 0},
		{"the last that counts", 0, hold(ButtonAction, 5*time.Second), 1},
		{"for so long that something lies on it", 0, hold(ButtonAction, 5*time.Second+1), 0},
		{"short by the configuration", time.Second, hold(ButtonAction, 999*time.Millisecond), 0},
		{"long by the configuration", time.Second, hold(ButtonAction, time.Second), 1},
		{"any button", 0, hold(ButtonVolumeUp, time.Second), 1},
		{"it dismissed a message", 0, func(r *rig) { cover(r); hold(ButtonAction, time.Second)(r) }, 0},
		{"a message came meanwhile", 0, func(r *rig) {
			r.press(ButtonAction, Down)
			cover(r)
			time.Sleep(time.Second)
			r.press(ButtonAction, Up)
		}, 0},
		{"another button in between", 0, func(r *rig) {
			r.press(ButtonAction, Down)
			r.click(ButtonVolumeUp)
			time.Sleep(time.Second)
			r.press(ButtonAction, Up)
		}, 0},
		{"let go without a beginning", 0, func(r *rig) { time.Sleep(time.Second); r.press(ButtonAction, Up) }, 0},
		{"the display is off", 0, func(r *rig) {
			r.display(DisplayPatch{On: new(false)})
			hold(ButtonAction, time.Second)(r)
		}, 0},
	} {
		t.Run(row.why, func(t *testing.T) {
			var held []string
			story(t, func(c *Config, _ *Saved) {
				c.LongPress, c.Apps[0] = row.long, holder{ground{"clock"}, &held}
			}, func(t *testing.T, r *rig) {
				row.do(r)
				r.pull(func() {
					if len(held) != row.times || row.times > 0 && held[0][len(held[0])-32:] != FirstWidget("clock") {
						t.Errorf("%q, want %d", held, row.times)
					}
				})
			})
		})
	}
}
