// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// A seeker is a person who answers the questions of the search for a panel.
type seeker struct {
	t     *testing.T
	p     *browser.Page
	r     *rig.Device
	panel *tablePanel
}

// asked is the question that stands: its kind and the number of answers so far; "found" at the end.
type asked struct {
	Kind   string
	Number int
}

// kinds are the parts by which each kind of question is known, the first that is there.
var kinds = [][2]string{
	{".seek-facts", "found"}, {"[value=go-on]", "over"}, {".seek-led", "led"}, {".seek-frame", "clean"},
	{".seek-bands", "bands"}, {"[value='32x16']", "size"}, {".seek-answer", "rows"},
}

// standing is the question that stands.
func (s *seeker) standing() (q asked) {
	number := regexp.MustCompile(`\d+`).FindString(s.p.Hidden("#setup-title").Text())
	q.Number, _ = strconv.Atoi(number) // 0 without one
	for _, kind := range kinds {
		if s.p.CSS("#setup-body "+kind[0]).Count() > 0 {
			q.Kind = kind[1]
			break
		}
	}
	return q
}

// question waits for another question than the last one.
func (s *seeker) question(last asked) (now asked) {
	s.t.Helper()
	eventually.True(s.t, "another question is asked", func() bool {
		now = s.standing()
		return now.Kind != "" && now != last && now == s.standing() // and has not come between two looks
	})
	return now
}

// press presses the button of a value.
func (s *seeker) press(answer string) {
	s.t.Helper()
	pick(s.p, answer)
}

// place says which LED is lit, on the picture of the panel.
func (s *seeker) place(x, y int) {
	s.t.Helper()
	board := s.p.CSS(".seek-board")
	pitch := board.Place().Width / float64(s.panel.size.X+2) // the board has a margin
	board.ClickAt((float64(x)+1.5)*pitch, (float64(y)+1.5)*pitch)
	s.p.CSS("#setup-body [name=column]").Holds(strconv.Itoa(x + 1))
	s.p.CSS("#setup-body [name=row]").Holds(strconv.Itoa(y + 1))
	s.press("this")
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
	case "bands":
		bands := ""
		for n := range 3 {
			bands += strings.ToLower(lit[image.Pt((2*n+1)*s.panel.size.X/6, 0)])
		}
		s.press(bands)
	case "clean":
		s.press("yes")
	}
}

// seek begins the search on a device whose panel is another one than configured, and
// answers until the panel is found. at is called with each question.
func (s *seeker) seek(at func(asked)) {
	s.t.Helper()
	s.p.SignIn(s.r)
	s.p.Open("Device")
	s.p.Press("Set up…")
	asks(s.p, "administrator")
	s.p.Press("What panel is this?")
	for q := s.question(asked{}); q.Kind != "found"; q = s.question(q) {
		at(q)
		s.answers(q)
	}
}

// newSeeker starts a device whose administrator has set a HUB75 panel, which is a plain one of 64×32 then.
func newSeeker(t *testing.T, p *browser.Page) *seeker {
	t.Helper()
	p.Expect(browser.IsAway) // it restarts with what was found
	lines := filepath.Join(t.TempDir(), "lines.vcd")
	admin := rig.Configured(t, fmt.Sprintf("[panel]\ndriver = \"hub75\"\nwiring = \"regular\"\ngpio = %q\n", "vcd:"+lines))
	r := rig.LaunchIn(t, t.TempDir(), nil, append(admin, "--http", ":"+rig.FreePort(t))...)
	return &seeker{t, p, r, newTablePanel(t, "checkered 32x16", "GRB", lines)}
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
	p := browser.NewPage(t, 390, 844, browser.Dark)
	s := newSeeker(t, p)
	p.Expect(`status of 409 .*/live/panel/find`) // the answer that comes too late
	ended := false
	s.seek(func(q asked) {
		p.Shoot(fmt.Sprintf("seek-%d-%s.png", q.Number, q.Kind))
		if ended || q.Kind != "led" {
			return
		}
		ended = true
		s.r.Call("DELETE", "/live/panel/find", "", nil)
		s.press("none")
		s.question(q)
		p.Shoot("seek-over.png")
		s.panel.forget(t)
		s.press("go-on")
		if again := s.question(asked{Kind: "over"}); again != q {
			t.Errorf("it goes on with %v, want %v", again, q)
		}
	})
	p.Shoot("seek-found.png")
	if s.r.Trial().Trial {
		t.Error("it is tried before somebody wants it")
	}
	pick(p, "keep")
	p.CSS("#setup-body [value=right]").Shows()
	p.Shoot("seek-right.png")
	if !s.r.Trial().Trial || s.r.Width() != 32 {
		t.Errorf("it is not tried: a panel of %d columns", s.r.Width())
	}
	pick(p, "right")
	asks(p, "Its name, place")
	text := s.kept()
	for _, want := range []string{`multiplexing = "checkered"`, `order = "GRB"`, "rows = 16", "cols = 32"} {
		if !strings.Contains(text, want) {
			t.Errorf("the configuration lacks %q:\n%s", want, text)
		}
	}
}

// TestPageNamesExchangedColours: where several LEDs are lit, somebody tells the colours of both halves, and
// the page names the wires.
func TestPageNamesExchangedColours(t *testing.T) {
	for _, width := range []int{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := browser.NewPage(t, width, 844, browser.Dark)
			s := newSeeker(t, p)
			p.SignIn(s.r)
			p.Open("Device")
			p.Press("Set up…")
			asks(p, "administrator")
			p.Press("What panel is this?")
			for _, answer := range []string{"64x32", "2"} {
				p.CSS("#setup-body [value='" + answer + "']").Shows()
				s.press(answer)
			}
			p.CSS(".seek-led").Shows()
			s.press("several")
			p.CSS("#setup-lead").Sees("stripes of the upper half")
			p.Shoot(fmt.Sprintf("seek-%d-stripes.png", width))
			p.CSS("[name=upper]").Nth(0).Pick("dark")
			p.CSS("[name=lower]").Nth(0).Pick("red")
			p.CSS(".seek-other button").Click()
			p.CSS("#setup-lead").Sees("R1 (pin 1) and R2 (pin 5) are exchanged")
		})
	}
}
