// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"testing"
	"testing/synctest"
	"time"
)

// TestLive: what is given to it comes to the panel without a new scene, and at once.
func TestLive(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		live := NewLive(image.Pt(4, 2), l.Wake)
		l.Show(Scene{ID: 1, Root: live, Start: time.Now(), Level: 1})
		p.shows(t, "....\n....")
		for _, frame := range []struct {
			still *Still
			want  string
		}{{allWhite, "####\n####"}, {allRed, "RRRR\nRRRR"}} {
			time.Sleep(time.Second)
			live.Give(frame.still.Image)
			synctest.Wait()
			p.shows(t, frame.want)
			before := p.count()
			time.Sleep(time.Hour)
			if n := p.count(); n != before {
				t.Errorf("%d frames in an hour without a new one", n-before)
			}
		}
	})
}

// TestLiveIsNeverFasterThanThePanel: a flood of frames is drawn at 60 a second, the
// newest of them each time, and ends with the last one.
func TestLiveIsNeverFasterThanThePanel(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		live := NewLive(image.Pt(4, 2), l.Wake)
		l.Show(Scene{ID: 1, Root: live, Start: time.Now(), Level: 1})
		before := p.count()
		for i := range 1000 {
			live.Give(filled(color.RGBA{uint8(i), uint8(i >> 8), 255, 255}).Image)
			time.Sleep(time.Millisecond)
		}
		live.Give(allRed.Image)
		time.Sleep(time.Second/FPS + time.Millisecond)
		if n := p.count() - before; n < 59 || n > 63 {
			t.Errorf("%d frames in a second, want 60", n)
		}
		p.shows(t, "RRRR\nRRRR")
	})
}

// TestLiveBesideWhatMovesSlowly: a frame does not wait for a clock's next second.
func TestLiveBesideWhatMovesSlowly(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		live := NewLive(image.Pt(4, 1), l.Wake)
		slow := NewAnimation([]*image.RGBA{allWhite.Image, allRed.Image}, []time.Duration{time.Minute, time.Minute}, 0)
		l.Show(Scene{ID: 1, Root: &Stack{Bounds: image.Pt(4, 2), Layers: []Layer{{Widget: slow}, {Widget: live}}},
			Start: time.Now(), Level: 1})
		p.shows(t, "....\n####")
		time.Sleep(time.Second)
		live.Give(allRed.Image)
		synctest.Wait()
		p.shows(t, "RRRR\n####")
		time.Sleep(time.Minute)
		p.shows(t, "RRRR\nRRRR")
	})
}

// TestWakeOfAStillScene draws it, and sends nothing since it is the same.
func TestWakeOfAStillScene(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
		before := p.count()
		for range 3 {
			l.Wake()
		}
		time.Sleep(time.Second)
		if n := p.count(); n != before {
			t.Errorf("%d frames of a picture that is the same", n-before)
		}
	})
}

// TestLiveAllocatesNothing, from what is given to what is on the panel.
func TestLiveAllocatesNothing(t *testing.T) {
	l := NewLoop(still{image.Rect(0, 0, 4, 2)}, quiet)
	live := NewLive(image.Pt(4, 2), l.Wake)
	now := time.Now()
	l.scene = Scene{ID: 1, Root: live, Start: now, Level: 1}
	frames := []*image.RGBA{allWhite.Image, allRed.Image}
	n := 0
	if got := testing.AllocsPerRun(100, func() {
		n++
		live.Give(frames[n%2])
		now = now.Add(time.Second / FPS)
		l.draw(now)
		l.next(now)
	}); got != 0 {
		t.Errorf("%v allocations a frame", got)
	}
}
