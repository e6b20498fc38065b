// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/synth"
)

// rowOf is a picture of one letter for each bit of n.
func rowOf(n int) render.Widget {
	m := image.NewRGBA(blank.Image.Rect)
	for bit := range 8 {
		if n>>bit&1 == 1 {
			m.SetRGBA(4*bit, 3, color.RGBA{200, 0, 0, 255})
		}
	}
	return &render.Still{Image: m}
}

// TestFlaps: letters turn over where a widget changes while it is on the panel, and are heard as often, but never over
// another sound, nor where nobody sees them, nor at night.
func TestFlaps(t *testing.T) {
	if got := synth.Length(synth.Motions, "flap"); got != render.CardAfter {
		t.Errorf("a click lasts %v, and the next card falls after %v", got, render.CardAfter)
	}
	for _, row := range []struct {
		why    string
		set    func(*rig, *puppet, *View)
		clicks int
		turns  bool
	}{
		{"a letter goes and three come", func(*rig, *puppet, *View) {}, 4, true},
		{"no sound is wanted", func(_ *rig, _ *puppet, v *View) { v.Clicks = false }, 0, true},
		{"nothing is to turn over", func(_ *rig, _ *puppet, v *View) { v.Flips = false }, 0, false},
		{"it begins again", func(_ *rig, _ *puppet, v *View) { v.Start = v.Start.Add(time.Second) }, 0, false},
		{"nothing changes", func(_ *rig, p *puppet, v *View) {
			v.Root = p.now.Views[FirstWidget("board")].Root
		}, 0, false},
		{"another widget shows", func(r *rig, _ *puppet, _ *View) {
			r.must(r.Activate(background, "clock", FirstWidget("clock")))
		}, 0, false},
		{"an app sounds", func(_ *rig, p *puppet, _ *View) { p.now.Track = chime }, 0, true},
		{"a message covers it", func(r *rig, _ *puppet, _ *View) { r.post(notice(note.PriorityInfo)) }, 0, false},
		{"quiet hours", func(r *rig, _ *puppet, _ *View) {
			all := QuietPatch{Enabled: new(true), Start: new(at("00:00")), End: new(at("23:00"))}
			must.Get(r.SetQuietHours(background, all))(r.t)
		}, 0, true},
		{"a night without quiet hours", func(r *rig, p *puppet, _ *View) {
			r.pull(func() { p.now.Front = FirstWidget("board") }) // else the screensaver shows
			night := NightPatch{When: new(NightTime), From: new(at("00:00")), To: new(at("06:00"))}
			must.Get(r.SetNight(background, night))(r.t)
			must.Get(r.SetQuietHours(background, QuietPatch{Enabled: new(false)}))(r.t)
		}, 0, true},
	} {
		p := newPuppet("board")
		id := FirstWidget("board")
		storyOf(t, row.why, with(p), func(t *testing.T, r *rig) {
			r.must(r.Activate(background, "board", id))
			view := View{Root: rowOf(0b1000), Start: time.Now(), Anew: true, Flips: true, Clicks: true}
			r.pull(func() { p.now.Views = map[string]View{id: view} })
			time.Sleep(time.Minute)
			r.mode(ManualMode)
			view.Root = rowOf(0b0111)
			row.set(r, p, &view)
			r.pull(func() { p.now.Views = map[string]View{id: view} })
			heard, scene := r.track(), r.scene()
			clicks := heard.Repeat
			if heard.Category != synth.Motions {
				clicks = 0
			}
			if status := r.Status(); clicks > 0 && status.Playing != "" {
				t.Errorf("the status names the sound %q, which nobody can stop", status.Playing)
			}
			if clicks != row.clicks || clicks > 0 && heard.Volume == 0 {
				t.Errorf("heard %+v, want %d clicks", heard, row.clicks)
			}
			if _, turns := scene.Root.(*render.Flaps); turns != row.turns {
				t.Errorf("letters turn over: %v", turns)
			}
		})
	}
}

// TestFlapsWait: a second train of clicks begins no earlier than the speaker has done with the first one, and a widget
// that comes back does not turn over again.
func TestFlapsWait(t *testing.T) {
	p := newPuppet("board")
	id := FirstWidget("board")
	story(t, with(p), func(t *testing.T, r *rig) {
		r.must(r.Activate(background, "board", id))
		r.mode(ManualMode)
		view := View{Root: rowOf(1), Start: time.Now(), Anew: true, Flips: true, Clicks: true}
		show := func(n int) sounds.Track {
			view.Root = rowOf(n)
			r.pull(func() { p.now.Views = map[string]View{id: view} })
			return r.track()
		}
		show(1)
		first := show(2)
		time.Sleep(300 * time.Millisecond)
		if second := show(3); first.Silent() || second != first {
			t.Errorf("%+v, then %+v", first, second)
		}
		r.must(r.SoundEnded(background, first.Key))
		if again := r.track(); !again.Silent() {
			t.Errorf("%+v is heard after its end", again)
		}
		time.Sleep(2 * time.Second)
		third := show(4)
		if third.Silent() || third == first {
			t.Errorf("%+v, long after %+v", third, first)
		}
		time.Sleep(2 * time.Second)
		if again := r.track(); !again.Silent() {
			t.Errorf("%+v is heard after its time, where nothing tells of its end", again)
		}
		r.post(notice(note.PriorityInfo))
		show(7)
		r.must(r.DismissAll(background))
		if again := r.track(); !again.Silent() || r.scene().Root == view.Root {
			t.Errorf("%+v is heard after a message that covered the letters", again)
		}
		r.must(r.Activate(background, "clock", FirstWidget("clock")))
		show(5)
		r.must(r.Activate(background, "board", id))
		if _, turns := r.scene().Root.(*render.Flaps); turns || !r.track().Silent() {
			t.Errorf("it comes back: letters turn over: %v, heard %+v", turns, r.track())
		}
		view.Start = time.Now() // it begins again, with the same picture
		r.pull(func() { p.now.Views = map[string]View{id: view} })
		if show(6); r.scene().Root == view.Root {
			t.Error("nothing turns over after it has begun again")
		}
	})
}
