// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// woken are panels with chips that have to be set up, and others that are wired
// otherwise than most.
func woken() map[string]Config {
	return map[string]Config{
		"FM6127":               {Init: "fm6127", Rows: 16, Cols: 32, Planes: 4},
		"FM6127 in two chains": {Init: "FM6127", Rows: 16, Cols: 32, Chain: 2, Parallel: 2, Planes: 4},
		"words":                {Init: "0111111111111111 0000000001000000", Rows: 16, Cols: 32, Planes: 4},
		"words with clocks": {Init: "1010101010101010:3 0000000000000001:16 1111000011110000:7 0000111100001111:1",
			Rows: 8, Cols: 64, Planes: 4},
		"a row register beside it": {Init: "FM6127", RowAddress: "abc-shift", Rows: 64, Cols: 128, Planes: 4},
		"inverse":                  {Inverse: true, Rows: 16, Cols: 32, Planes: 4},
		"inverse, three chains": {Inverse: true, Rows: 16, Cols: 32, Parallel: 3, Planes: 4,
			Multiplexing: "p10outdoor32x16quarterscanmapper"},
		"settle": {Settle: Duration(5 * time.Microsecond), Rows: 16, Cols: 32, Planes: 4},
		"settle with a slow clock": {Settle: Duration(time.Microsecond), RowAddress: "sm5266", Rows: 16, Cols: 32, Planes: 4,
			Slowdown: new(3)},
		"a width of no whole chips": {Init: "FM6127", Rows: 16, Cols: 40, Planes: 4},
	}
}

func TestPanelsThatAreSetUp(t *testing.T) {
	for name, c := range woken() {
		for way, show := range ways() {
			r := newRig(t, c)
			m := random(r.geometry.size, 1)
			show(r, t, m, 1)
			if err := r.emulator.Compare(m, 1); err != nil {
				t.Errorf("%s by %s: %v", name, way, err)
			}
		}
	}
}

// TestChipsThatAreNotSetUp: a wrong word, or one for another register, leaves the panel
// dark, so that the pictures above mean something.
func TestChipsThatAreNotSetUp(t *testing.T) {
	for _, wrong := range []string{"", "FM6126A", "1111111111001110 1110000001100010 0101111100000001",
		"1111111111001110:10 1110000001100010:12 0101111100000000:11"} {
		r := newRig(t, Config{Init: "FM6127", Rows: 16, Cols: 32, Planes: 4})
		r.wire.Init = wrong
		m := random(r.geometry.size, 1)
		r.byRegisters(t, m, 1)
		if r.emulator.Compare(m, 1) == nil {
			t.Errorf("init %q wakes an FM6127", wrong)
		}
	}
}

func TestInitIsANameOrAList(t *testing.T) {
	for in, want := range map[string]string{
		`init = "fm6126a"`: "FM6126A",
		`init = ["0111111111111111", "0000000001000000:12"]`: "0111111111111111 0000000001000000:12",
		`init = ["011111111111111"]`:                         "words of 16 bits", // 15
		`init = ["0111111111111112"]`:                        "words of 16 bits",
		`init = ["0111111111111111:17"]`:                     "1 to 16",
		// the fourth has no usual clocks
		`init = ["1111111111111111","1111111111111111","1111111111111111","1111111111111111"]`: "1 to 16",
		`init = [3]`:        "not a word",
		`init = true`:       "neither",
		`init = "FM1"`:      "words of 16 bits",
		`settle = "21us"`:   "settle",
		`inverse = true`:    "",
		`settle = "1500ns"`: "",
	} {
		var c Config
		_, err := toml.Decode(in, &c)
		if err == nil {
			_, _, err = resolve(&c)
		}
		if err == nil && string(c.Init) != want || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: init %q, %v, want %q", in, c.Init, err, want)
		}
	}
}

// TestInitWantsAWholeRegister: on fewer columns the words would lose bits and clocks of the
// latch, which a chip takes for another register.
func TestInitWantsAWholeRegister(t *testing.T) {
	for _, c := range []struct {
		Config
		fits bool
	}{
		{Config{Init: "FM6127", Rows: 16, Cols: 8}, false},
		{Config{Init: "1010101010101010:9", Rows: 16, Cols: 15}, false},
		{Config{Init: "FM6127", Rows: 16, Cols: 8, Chain: 2}, true},
		{Config{Init: "FM6127", Rows: 16, Cols: 16}, true},
		{Config{Rows: 16, Cols: 8}, true},
	} {
		c.Planes = 4
		if _, _, err := resolve(&c.Config); (err == nil) != c.fits || err != nil && keyerr.Key(err) != "init" {
			t.Errorf("init %q on %d columns, %d panels: %v", c.Init, c.Cols, c.Chain, err)
			continue
		}
		if c.fits && c.Init != "" {
			r := newRig(t, c.Config)
			m := random(r.geometry.size, 1)
			r.byRegisters(t, m, 1)
			if err := r.emulator.Compare(m, 1); err != nil {
				t.Errorf("init %q on %d columns: %v", c.Init, c.Cols, err)
			}
		}
	}
}

// TestInitOfSelfTimedChips: who names a chip that cannot be driven is told so, and not to try
// another name.
func TestInitOfSelfTimedChips(t *testing.T) {
	for mark, selfTimed := range map[Init]bool{
		"FM6363": true, "fm6353d": true, "FM6363C": true, "ICN2053": true, "ICND2055CP": true, "MBI5153": true,
		"DP3364S":   true,
		"SM16380SH": true, "FM6124": false, "ICN2037": false, "MBI5124": false, "SM5266P": false, "FM636": false,
	} {
		_, _, err := resolve(&Config{Init: mark})
		if err == nil || keyerr.Key(err) != "init" || strings.Contains(err.Error(), "S-PWM") != selfTimed ||
			strings.Contains(err.Error(), "want FM6126A") == selfTimed {
			t.Errorf("init %q: %v", mark, err)
		}
	}
}

// TestSelfTimedChipsOfTheGuide: docs/choosing.md warns of the chips that the error knows, and of no other.
func TestSelfTimedChipsOfTheGuide(t *testing.T) {
	guide := string(must.Get(os.ReadFile("../../docs/choosing.md"))(t))
	for line := range strings.Lines(guide) {
		_, not, ok := strings.Cut(line, "| FM6353")
		for mark := range strings.SplitSeq(strings.Split("FM6353"+not, " |")[0], ", ") {
			if ok && !selfTimed.MatchString(mark) {
				t.Errorf("the guide warns of %s", mark)
			}
		}
	}
	for n := range 10_000 {
		for _, maker := range []string{"FM", "ICN", "MBI", "DP", "SM1"} {
			mark := fmt.Sprintf("%s%04d", maker, n)
			if selfTimed.MatchString(mark) && !strings.Contains(strings.ReplaceAll(guide, "ICND", "ICN"), mark) {
				t.Errorf("the guide lacks %s", mark)
			}
		}
	}
}

// TestSettleIsDark: by registers the pause comes once a row, in the dark, when the row
// is selected; by PIO the light comes as late after the row as was asked for.
func TestSettleIsDark(t *testing.T) {
	const settle = 3 * time.Microsecond
	r := newRig(t, Config{Settle: Duration(settle), Rows: 16, Cols: 32, Planes: 4})
	s, tape := r.scan()
	r.play(tape)
	pauses := 0
	s.settle = func(d time.Duration) {
		r.play(tape)
		if dark := r.emulator.levels>>s.Pins.OE&1 != 0; !dark || d != settle || oneRow(r.emulator.rows) != pauses {
			t.Errorf("pause %d of %v: dark %v, row %d", pauses, d, dark, oneRow(r.emulator.rows))
		}
		pauses++
	}
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{})
	frame := make([]byte, 4*e.frameSize())
	e.pack(words(frame), random(r.geometry.size, 1))
	if err := s.Refresh(frame); err != nil || pauses != 8 {
		t.Errorf("%d pauses, %v; want 8", pauses, err)
	}
	if tape := gpiomem.NewTape(10_000); newScan(&r.wire, tape.Regs(), instant{tape.Regs(), 1}).settle == nil {
		t.Error("no pause without a test")
	}
	r = newRig(t, Config{Settle: Duration(settle), Rows: 16, Cols: 32, Planes: 4})
	w := watched{wire: &r.wire, least: time.Hour}
	i := r.interpreter()
	i.pins = w.pins
	st := newStream(&r.wire, i)
	must.Do(t, st.start())
	e = streamEncoder(&r.config, r.geometry, &r.wire, pixel.Dither{})
	frame = make([]byte, 4*e.frameSize())
	e.pack(words(frame), random(r.geometry.size, 1))
	if err := st.Refresh(frame); err != nil || w.least < settle || w.least > settle+3*time.Microsecond {
		t.Errorf("light %v after a row was selected, %v; want %v and a line's time", w.least, err, settle)
	}
}

// watched finds the least time from the selection of a row to its light.
type watched struct {
	wire         *wire
	before       uint32
	rowAt, least time.Duration
}

func (w *watched) pins(at time.Duration, levels uint32) {
	p := &w.wire.Pins
	if (w.before^levels)&p.address(31, w.wire.Lines) != 0 {
		w.rowAt = at
	}
	if w.before&^levels>>p.OE&1 != 0 {
		w.least = min(w.least, at-w.rowAt)
	}
	w.before = levels
}
