// SPDX-License-Identifier: Apache-2.0

package input

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// play feeds levels at times, in ms, and steps when the machine wants it. It
// returns what happened: "0 down, 30 up". A level is + or -.
func play(p *press, script string, until int) string {
	var start = time.Unix(0, 0)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	type edge struct {
		ms   int
		down bool
	}
	var edges []edge
	for _, word := range strings.Fields(script) {
		var e edge
		fmt.Sscanf(word[1:], "%d", &e.ms)
		e.down = word[0] == '+'
		edges = append(edges, e)
	}
	var log []string
	note := func(now time.Time, kinds []Kind) {
		for _, k := range kinds {
			log = append(log, fmt.Sprintf("%d %v", now.Sub(start).Milliseconds(), k))
		}
	}
	for {
		next, down, isEdge := at(until), false, false
		if len(edges) > 0 && at(edges[0].ms).Before(next) {
			next, down, isEdge = at(edges[0].ms), edges[0].down, true
		}
		if w := p.wake(); !w.IsZero() && w.Before(next) {
			note(w, p.step(w, nil))
			if !p.wake().After(w) && !p.wake().IsZero() {
				return strings.Join(append(log, "stuck"), ", ")
			}
			continue
		}
		if !isEdge {
			return strings.Join(log, ", ")
		}
		edges = edges[1:]
		note(next, p.level(down, next, nil))
	}
}

func usual() Timing {
	var t Timing
	t.setDefaults()
	return t
}

func TestPress(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"click", "+0 -100", "10 down, 110 up, 110 click"},
		{"bouncing contact: one click", "+0 -2 +3 -4 +6 -100 +101 -103", "16 down, 113 up, 113 click"},
		{"glitch of a near cable", "+0 -1", ""},
		{"glitch while held", "+0 -300 +301 -500", "10 down, 510 up, 510 click"},
		{"just short", "+0 -599", "10 down, 609 up, 609 click"},
		{"just long", "+0 -600", "10 down, 600 long, 610 up"},
		{"long and repeating", "+0 -1000", "10 down, 600 long, 750 repeat, 900 repeat, 1010 up"},
		{"glitch at the moment of long", "+0 -595 +602 -640", "10 down, 602 long, 650 up"},
		{"double click", "+0 -80 +200 -280", "10 down, 90 up, 90 click, 210 down, 290 up, 290 click, 290 double"},
		{"two slow clicks", "+0 -80 +381 -480", "10 down, 90 up, 90 click, 391 down, 490 up, 490 click"},
		{"third click is a first again", "+0 -50 +100 -150 +200 -250",
			"10 down, 60 up, 60 click, 110 down, 160 up, 160 click, 160 double, 210 down, 260 up, 260 click"},
		{"click, then long: no double", "+0 -50 +100 -750", "10 down, 60 up, 60 click, 110 down, 700 long, 760 up"},
		{"long, then click: no double", "+0 -650 +700 -750", "10 down, 600 long, 660 up, 710 down, 760 up, 760 click"},
		{"told twice", "+0 +5 -100 -105", "10 down, 110 up, 110 click"},
	} {
		must.Equal(t, play(&press{timing: usual()}, c.script, 5000), c.want, c.name)
	}
}

func TestPressWithoutDebounce(t *testing.T) {
	timing := usual()
	timing.Debounce = 0
	for _, c := range []struct{ name, script, want string }{
		{"at once", "+0 -100", "0 down, 100 up, 100 click"},
		{"both at the same time, as remote controls do", "+5 -5", "5 down, 5 up, 5 click"},
	} {
		must.Equal(t, play(&press{timing: timing}, c.script, 5000), c.want, c.name)
	}
}

// TestLateStep: a thread that was held up tells the same story, less the
// repetitions that it missed.
func TestLateStep(t *testing.T) {
	p := press{timing: usual()}
	at := func(ms int) time.Time { return time.Unix(0, 0).Add(time.Duration(ms) * time.Millisecond) }
	got := fmt.Sprint(p.level(true, at(0), nil), p.step(at(2000), nil), p.wake().Sub(at(0)),
		p.level(false, at(2100), nil), p.level(true, at(3000), nil), p.level(false, at(4000), nil))
	want := "[] [down long repeat] 2.15s [] [up] [down long repeat]"
	must.Equal(t, got, want)
}

func TestCancel(t *testing.T) {
	p := press{timing: usual()}
	if got := p.cancel(nil); got != nil {
		t.Errorf("a key that is up tells %v", got)
	}
	at := time.Unix(0, 0)
	p.level(true, at, nil)
	p.step(at.Add(time.Second), nil)
	if got := fmt.Sprint(p.cancel(nil)); got != "[up]" || !p.wake().IsZero() {
		t.Errorf("a held key tells %v and wants to wake at %v", got, p.wake())
	}
}

func TestActs(t *testing.T) {
	for _, c := range []struct {
		e    Event
		want bool
	}{
		{Event{Left, Down}, true}, {Event{Left, Repeat}, false}, {Event{Left, Click}, false},
		{Event{VolumeUp, Down}, true}, {Event{VolumeUp, Repeat}, true}, {Event{VolumeDown, Repeat}, true},
		{Event{VolumeUp, Click}, false}, {Event{VolumeUp, Long}, false}, {Event{Action, Double}, false},
	} {
		if got := c.e.Acts(); got != c.want {
			t.Errorf("%v acts: %v", c.e, got)
		}
	}
}

// FuzzPress: whatever the levels and times, downs and ups take turns, and the
// machine never wants to wake in the past.
func FuzzPress(f *testing.F) {
	f.Add([]byte{1, 100, 0, 100, 1, 255, 0, 1})
	f.Add([]byte{1, 0, 0, 0, 1, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 64<<10+256*len(data), func() {
			p, now, down := press{timing: usual()}, time.Unix(0, 0), false
			for i := 0; i+1 < len(data); i += 2 {
				now = now.Add(time.Duration(data[i+1]) * 7 * time.Millisecond)
				kinds := p.level(data[i]&1 == 1, now, nil)
				for _, k := range kinds {
					if k == Down == down && (k == Down || k == Up) || (k == Long || k == Repeat) && !down {
						t.Fatalf("%v while down is %v", k, down)
					}
					down = k == Down || k != Up && down
				}
				if w := p.wake(); !w.IsZero() && !w.After(now) {
					t.Fatalf("at %v it wants to wake at %v", now, w)
				}
			}
		})
	})
}
