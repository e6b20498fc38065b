// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// TestRefresh: the rate holds by an arithmetic of the test's own, the light is nearly
// the most that some number of planes has at that rate, and more planes would cost
// too much of it.
func TestRefresh(t *testing.T) {
	for _, c := range []struct {
		name   string
		config Config
		chip   gpiomem.Chip
		column float64 // microseconds that a column takes, and then the latch
		latch  float64
		rest   float64 // of a thread that writes to registers, as a share of its work
		want   int     // planes
	}{
		{"64×64 on a 4", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2711, 0.04, 1, 1.0 / 15, 10},
		{"64×32 on a 4: slower than without", Config{Refresh: 100}, gpiomem.BCM2711, 0.04, 1, 1.0 / 15, 11},
		{"64×64 on a Zero", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2835, 0.1, 1, 1.0 / 3, 7},
		{"128×64 on a 3", Config{Rows: 64, Chain: 2, Refresh: 200}, gpiomem.BCM2837, 0.04, 1, 1.0 / 15, 8},
		{"64×64 on a 5, 65 columns of 60 ns", Config{Rows: 64, Refresh: 200}, gpiomem.BCM2712, 0.06 * 65 / 64, 0.28, 0, 10},
		{"64×64 in two chains on a 5, words of 148 ns", Config{Rows: 64, Parallel: 2, Refresh: 150, Backend: "pio"},
			gpiomem.BCM2712, 0.148 * 67 / 64, 0.28, 0, 8},
	} {
		g, pins, err := resolve(&c.config)
		must.Do(t, err)
		period := func(planes int, lsb float64) float64 {
			us, asleep := 0.0, 0.0
			for p := range planes {
				shift, lit := float64(g.width)*c.column, lsb*float64(int(1)<<p)
				us += max(shift, lit) + c.latch
				if lit > 80 {
					asleep += lit - 40
				}
			}
			return (us + max(0, us*c.rest-asleep)) * float64(g.addresses)
		}
		limit := 1e6 / float64(c.config.Refresh)
		best, of := 0.0, map[int]float64{}
		for planes := 6; planes <= 11; planes++ { // by steps of a nanosecond
			for ns := 50; ns <= 20000 && ns <= 3000<<(11-planes) && period(planes, float64(ns)/1000) <= limit; ns++ {
				of[planes] = max(of[planes], float64(ns)*float64(int(1)<<planes-1))
				best = max(best, of[planes])
			}
		}
		hz, lit := c.config.rate(g, pins, string(c.chip))
		c.config.choose(g, pins, gpiomem.Board{Chip: c.chip}, 1)
		us := float64(time.Duration(c.config.LSB)) / 1000
		took, light := period(c.config.Planes, us), 1000*us*float64(int(1)<<c.config.Planes-1)
		if took > limit || c.config.Planes != c.want || light < 0.9*best {
			t.Errorf("%s: %d planes of %.3f µs, want %d, take %.0f µs of %.0f, light %.3f of the most", c.name, c.config.Planes,
				us, c.want, took, limit, light/best)
		}
		for planes := c.config.Planes + 1; planes <= 11; planes++ {
			if of[planes] > 0.905*best {
				t.Errorf("%s: %d planes have %.3f of the most light", c.name, planes, of[planes]/best)
			}
		}
		if share := light * float64(g.addresses) / 1000 / took; hz < 0.97*1e6/took || hz > 1.03*1e6/took ||
			lit < 0.97*share || lit > 1.03*share {
			t.Errorf("%s: told %.0f Hz and %.2f lit, is %.0f and %.2f", c.name, hz, lit, 1e6/took, share)
		}
	}
}

// TestRatesOfTheGuide: docs/performance.md has what the model says of each board.
func TestRatesOfTheGuide(t *testing.T) {
	guide := must.Get(os.ReadFile("../../docs/performance.md"))(t)
	for _, row := range []struct {
		board string
		chips []gpiomem.Chip
	}{
		{"Zero, 1", []gpiomem.Chip{gpiomem.BCM2835}},
		{"2 to 4", []gpiomem.Chip{gpiomem.BCM2836, gpiomem.BCM2837, gpiomem.BCM2711}},
		{"5", []gpiomem.Chip{gpiomem.BCM2712}},
	} {
		for _, chip := range row.chips {
			c := Config{Rows: 32}
			g, pins, err := resolve(&c)
			must.Do(t, err)
			hz, lit := c.rate(g, pins, string(chip))
			want := fmt.Sprintf("| %s | %.0f Hz (%.0f %%) |", row.board, hz, 100*lit)
			if !strings.Contains(string(guide), want) {
				t.Errorf("%s: the guide lacks %q", chip, want)
			}
		}
	}
}

// TestRefreshThatNoneReaches keeps all of the light.
func TestRefreshThatNoneReaches(t *testing.T) {
	c := Config{Rows: 64, Cols: 64, Chain: 16, Refresh: 1000}
	g, pins, err := resolve(&c)
	must.Do(t, err)
	c.choose(g, pins, gpiomem.Board{Chip: gpiomem.BCM2837}, 1)
	if c.Planes != fewestPlanes || time.Duration(c.LSB) != ofAll(usualLSB, fewestPlanes) {
		t.Errorf("%d planes of %v", c.Planes, time.Duration(c.LSB))
	}
}

func TestRefreshIsRefused(t *testing.T) {
	for name, c := range map[string]Config{"planes": {Refresh: 200, Planes: 8}, "lsb": {Refresh: 200, LSB: 130}} {
		if _, _, err := resolve(&c); keyerr.Key(err) != "refresh" {
			t.Errorf("with %s: %v", name, err)
		}
	}
	for text, want := range map[string]Rate{"200Hz": 200, " 50 Hz ": 50, "1000Hz": 1000, "49Hz": 0, "1001Hz": 0, "200": 0,
		"-200Hz": 0, "200.5Hz": 0, "": 0, "99999999Hz": 0} {
		var r Rate
		if err := r.UnmarshalText([]byte(text)); r != want || (err == nil) != (want != 0) {
			t.Errorf("%q is %d, %v", text, r, err)
		}
	}
}

// TestRefreshShowsThePicture: with what is chosen, decoded by the emulated panels.
func TestRefreshShowsThePicture(t *testing.T) {
	r := newRig(t, Config{Rows: 16, Cols: 32, Refresh: 400})
	if r.config.Planes < fewestPlanes || r.config.LSB == Duration(usualLSB) {
		t.Fatalf("nothing was chosen: %d planes of %v", r.config.Planes, time.Duration(r.config.LSB))
	}
	m := image.NewRGBA(image.Rect(0, 0, 32, 16))
	for i := range m.Pix {
		m.Pix[i] = []uint8{255, 0, 0, 255}[i%4]
	}
	r.byRegisters(t, m, 1)
	must.Do(t, r.emulator.Err())
	got := r.emulator.Picture()
	for y := range 16 {
		for x := range 32 {
			if c := got.RGBA64At(x, y); c.R < 0xff00 || c.G != 0 || c.B != 0 {
				t.Fatalf("%d, %d is %v", x, y, c)
			}
		}
	}
}

// TestRatesOfA5 are those that its programs are for, by the modelled times of words and
// columns.
func TestRatesOfA5(t *testing.T) {
	for _, row := range []struct {
		why     string
		c       Config
		hz, lit float64
	}{
		{"64×64", Config{Rows: 64, Refresh: 200}, 200, 0.85},
		{"64×64, the nine planes of the model", Config{Rows: 64, Planes: 9, LSB: 260}, 200, 0.85},
		{"64×64, eleven planes", Config{Rows: 64, LSB: 65}, 200, 0.85},
		{"64×64 on a HAT", Config{Rows: 64, Wiring: "adafruit-hat", Planes: 9, LSB: 260}, 200, 0.85},
		{"128×64", Config{Rows: 64, Chain: 2, Refresh: 170}, 170, 0.7},
		{"128×64, the nine planes of the model", Config{Rows: 64, Chain: 2, Planes: 9, LSB: 260}, 170, 0.7},
		{"128×64, eleven planes", Config{Rows: 64, Chain: 2, LSB: 65}, 170, 0.7},
		{"128×64 on a HAT", Config{Rows: 64, Chain: 2, Wiring: "adafruit-hat", Planes: 9, LSB: 260}, 170, 0.7},
		{"two chains of 128×64", Config{Rows: 64, Chain: 2, Parallel: 2, Planes: 9, LSB: 260}, 165, 0.7},
		{"three chains of 128×64", Config{Rows: 64, Chain: 2, Parallel: 3, Planes: 9, LSB: 260}, 165, 0.7},
		{"three chains of 128×64, chosen", Config{Rows: 64, Chain: 2, Parallel: 3, Refresh: 165}, 165, 0.65},
		{"three chains of 64×64, chosen", Config{Rows: 64, Parallel: 3, Refresh: 190}, 190, 0.75},
	} {
		g, pins, err := resolve(&row.c)
		must.Do(t, err)
		hz, lit := row.c.rate(g, pins, string(gpiomem.BCM2712))
		t.Logf("%s: %.0f Hz, %.0f %% lit", row.why, hz, 100*lit)
		if hz < row.hz || lit < row.lit {
			t.Errorf("%s: %.1f Hz, %.2f lit, want %v and %v", row.why, hz, lit, row.hz, row.lit)
		}
	}
}
