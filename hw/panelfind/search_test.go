// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/internal/must"
)

// most is how many questions a panel with a name takes at most.
const most = 17

// panels are those of the table of multiplexings, and plain ones.
func panels(t *testing.T) (all []*panel) {
	raw := must.Get(os.ReadFile("../hub75/testdata/multiplexing.txt"))(t)
	for line := range strings.Lines(string(raw)) {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			all[len(all)-1].line(t, line)
		default:
			p := &panel{wire: map[image.Point]image.Point{}}
			must.Get(fmt.Sscanf(line, "%s %dx%d", &p.name, &p.size.X, &p.size.Y))(t)
			all = append(all, p)
		}
	}
	for _, size := range []image.Point{{32, 16}, {64, 32}, {64, 64}, {32, 8}} {
		all = append(all, plain(size))
	}
	return all
}

// plain is a panel with direct multiplexing.
func plain(size image.Point) *panel {
	p := &panel{name: "direct", size: size, wire: map[image.Point]image.Point{}, columns: size.X}
	for y := range size.Y {
		for x := range size.X {
			p.wire[image.Pt(x, y)] = image.Pt(x, y)
		}
	}
	return p
}

// line reads a line of the table's wire.
func (p *panel) line(t *testing.T, text string) {
	number, runs, _ := strings.Cut(strings.TrimSpace(text), ": ")
	x, y := 0, 0
	_, _ = fmt.Sscan(number, &y)
	for run := range strings.FieldsSeq(runs) {
		var row, from, to int
		if _, err := fmt.Sscanf(run, "%d:%d-%d", &row, &from, &to); err != nil {
			t.Fatalf("%q: %v", run, err)
		}
		for i := range max(from, to) - min(from, to) + 1 {
			at := from + i
			if to < from {
				at = from - i
			}
			p.wire[image.Pt(at, row)] = image.Pt(x, y)
			x++
		}
	}
	p.columns = max(p.columns, x)
}

// rows is how many rows a panel lights in turn: those of the wire's half, or all of them
// where a panel uses the inputs of the upper half alone.
func (p *panel) rows() int {
	lines := 0
	for _, at := range p.wire {
		lines = max(lines, at.Y+1)
	}
	if p.name == "p10outdoor32x16quarterscanmapper" {
		return lines
	}
	return lines / 2
}

// found answers until there is a result.
func (p *panel) found(t *testing.T, base hub75.Config) *Search {
	t.Helper()
	s := must.Get(New(base))(t)
	p.answers(t, s)
	return s
}

// answers goes on with a search to its end.
func (p *panel) answers(t *testing.T, s *Search) {
	t.Helper()
	for s.Step().Question != nil {
		q := s.Step().Question
		if a := p.answer(t, s.Step()); p.named() && (q.Kind == Rows || q.Kind == LED) && !slices.Contains(q.Likely, a) {
			t.Fatalf("%v: %q is not likely: %q", p, a, q.Likely)
		}
		if err := s.Answer(p.answer(t, s.Step())); err != nil {
			t.Fatalf("%v: %q: %v", p, s.Step().Question.Text, err)
		}
		if len(s.answers) > 60 {
			t.Fatalf("%v: asks for ever: %q", p, s.answers)
		}
	}
}

// named reports whether the program knows a name for the panel's places.
func (p *panel) named() bool { return p.name != "scrambled" }

func (p *panel) String() string {
	return fmt.Sprintf("%s %v of %d rows by %s, %s, init %q, inverse %v, slowdown %d", p.name, p.size, p.addresses,
		p.address, p.order, p.init, p.inverse, p.slow)
}

// TestHonestAnswersLeadToThePanel tries every multiplexing with every row address and
// order of colours; chips, inverse lines and slow cables come in turn.
func TestHonestAnswersLeadToThePanel(t *testing.T) {
	n, longest, total := 0, 0, 0
	for _, p := range panels(t) {
		if testing.Short() && p.size.X > 32 {
			continue // almost every kind is there in a small size, too
		}
		p.addresses = p.rows()
		for _, p.address = range hub75.RowAddresses() {
			if p.address == "abcd-lines" && p.addresses > 4 {
				continue
			}
			p.init, p.inverse, p.awake = []string{"", "", "FM6126A", "FM6127", ""}[n/6%5], n/6%7 == 3, false
			s := must.Get(New(hub75.Config{}))(t)
			for i, order := range []string{"RGB", "RBG", "GRB", "GBR", "BRG", "BGR"} {
				p.order, p.slow = order, []int{0, 1, 2, 5, 8, 1}[(n+n/6)%6]
				n++
				for i > 0 && (s.Step().Question == nil || s.Step().Question.Kind != LED) {
					s.Back() // what comes before does not depend on the colours
				}
				p.answers(t, s)
				p.check(t, s)
				longest, total = max(longest, len(s.answers)), total+len(s.answers)
			}
		}
	}
	t.Logf("%d panels, at most %d questions, %.1f in the mean", n, longest, float64(total)/float64(n))
	if longest > most {
		t.Errorf("%d questions, want at most %d", longest, most)
	}
}

// check compares a result with the panel.
func (p *panel) check(t *testing.T, s *Search) {
	t.Helper()
	step := s.Step()
	if step.Failed != "" {
		t.Fatalf("%v: %s (%q)", p, step.Failed, s.answers)
	}
	c := step.Result.Panel
	want := hub75.Config{Rows: p.size.Y, Cols: p.size.X, RowAddress: p.address, Multiplexing: c.Multiplexing,
		Order: p.order, Init: hub75.Init(p.init), Inverse: p.inverse}
	if p.slow > 1 {
		want.Slowdown = &p.slow
	}
	if (c.Slowdown == nil) != (want.Slowdown == nil) || c.Slowdown != nil && *c.Slowdown != *want.Slowdown {
		t.Fatalf("%v: slowdown %v", p, c.Slowdown)
	}
	c.Slowdown, want.Slowdown = nil, nil
	if c != want {
		t.Fatalf("%v: found %+v (%q)", p, c, s.answers)
	}
	if p.name == "direct" && c.Multiplexing != "direct" {
		t.Fatalf("%v: found %s", p, c.Multiplexing)
	}
	places, err := hub75.PlacesOf(c.Multiplexing, p.size)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	for led, at := range p.wire { // another name for the same places is as good
		got := places.LED[(at.Y%p.addresses*places.Columns+at.X)*2+at.Y/p.addresses]
		if got != int32(led.Y*p.size.X+led.X) {
			t.Fatalf("%v: found %s, which has LED %d at the wire's %v", p, c.Multiplexing, got, at)
		}
	}
}

// TestAnswersThatAreNone changes nothing.
func TestAnswersThatAreNone(t *testing.T) {
	p := plain(image.Pt(64, 32))
	p.addresses, p.address, p.order = 16, "direct", "RGB"
	s := must.Get(New(hub75.Config{}))(t)
	bad := map[Kind][]string{
		Size: {"", "64", "64x", "x32", "64x31", "7x32", "300x32", "64x66", "-64x32", "64x32x1", strings.Repeat("6", 1000)},
		Rows: {"", "-1", "33", "two", "1.5"}, LED: {"", "0,1", "65,1", "1,33", "1", "1;1", "-1,1"},
		Stripes: {"", "rgb", "rgb/rg", "rgb-rgb"},
		Bands:   {"", "white", "red", "rg", "rgbr", "rgb/", "rgb/rg", "rgb/rgb/rgb", "further"}, Clean: {"", "perhaps"},
	}
	for s.Step().Question != nil {
		before := s.Step()
		for _, text := range bad[before.Question.Kind] {
			if err := s.Answer(text); !errors.Is(err, ErrAnswer) || strings.Contains(err.Error(), "panelfind") ||
				!strings.Contains(err.Error(), " does not answer this question: ") { // as a person reads it
				t.Errorf("%s %q: %v", before.Question.Kind, text, err)
			}
			if s.Step() != before {
				t.Fatalf("%q has changed the search", text)
			}
		}
		must.Do(t, s.Answer(p.answer(t, before)))
	}
	if err := s.Answer("yes"); !errors.Is(err, ErrAnswer) {
		t.Errorf("after the end: %v", err)
	}
}

// TestBack takes every answer back, and gives it once more.
func TestBack(t *testing.T) {
	p := plain(image.Pt(64, 32))
	p.addresses, p.address, p.order, p.slow = 16, "ab-shift", "BGR", 3
	s := p.found(t, hub75.Config{})
	answers, first := slices.Clone(s.answers), s.Step().Result.Panel
	for range len(answers) + 1 {
		s.Back()
	}
	if s.Step().Asked != 0 || s.Step().Question.Kind != Size {
		t.Fatalf("not at the beginning: %+v", s.Step())
	}
	for _, a := range answers {
		must.Do(t, s.Answer(a))
	}
	second := s.Step().Result.Panel
	if *first.Slowdown != *second.Slowdown || first.Order != second.Order || first.RowAddress != second.RowAddress {
		t.Errorf("%+v, the second time %+v", first, second)
	}
}

// turn turns the panel upside down.
func (p *panel) turn() {
	turned := map[image.Point]image.Point{}
	for led, at := range p.wire {
		turned[p.size.Sub(image.Pt(1, 1)).Sub(led)] = at
	}
	p.wire = turned
}

// TestPanelUpsideDown is found turned.
func TestPanelUpsideDown(t *testing.T) {
	p := plain(image.Pt(64, 32))
	p.addresses, p.address, p.order = 16, "direct", "RGB"
	p.turn()
	if c := p.found(t, hub75.Config{}).Step().Result.Panel; c.Rotate != 180 || c.Multiplexing != "direct" {
		t.Errorf("found %+v", c)
	}
}

// TestContradictions are told, and answers can be taken back.
func TestContradictions(t *testing.T) {
	for _, tt := range []struct {
		name    string
		answers map[Kind]string
		want    string
	}{
		{"a panel that stays dark", map[Kind]string{Rows: "0"}, "stays dark: check OE (pin 15)"},
		{"no kind lights 5 rows of 32", map[Kind]string{Rows: "5"}, "so many rows"},
		{"several LEDs", map[Kind]string{LED: "several"}, "several LEDs"},
		{"many LEDs", map[Kind]string{LED: "several", Stripes: "other"}, "exchanged or connected"},
		{"LEDs in no order", map[Kind]string{LED: "7,7"}, "no rule"},
		{"no colour but red", map[Kind]string{Bands: "rrr"}, "same colour"},
		{"another order in a half", map[Kind]string{Bands: "rgb/gbr"}, "put them into the order of the other half"},
		{"yellow", map[Kind]string{Bands: "other"}, "connected with each other"},
		{"never clean", map[Kind]string{Clean: "no"}, "slowest clock"},
	} {
		p := plain(image.Pt(64, 32))
		p.addresses, p.address, p.order = 16, "direct", "RGB"
		s := must.Get(New(hub75.Config{}))(t)
		for s.Step().Question != nil {
			a, says := tt.answers[s.Step().Question.Kind]
			if !says {
				a = p.answer(t, s.Step())
			}
			if err := s.Answer(a); err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
		}
		if !strings.Contains(s.Step().Failed, tt.want) {
			t.Errorf("%s: %+v, want %q", tt.name, s.Step(), tt.want)
		}
		s.Back()
		if s.Step().Question == nil {
			t.Errorf("%s: no way back", tt.name)
		}
	}
}

// TestMaps finds panels of blocks in an order that has no name.
func TestMaps(t *testing.T) {
	for seed := range 12 {
		size := []image.Point{{32, 16}, {64, 32}, {64, 64}}[seed%3]
		p := scrambled(size, size.Y/4, seed)
		p.order, p.address = "GRB", hub75.RowAddresses()[seed%2]
		s := p.found(t, hub75.Config{Chain: 2})
		step := s.Step()
		if step.Failed != "" || step.Result.Map == nil {
			t.Fatalf("seed %d: %+v", seed, step)
		}
		t.Logf("%v: %d questions", size, len(s.answers))
		c := step.Result.Panel
		if c.Map = filepath.Join(t.TempDir(), "panel.map"); os.WriteFile(c.Map, step.Result.Map, 0o600) != nil {
			t.Fatal("the map is not written")
		}
		p.maps(t, c)
	}
	p := scrambled(image.Pt(64, 32), 8, 1)
	p.order, p.address = "RGB", "direct"
	p.exchange(image.Pt(p.columns-1-p.columns*5/8, p.addresses+p.addresses/2)) // a spot that proves the rule
	if step := p.found(t, hub75.Config{}).Step(); !strings.Contains(step.Failed, "no rule") {
		t.Errorf("a panel without a rule: %+v", step)
	}
}

// TestAnyAnswersEnd: whatever somebody says, a search ends in a sentence or in a panel.
func TestAnyAnswersEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 41))
	one := func(all ...string) string { return append(all, "7")[rng.IntN(max(len(all), 1))] }
	for range 200 {
		s := must.Get(New(hub75.Config{Chain: 1 + rng.IntN(3)}))(t)
		for s.Step().Question != nil {
			q := s.Step().Question
			a := map[Kind]string{
				Size: one("64x32", "32x16", "64x64", "32x8"),
				Rows: one(q.Likely...), LED: one(q.Likely...), Clean: one("yes", "no"),
				Bands: one("rgb", "grb", "rgb/gbr", "gbr/rgb", "bgr/rbg", "r-b", "---", "rgb/---", "r-b/-g-", "rrr", "other",
					"part", "further"),
				Stripes: one("rgb/---", "-gb/r--", "---/bgr", "--r/bg-", "rgb/r--", "r-b/-g-", "rgb/rgb", "---/---", "other"),
			}[q.Kind]
			if rng.IntN(8) == 0 {
				a = map[Kind]string{Rows: fmt.Sprint(rng.IntN(9)), LED: one("none", "several", "1,1", "8,5")}[q.Kind]
			}
			if err := s.Answer(a); err != nil && !errors.Is(err, ErrAnswer) {
				t.Fatalf("%q: %v", s.answers, err)
			}
			if len(s.answers) > 60 {
				t.Fatalf("asks for ever: %q", s.answers)
			}
		}
		if step := s.Step(); (step.Failed == "") == (step.Result == nil) {
			t.Errorf("%q ends in %+v", s.answers, step)
		}
	}
}
