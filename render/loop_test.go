// SPDX-License-Identifier: Apache-2.0

package render

import (
	"errors"
	"image"
	"image/color"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

var quiet = slog.New(slog.DiscardHandler)

// fakePanel keeps what was drawn, and when.
type fakePanel struct {
	mu    sync.Mutex // the loop writes, the test reads
	img   *image.RGBA
	level float64
	drawn []time.Time
	fails error
	shut  bool
}

func newFakePanel() *fakePanel { return &fakePanel{img: image.NewRGBA(image.Rect(0, 0, 4, 2))} }

func (p *fakePanel) Bounds() image.Rectangle { return p.img.Rect }

func (p *fakePanel) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fails != nil {
		return p.fails
	}
	copy(p.img.Pix, src.(*image.RGBA).Pix)
	p.drawn = append(p.drawn, time.Now())
	return nil
}

func (p *fakePanel) SetBrightness(level float64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.level = level
	return nil
}

func (p *fakePanel) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut = true
	return nil
}

func (p *fakePanel) shows(t *testing.T, art string) {
	t.Helper()
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	pixtest.Equal(t, p.img, art)
}

func (p *fakePanel) count() int {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.drawn)
}

// filled is a still picture of one colour.
func filled(c color.RGBA) *Still {
	m := image.NewRGBA(image.Rect(0, 0, 4, 2))
	Block(m, m.Rect, c)
	return &Still{Image: m}
}

var (
	allWhite = filled(color.RGBA{255, 255, 255, 255})
	allRed   = filled(color.RGBA{255, 0, 0, 255})
)

// bubble runs f with a loop on a fake panel in fake time.
func bubble(t *testing.T, f func(*testing.T, *Loop, *fakePanel)) {
	synctest.Test(t, func(t *testing.T) {
		p := newFakePanel()
		l := NewLoop(p, quiet)
		l.pace = &timers{}
		defer must.Run(t, l.Run)()
		synctest.Wait()
		f(t, l, p)
	})
}

func TestLoopShowsAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 0.5})
		p.shows(t, "####\n####")
		if p.level != 0.5 {
			t.Errorf("level %v, want 0.5", p.level)
		}
	})
}

func TestLoopSleepsWhileThePictureStandsStill(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
		before := p.count()
		time.Sleep(time.Hour)
		if n := p.count(); n != before {
			t.Errorf("%d frames in an hour of a still picture", n-before)
		}
	})
}

func TestLoopDrawsOnTheGrid(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		wide := image.NewRGBA(image.Rect(0, 0, 400, 2))
		for x := range 400 {
			wide.SetRGBA(x, 0, color.RGBA{uint8(x * 50), uint8(x * 90), 9, 255})
		}
		l.Show(Scene{ID: 1, Root: &Marquee{Image: wide, Width: 4, Smooth: true}, Start: time.Now(), Level: 1})
		time.Sleep(Hold + time.Second)
		n := p.count()
		if n < 59 || n > 63 {
			t.Errorf("%d frames in a second of movement, want 60", n)
		}
		for i := 3; i < n; i++ { // after the first of all, the scene and the hold
			if d := p.drawn[i].Sub(p.drawn[i-1]); d < 16*time.Millisecond || d > 17*time.Millisecond {
				t.Fatalf("frame %d came %v after the one before, want 1/60 s", i, d)
			}
		}
	})
}

// TestLoopSkipsWhatDoesNotChange: at 20 px/s there are 20 pictures a second.
// TestFront: what is in front of a scene takes no part in transitions, and moves by
// itself.
func TestFront(t *testing.T) {
	corner := image.NewRGBA(image.Rect(0, 0, 1, 1))
	corner.SetRGBA(0, 0, color.RGBA{0, 255, 0, 255})
	light := &Still{Image: corner}
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		slide := Transition{Style: Slide, For: time.Second}
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1, Front: light, FrontStart: time.Now()})
		p.shows(t, "G###\n####")
		l.Show(Scene{ID: 2, Root: allRed, Start: time.Now(), Level: 1, Enter: slide, Front: light, FrontStart: time.Now()})
		time.Sleep(slide.For / 2)
		p.shows(t, "GRRR\nRRRR")
		time.Sleep(slide.For)
		p.shows(t, "GRRR\nRRRR")
		l.Show(Scene{ID: 3, Root: allWhite, Start: time.Now(), Level: 1, Enter: slide})
		time.Sleep(slide.For / 4)
		p.shows(t, "RRRR\n####")
		time.Sleep(slide.For)
		drawn := p.count()
		l.Show(Scene{ID: 3, Root: allWhite, Start: time.Now(), Level: 1,
			Front: NewAnimation([]*image.RGBA{corner, image.NewRGBA(corner.Rect)},
				[]time.Duration{time.Second, time.Second}, 0),
			FrontStart: time.Now()})
		time.Sleep(1500 * time.Millisecond)
		p.shows(t, "####\n####")
		if n := p.count() - drawn; n != 2 {
			t.Errorf("%d frames, want 2", n)
		}
	})
}

func TestLoopSkipsWhatDoesNotChange(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		wide := image.NewRGBA(image.Rect(0, 0, 400, 2))
		for x := range 400 {
			wide.SetRGBA(x, 0, color.RGBA{uint8(x), uint8(255 - x), 9, 255})
		}
		l.Show(Scene{ID: 1, Root: &Marquee{Image: wide, Width: 4}, Start: time.Now(), Level: 1})
		time.Sleep(Hold)
		before := p.count()
		time.Sleep(time.Second)
		if n := p.count() - before; n < 19 || n > 21 {
			t.Errorf("%d frames in a second at 20 px/s, want 20", n)
		}
	})
}

func TestLoopTransitions(t *testing.T) {
	rows := []struct {
		name  string
		style Style
		after time.Duration // of 300 ms
		part  string
	}{
		{"cut", Cut, 40 * time.Millisecond, "RRRR\nRRRR"},
		{"slide pushes the old picture up", Slide, 40 * time.Millisecond, "####\nRRRR"},
		{"fade mixes light", Fade, 200 * time.Millisecond, "????\n????"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
				l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
				p.shows(t, "####\n####")
				l.Show(
					Scene{ID: 2, Root: allRed, Start: time.Now(), Level: 1, Enter: Transition{row.style, 300 * time.Millisecond}})
				time.Sleep(row.after)
				p.shows(t, row.part)
				time.Sleep(400*time.Millisecond - row.after)
				p.shows(t, "RRRR\nRRRR")
				before := p.count()
				time.Sleep(time.Hour)
				if p.count() != before {
					t.Error("it does not come to rest")
				}
			})
		})
	}
	t.Run("another one in the middle goes on from what is seen", func(t *testing.T) {
		bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
			l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
			p.shows(t, "####\n####")
			enter := Transition{Slide, 300 * time.Millisecond}
			l.Show(Scene{ID: 2, Root: allRed, Start: time.Now(), Level: 1, Enter: enter})
			time.Sleep(40 * time.Millisecond)
			l.Show(Scene{ID: 3, Root: filled(color.RGBA{0, 255, 0, 255}), Start: time.Now(), Level: 0.5, Enter: enter})
			time.Sleep(60 * time.Millisecond)
			p.shows(t, "RRRR\nGGGG")
			time.Sleep(time.Second)
			p.shows(t, "GGGG\nGGGG")
			if p.level != 0.5 {
				t.Errorf("level %v, want that of the new scene", p.level)
			}
		})
	})
	t.Run("the rest stands still", func(t *testing.T) {
		bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
			blinks := NewAnimation([]*image.RGBA{allWhite.Image, allRed.Image}, []time.Duration{time.Second, time.Second}, 0)
			l.Show(Scene{ID: 1, Root: blinks, Start: time.Now(), Level: 1})
			time.Sleep(990 * time.Millisecond)
			l.Show(Scene{ID: 2, Root: filled(color.RGBA{0, 255, 0, 255}), Start: time.Now(), Level: 1,
				Enter: Transition{Slide, 300 * time.Millisecond}})
			time.Sleep(70 * time.Millisecond) // it would be red now
			p.shows(t, "####\nGGGG")
		})
	})
	t.Run("the same scene changes without one", func(t *testing.T) {
		bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
			l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
			p.shows(t, "####\n####")
			l.Show(Scene{ID: 1, Root: allRed, Start: time.Now(), Level: 1, Enter: Transition{Slide, time.Hour}})
			p.shows(t, "RRRR\nRRRR")
		})
	})
}

// TestEndOfATransition: it is over at the very instant that it was to last, not a
// moment before, and then the loop rests.
func TestEndOfATransition(t *testing.T) {
	const whole = 300 * time.Millisecond
	start := time.Now()
	for _, row := range []struct {
		why  string
		in   time.Duration // since it began
		last time.Duration // of the scene's transition
		part float64
	}{
		{"its beginning", 0, whole, 0},
		{"half of it", whole / 2, whole, 0.5},
		{"the last moment of it", whole - 1, whole, float64(whole-1) / float64(whole)},
		{"its end", whole, whole, 1},
		{"long after", time.Hour, whole, 1},
		{"the scene no longer has one", 0, 0, 1},
		{"nor one of less than nothing", 0, -time.Second, 1},
	} {
		l := NewLoop(newFakePanel(), quiet)
		l.entered = start
		l.scene = Scene{Root: allRed, Start: start, Enter: Transition{Slide, row.last}}
		if got := l.progress(start.Add(row.in)); got != row.part {
			t.Errorf("%s: part %v, want %v", row.why, got, row.part)
		}
		if over := l.entered.IsZero(); over != (row.part == 1) {
			t.Errorf("%s: over is %v", row.why, over)
		}
		if _, moving := l.next(start.Add(row.in)); moving != (row.part < 1) {
			t.Errorf("%s: it goes on moving: %v", row.why, moving)
		}
	}
}

// TestLoopSaysAFaultOnce: not at each frame, and again only after it was gone.
func TestLoopSaysAFaultOnce(t *testing.T) {
	p := newFakePanel()
	said := &lines{}
	l := NewLoop(p, said.logger())
	for _, row := range []struct {
		why   string
		fails error
		said  int // in all
	}{
		{"the panel works", nil, 0},
		{"it fails", errors.New("unplugged"), 1},
		{"still", errors.New("unplugged"), 1},
		{"for another reason", errors.New("on fire"), 1},
		{"it works again", nil, 1},
		{"it fails again", errors.New("unplugged"), 2},
	} {
		p.fails = row.fails
		l.scene.Level++ // something to draw
		l.draw(time.Now())
		if got := said.count(); got != row.said {
			t.Errorf("%s: said %d times, want %d", row.why, got, row.said)
		}
	}
}

func TestSlideRows(t *testing.T) {
	dst := image.NewRGBA(image.Rect(0, 0, 4, 2))
	Transition{Style: Slide}.compose(dst, allWhite.Image, allRed.Image, 0.25, 0)
	pixtest.Equal(t, dst, "####\nRRRR")
}

// TestLoopDrawsAgainAfterAFault, though the picture is the same.
func TestLoopDrawsAgainAfterAFault(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		s := Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1}
		for _, fault := range []error{errors.New("unplugged"), nil} {
			p.mu.Lock()
			p.fails = fault
			p.mu.Unlock()
			l.Show(s)
			synctest.Wait()
		}
		p.shows(t, "####\n####")
	})
}

// TestLoopSeesAScene at once, also while it sleeps for a frame that is due later.
func TestLoopSeesAScene(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		slow := NewAnimation([]*image.RGBA{allWhite.Image, allRed.Image},
			[]time.Duration{350 * time.Millisecond, 350 * time.Millisecond}, 0)
		l.Show(Scene{ID: 1, Root: slow, Start: time.Now(), Level: 1})
		time.Sleep(740 * time.Millisecond) // after a change, long before the next
		l.Show(Scene{ID: 2, Root: filled(color.RGBA{0, 255, 0, 255}), Start: time.Now(), Level: 1})
		time.Sleep(time.Second / FPS)
		p.shows(t, "GGGG\nGGGG")
	})
}

func TestLoopIsAlive(t *testing.T) {
	bubble(t, func(t *testing.T, l *Loop, p *fakePanel) {
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
		time.Sleep(time.Hour)
		must.Do(t, l.Alive(t.Context()))
	})
}

func TestLoopEndsDark(t *testing.T) {
	p := newFakePanel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLoop(p, quiet)
		l.pace = &timers{}
		stop := must.Run(t, l.Run)
		l.Show(Scene{ID: 1, Root: allWhite, Start: time.Now(), Level: 1})
		p.shows(t, "####\n####")
		stop()
		p.shows(t, "....\n....")
		if p.level != 0 {
			t.Errorf("level %v, want dark", p.level)
		}
	})
}

// still is a panel that takes everything and keeps nothing.
type still struct{ bounds image.Rectangle }

func (p still) Bounds() image.Rectangle                              { return p.bounds }
func (p still) Draw(image.Rectangle, image.Image, image.Point) error { return nil }
func (p still) SetBrightness(float64) error                          { return nil }

// TestFramesAllocateNothing: neither a moving scene nor a transition.
func TestFramesAllocateNothing(t *testing.T) {
	wide := image.NewRGBA(image.Rect(0, 0, 400, 8))
	for i := range wide.Pix {
		wide.Pix[i] = uint8(i * 7)
	}
	l := NewLoop(still{image.Rect(0, 0, 37, 8)}, quiet)
	now := time.Now()
	l.scene = Scene{ID: 1, Root: &Marquee{Image: wide, Width: 37, Smooth: true}, Start: now, Level: 1}
	frame := func() {
		now = now.Add(time.Second / FPS)
		l.draw(now)
		l.next(now)
	}
	if n := testing.AllocsPerRun(200, frame); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	step := Step{Widget: l.scene.Root, For: time.Hour}
	for style := Fade; style < styles; style++ {
		enter := Transition{style, time.Hour}
		l.entered, l.scene.Enter = now, enter
		if n := testing.AllocsPerRun(50, frame); n != 0 {
			t.Errorf("%v allocations a frame of transition %d to a scene", n, style)
		}
		l.entered = time.Time{}
		l.scene.Root, l.scene.Start = NewSequence(Step{}, 0, enter, step, step), now.Add(-step.For)
		if n := testing.AllocsPerRun(50, frame); n != 0 {
			t.Errorf("%v allocations a frame of transition %d within a scene", n, style)
		}
	}
}
