// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"image/color"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

func stands(art string, d time.Duration) render.Step {
	return render.Step{Widget: &render.Still{Image: picture(art)}, For: d}
}

func TestSequence(t *testing.T) {
	lead, first, second := stands(`RR`, time.Second), stands(`#.`, 2*time.Second), stands(`.#`, 3*time.Second)
	s := render.NewSequence(lead, 2, render.Transition{}, first, second)
	rows := []struct {
		why  string
		t    time.Duration
		want string
		next time.Duration
	}{
		{"the lead", 0, `RR`, time.Second},
		{"the first step", time.Second, `#.`, 3 * time.Second},
		{"the second", 3 * time.Second, `.#`, 6 * time.Second},
		{"the second pass is without the lead", 6 * time.Second, `#.`, 8 * time.Second},
		{"the last step stays", 8 * time.Second, `.#`, render.Forever},
		{"also when it is over", 11 * time.Second, `.#`, render.Forever},
		{"for good", time.Hour, `.#`, render.Forever},
		{"before the start is the start", -time.Second, `RR`, time.Second},
	}
	for _, row := range rows {
		pixtest.Equal(t, draw(s, image.Pt(2, 1), row.t), row.want)
		if next := s.Next(row.t); next != row.next {
			t.Errorf("%s: changes next at %v, want %v", row.why, next, row.next)
		}
	}
	if got := s.Length(2); got != 11*time.Second {
		t.Errorf("lead and two passes last %v, want 11 s", got)
	}
	alone := render.NewSequence(render.Step{}, 0, render.Transition{}, first)
	if next := alone.Next(time.Minute); next != render.Forever {
		t.Errorf("one still step changes at %v, want never", next)
	}
	ever := render.NewSequence(render.Step{}, 0, render.Transition{}, first, second)
	pixtest.Equal(t, draw(ever, image.Pt(2, 1), 500*time.Second+2*time.Second), `.#`)
}

// TestSequenceTransitions: one step takes over from the other within the time of
// the other, and nowhere else.
func TestSequenceTransitions(t *testing.T) {
	const ms = time.Millisecond
	slide := render.Transition{Style: render.Slide, For: 400 * ms}
	lead, first, second := stands("RR\nRR", time.Second), stands("##\n##", 2*time.Second), stands("#.\n.#", 3*time.Second)
	lone := render.NewSequence(render.Step{}, 0, slide, first)
	led := render.NewSequence(lead, 0, slide, first)
	many := render.NewSequence(lead, 2, slide, first, second)
	faded := render.NewSequence(render.Step{}, 0, render.Transition{Style: render.Fade, For: 400 * ms}, first, lead)
	rows := []struct {
		why  string
		s    *render.Sequence
		t    time.Duration
		want string
	}{
		{"nothing comes before the only step", lone, 100 * ms, "##\n##"},
		{"nor does it take over from itself", lone, 2100 * ms, "##\n##"},
		{"nothing comes before the lead", many, 100 * ms, "RR\nRR"},
		{"the lead is left", led, 1100 * ms, "RR\n##"},
		{"and does not come back", led, 3100 * ms, "##\n##"},
		{"the first pass leaves the lead", many, 1100 * ms, "RR\n##"},
		{"the last instant of a step is its own", many, 3*time.Second - 1, "##\n##"},
		{"the next one begins with what was there", many, 3 * time.Second, "##\n##"},
		{"pushes it up", many, 3100 * ms, "##\n#."},
		{"and is there when the time is over", many, 3400 * ms, "#.\n.#"},
		{"the second pass leaves the last step", many, 6100 * ms, ".#\n##"},
		{"a fade mixes light", faded, 2200 * ms, "??\n??"},
		{"and ends", faded, 2400 * ms, "RR\nRR"},
	}
	for _, row := range rows {
		t.Run(row.why, func(t *testing.T) { pixtest.Equal(t, draw(row.s, image.Pt(2, 2), row.t), row.want) })
	}
	if got := many.Length(2); got != 11*time.Second {
		t.Errorf("two passes take %v, want 11 s: as without transitions", got)
	}
	if next := many.Next(3100 * ms); next != 3100*ms+1 {
		t.Errorf("within a transition it changes at %v, want at once", next)
	}
	if next := many.Next(3400 * ms); next != 6*time.Second {
		t.Errorf("after it, it changes at %v, want 6 s", next)
	}
}

// TestLengthOfVeryManyPasses: what does not fit into a duration is for ever, and
// does not come round to the past.
func TestLengthOfVeryManyPasses(t *testing.T) {
	lead, step := stands(`RR`, time.Hour), stands(`#.`, time.Minute)
	most := int((render.Forever - lead.For) / step.For)
	for _, row := range []struct {
		why    string
		passes int
		want   time.Duration
	}{
		{"none", 0, time.Hour},
		{"one", 1, time.Hour + time.Minute},
		{"as many as fit", most, time.Hour + time.Duration(most)*time.Minute},
		{"one more", most + 1, render.Forever},
		{"as many as can be said", math.MaxInt, render.Forever},
	} {
		s := render.NewSequence(lead, row.passes, render.Transition{}, step, step)
		if got := render.NewSequence(lead, 0, render.Transition{}, step).Length(row.passes); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
		pixtest.Equal(t, draw(s, image.Pt(2, 1), 2*time.Hour), `#.`)
		if next := s.Next(30 * time.Minute); next <= 30*time.Minute {
			t.Errorf("%s: it changes next at %v", row.why, next)
		}
	}
}

// TestChangeAtTheVeryEnd: what comes in the last instant stays, so it is said.
func TestChangeAtTheVeryEnd(t *testing.T) {
	blinks := render.NewAnimation([]*image.RGBA{picture(`#.`), picture(`.#`)},
		[]time.Duration{time.Second - 1, time.Second}, 0)
	s := render.NewSequence(render.Step{}, 1, render.Transition{}, render.Step{Widget: blinks, For: time.Second})
	if next := s.Next(0); next != time.Second-1 {
		t.Errorf("it changes next at %v, want its last instant", next)
	}
	if next := s.Next(time.Second - 1); next != render.Forever {
		t.Errorf("after that it changes at %v, want never", next)
	}
	pixtest.Equal(t, draw(s, image.Pt(2, 1), time.Hour), `.#`)
}

// TestLeftAsItWas: a text that has scrolled out does not come back while it is
// pushed away.
func TestLeftAsItWas(t *testing.T) {
	scrolls := &render.Marquee{Image: picture("####\n####"), Width: 2, Gap: 1, Speed: 10}
	steps := []render.Step{{Widget: scrolls, For: scrolls.Period()}, stands("RR\nRR", time.Second)}
	s := render.NewSequence(render.Step{}, 0,
		render.Transition{Style: render.Slide, For: 400 * time.Millisecond}, steps...)
	pixtest.Equal(t, draw(s, image.Pt(2, 2), scrolls.Period()+100*time.Millisecond), "..\nRR")
	alone := render.NewSequence(render.Step{}, 1, render.Transition{}, steps[0])
	pixtest.Equal(t, draw(alone, image.Pt(2, 2), scrolls.Period()), "..\n..")
}

// TestSequenceClipped: what lies outside of the picture leaves no trace in it.
func TestSequenceClipped(t *testing.T) {
	slide := render.Transition{Style: render.Slide, For: 400 * time.Millisecond}
	s := render.NewSequence(render.Step{}, 0, slide, stands("#.\n..", time.Second), stands(".#\n..", time.Second))
	const half = 1100 * time.Millisecond // the rows have moved by one
	bright := image.NewRGBA(image.Rect(0, 0, 2, 2))
	for i := range bright.Pix {
		bright.Pix[i] = 255
	}
	s.Draw(bright, image.Point{}, half)
	pixtest.Equal(t, draw(s, image.Pt(2, 1), half), "..")
}

// TestSequenceManyDrawers: any goroutine may draw it, at any time.
func TestSequenceManyDrawers(t *testing.T) {
	fade := render.Transition{Style: render.Fade, For: time.Second}
	s := render.NewSequence(render.Step{}, 0, fade, stands("#.", time.Second), stands(".R", time.Second))
	want := map[time.Duration]string{}
	for at := time.Duration(0); at < 4*time.Second; at += 50 * time.Millisecond {
		want[at] = pixtest.String(draw(s, image.Pt(2, 1), at))
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for at, art := range want {
				if got := pixtest.String(draw(s, image.Pt(2, 1), at)); got != art {
					t.Errorf("at %v: %s, want %s", at, got, art)
				}
			}
		})
	}
	all.Wait()
}

// TestTransitionOverABackground: what lies below a sequence shows where neither
// of its two sides has a pixel, also while one takes over from the other.
func TestTransitionOverABackground(t *testing.T) {
	gap := &render.Still{Image: image.NewRGBA(image.Rect(0, 0, 4, 1))}
	gap.Image.Set(0, 0, color.White)
	enter := render.Transition{Style: render.Fade, For: time.Second}
	s := render.NewSequence(render.Step{}, 0, enter, render.Step{Widget: gap, For: 2 * time.Second},
		render.Step{Widget: gap, For: 2 * time.Second})
	for _, at := range []time.Duration{time.Second, 2500 * time.Millisecond} {
		m := draw(&render.Fill{Bounds: image.Pt(6, 1), Color: color.RGBA{255, 0, 0, 255}}, image.Pt(6, 1), 0)
		s.Draw(m, image.Pt(1, 0), at)
		pixtest.Equal(t, m, "R#RRRR")
	}
}
