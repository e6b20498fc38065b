// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// A seeker is a person who answers the questions of the search for a panel.
type seeker struct {
	t     *testing.T
	ctx   context.Context
	r     *rig.Device
	panel *tablePanel
}

// asked is the question that stands: its kind and the number of answers so far; "found" at the end.
type asked struct {
	Kind   string
	Number int
}

const standing = `(() => {
	const body = document.getElementById('setup-body'), has = (s) => body.querySelector(s) !== null;
	const kind = has('.seek-facts') ? 'found' : has('[value=go-on]') ? 'over' : has('.seek-led') ? 'led' : has('.seek-frame') ? 'clean' : has('[value=red]') ? 'colour' : has('[value="32x16"]') ? 'size' : has('.seek-answer') ? 'rows' : '';
	return {kind, number: +(/\d+/.exec(document.getElementById('setup-title').textContent)?.[0] ?? 0)};
})()`

// question waits for another question than the last one.
func (s *seeker) question(last asked) (now asked) {
	s.t.Helper()
	eventually.True(s.t, "another question is asked", func() bool {
		now = value[asked](s.t, s.ctx, standing)
		return now.Kind != "" && now != last
	})
	return now
}

// press presses the button of a value.
func (s *seeker) press(answer string) {
	s.t.Helper()
	do(s.t, s.ctx, pick(answer))
}

// place says which LED is lit, on the picture of the panel.
func (s *seeker) place(x, y int) {
	s.t.Helper()
	do(s.t, s.ctx, js(`document.querySelector('.seek-board').scrollIntoView({block: 'center'})`))
	room := value[struct{ X, Y, Width, Height float64 }](s.t, s.ctx, `document.querySelector('.seek-board').getBoundingClientRect().toJSON()`)
	pitch := room.Width / float64(s.panel.size.X+2) // the board has a margin
	do(s.t, s.ctx, chromedp.MouseClickXY(room.X+(float64(x)+1.5)*pitch, room.Y+(float64(y)+1.5)*pitch))
	s.marks(x, y)
	s.press("this")
}

// marks waits until the mark is at an LED.
func (s *seeker) marks(x, y int) {
	s.t.Helper()
	do(s.t, s.ctx, until(fmt.Sprintf(`document.querySelector('#setup-body [name=column]').value === '%d' && document.querySelector('#setup-body [name=row]').value === '%d'`, x+1, y+1)))
}

// answers looks at the panel and answers a question.
func (s *seeker) answers(q asked) {
	s.t.Helper()
	if q.Kind == "size" {
		s.panel.forget(s.t)
		s.press(fmt.Sprintf("%dx%d", s.panel.size.X, s.panel.size.Y))
		return
	}
	lit := s.panel.lit(s.t)
	s.panel.forget(s.t)
	switch q.Kind {
	case "rows":
		rows := map[int]bool{}
		for at := range lit {
			rows[at.Y] = true
		}
		s.press(fmt.Sprint(len(rows)))
	case "led":
		switch len(lit) {
		case 0:
			s.press("none")
		case 1:
			for at := range lit {
				s.place(at.X, at.Y)
			}
		default:
			s.press("several")
		}
	case "colour":
		for _, c := range lit {
			s.press(map[string]string{"R": "red", "G": "green", "B": "blue"}[c])
			return
		}
	case "clean":
		s.press("yes")
	}
}

// seek begins the search on a device whose panel is another one than configured, and
// answers until the panel is found. at is called with each question.
func (s *seeker) seek(at func(asked)) {
	s.t.Helper()
	signIn(s.t, s.ctx, s.r)
	do(s.t, s.ctx, click("#setup-open"), asks("administrator"), click(".seek-open"))
	for q := s.question(asked{}); q.Kind != "found"; q = s.question(q) {
		at(q)
		s.answers(q)
	}
}

// newSeeker starts a device whose administrator has set a HUB75 panel, which is a plain one of 64×32 then.
func newSeeker(t *testing.T, ctx context.Context) *seeker {
	t.Helper()
	expect(ctx, isAway) // it restarts with what was found
	lines := filepath.Join(t.TempDir(), "lines.vcd")
	admin := rig.Configured(t, fmt.Sprintf("[panel]\ndriver = \"hub75\"\nwiring = \"regular\"\ngpio = %q\n", "vcd:"+lines))
	r := rig.LaunchIn(t, t.TempDir(), nil, append(admin, "--http", ":"+rig.FreePort(t))...)
	return &seeker{t, ctx, r, newTablePanel(t, "checkered 32x16", "GRB", lines)}
}

// kept reads the configuration of a device that has ended.
func (s *seeker) kept() string {
	s.t.Helper()
	s.r.Stop()
	text, err := os.ReadFile(filepath.Join(s.r.Data, "config", "config.toml"))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// TestPageFindsThePanel: on a telephone somebody answers what they see on a panel whose
// size, wiring and order of colours differ from the configuration. The search ends in
// between for want of an answer, and goes on with the answers so far. What is found is
// tried and kept.
func TestPageFindsThePanel(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	s := newSeeker(t, ctx)
	expect(ctx, `status of 409 .*/live/panel/find`) // the answer that comes too late
	ended := false
	s.seek(func(q asked) {
		shoot(t, ctx, fmt.Sprintf("seek-%d-%s.png", q.Number, q.Kind))
		if ended || q.Kind != "led" {
			return
		}
		ended = true
		s.r.Call("DELETE", "/live/panel/find", "", nil)
		s.press("none")
		s.question(q)
		shoot(t, ctx, "seek-over.png")
		s.panel.forget(t)
		s.press("go-on")
		if again := s.question(asked{Kind: "over"}); again != q {
			t.Errorf("it goes on with %v, want %v", again, q)
		}
	})
	shoot(t, ctx, "seek-found.png")
	if s.r.Trial().Trial {
		t.Error("it is tried before somebody wants it")
	}
	do(t, ctx, pick("keep"), until(`document.querySelector('#setup-body [value=right]') !== null`))
	shoot(t, ctx, "seek-right.png")
	if !s.r.Trial().Trial || s.r.Width() != 32 {
		t.Errorf("it is not tried: a panel of %d columns", s.r.Width())
	}
	do(t, ctx, pick("right"), asks("Its name, place"))
	text := s.kept()
	for _, want := range []string{`multiplexing = "checkered"`, `order = "GRB"`, "rows = 16", "cols = 32"} {
		if !strings.Contains(text, want) {
			t.Errorf("the configuration lacks %q:\n%s", want, text)
		}
	}
}
