// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"periph.io/x/conn/v3/spi"
)

// open draws on an emulated chain.
func open(t testing.TB, cfg Config) (*Dev, *Chain) {
	t.Helper()
	chain := must.Get(NewChain(cfg))(t)
	d := must.Get(New(chain, cfg))(t)
	return d, chain
}

func check(t *testing.T, c *Chain, want image.Image) {
	t.Helper()
	must.Equal(t, pixtest.String(c.Picture()), pixtest.String(want), "the chain")
}

// TestAllWirings shows random pictures on every wiring of a module and of a
// chain, in every direction.
func TestAllWirings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for wiring := range 8 {
		w := Wiring{wiring&1 != 0, wiring&2 != 0, wiring&4 != 0}
		for _, first := range []pixel.Corner{pixel.TopRight, pixel.TopLeft, pixel.BottomLeft, pixel.BottomRight} {
			for _, chain := range [][2]int{{1, 1}, {4, 1}, {5, 1}, {8, 1}, {8, 2}, {15, 3}, {4, 4}} {
				for _, serpentine := range []string{"", "upright", "turned"} {
					for _, rotate := range []int{0, 90, 180, 270} {
						cfg := Config{Modules: chain[0], Rows: chain[1], Wiring: w, First: first, Serpentine: serpentine, Rotate: rotate}
						d, emulated := open(t, cfg)
						m := paneltest.BlackAndWhite(d.Bounds(), rng)
						paneltest.Show(t, d, m)
						if got := pixtest.String(emulated.Picture()); got != pixtest.String(m) {
							t.Fatalf("%+v shows\n%swant\n%s", cfg, got, pixtest.String(m))
						}
					}
				}
			}
		}
	}
}

// TestNamedWirings compares with the drawings of the modules: what is on digit
// and segment for the pixel in the second column of the first row.
func TestNamedWirings(t *testing.T) {
	for _, c := range []struct {
		name           string
		digit, segment int // segment 7 is DP, 6 is A … 0 is G
	}{
		{"fc16", 0, 6},      // DP A … G from the left, digit 0 at the top
		{"parola", 0, 1},    // G F … DP from the left
		{"icstation", 7, 1}, // the same with digit 7 at the top
		{"generic", 6, 7},   // digits 7 … 0 from the left, DP at the top
		{"luma0", 1, 0},     // column 1, bit 0 at the top
		{"luma-90", 7, 1},
		{"luma90", 0, 6},
		{"luma180", 6, 7},
		{"rows", 0, 6},
		{"columns, reverse-digits", 6, 7},
	} {
		var w Wiring
		must.Do(t, w.UnmarshalText([]byte(c.name)))
		d, chain := open(t, Config{Modules: 1, Wiring: w})
		m := image.NewRGBA(d.Bounds())
		m.Set(1, 0, color.White)
		paneltest.Show(t, d, m)
		for digit := range 8 {
			want := byte(0)
			if digit == c.digit {
				want = 1 << c.segment
			}
			if got := chain.chips[0].reg[regDigit0+digit]; got != want {
				t.Errorf("%s: digit %d holds %08b, want %08b", c.name, digit, got, want)
			}
		}
	}
	var w Wiring
	must.Fail(t, w.UnmarshalText([]byte("fc-17")), "generic", "unknown name")
}

func TestDefaultIs37x8OnFiveModules(t *testing.T) {
	d, chain := open(t, Config{})
	if got := d.Bounds(); got != image.Rect(0, 0, 37, 8) {
		t.Fatalf("bounds %v", got)
	}
	m := image.NewRGBA(image.Rect(0, 0, 64, 8))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	paneltest.Show(t, d, m)
	for digit := range 8 {
		// The last module of the chain is at the left; the first shows columns 32
		// to 36, and 3 spare ones.
		first, last := chain.chips[0].reg[regDigit0+digit], chain.chips[4].reg[regDigit0+digit]
		if first != 0b11111000 || last != 0xff {
			t.Errorf("digit %d: first module %08b, last %08b", digit, first, last)
		}
	}
}

func TestBytesOfOneModule(t *testing.T) {
	d, chain := open(t, Config{Modules: 2})
	rec := &recorder{Conn: d.conn}
	d.conn = rec
	m := image.NewRGBA(d.Bounds())
	m.Set(0, 2, color.White)  // left module, which is the far one
	m.Set(15, 3, color.White) // right module, next to the Pi
	paneltest.Show(t, d, m)
	if want := "[03 80 03 00] [04 00 04 01]"; rec.String() != want {
		t.Errorf("sent %s, want %s", rec, want)
	}
	check(t, chain, m)
}

// recorder notes the packets of the last message.
type recorder struct {
	spi.Conn
	last [][]byte
	fail error
}

func (r *recorder) String() string {
	var s []string
	for _, p := range r.last {
		s = append(s, fmt.Sprintf("[% 02x]", p))
	}
	return strings.Join(s, " ")
}

func (r *recorder) TxPackets(p []spi.Packet) error {
	r.last = nil
	for _, q := range p {
		if q.KeepCS {
			return errors.New("KeepCS: the chips would not latch")
		}
		r.last = append(r.last, append([]byte(nil), q.W...))
	}
	if r.fail != nil {
		return r.fail
	}
	return r.Conn.TxPackets(p)
}

func TestOneMessageAFrameOnlyChangedRows(t *testing.T) {
	d, chain := open(t, Config{})
	rec := &recorder{Conn: d.conn}
	d.conn = rec
	m := paneltest.BlackAndWhite(d.Bounds(), rand.New(rand.NewPCG(3, 3)))
	before := chain.Messages
	paneltest.Show(t, d, m)
	if n := chain.Messages - before; n != 1 || len(rec.last) > 8 {
		t.Errorf("a frame took %d messages, the last of %d rows", n, len(rec.last))
	}
	paneltest.Show(t, d, m)
	if n := chain.Messages - before; n != 1 {
		t.Errorf("the same frame was sent again: %d messages", n)
	}
	m.Set(3, 5, color.RGBA{})
	m.Set(4, 5, color.White)
	m.Set(5, 5, color.RGBA{})
	m.Set(6, 5, color.White)
	paneltest.Show(t, d, m)
	if len(rec.last) != 1 || rec.last[0][0] != regDigit0+5 {
		t.Errorf("one row changed; sent %s", rec)
	}
	check(t, chain, m)
}

func TestBrightness(t *testing.T) {
	d, chain := open(t, Config{Modules: 1})
	m := paneltest.BlackAndWhite(d.Bounds(), rand.New(rand.NewPCG(4, 4)))
	for _, c := range []struct {
		level float64
		want  float64 // duty
	}{
		{1, 31.0 / 32}, {0.5, 5.0 / 32}, {0.001, 1.0 / 32}, {2, 31.0 / 32}, {0, 0}, {-1, 0}, {0.75, 15.0 / 32},
	} {
		must.Do(t, d.SetBrightness(c.level))
		paneltest.Show(t, d, m)
		chain.Duty(func(x, y int, duty float64) {
			want := 0.0
			if m.RGBAAt(x, y).R != 0 {
				want = c.want
			}
			if duty != want {
				t.Errorf("brightness %v: (%d, %d) is lit for %v, want %v", c.level, x, y, duty, want)
			}
		})
	}
}

func TestGlitchedChainHeals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, chain := open(t, Config{})
		m := paneltest.BlackAndWhite(d.Bounds(), rand.New(rand.NewPCG(5, 5)))
		paneltest.Show(t, d, m)
		for _, g := range []struct{ reg, value byte }{{regShutdown, 0}, {regTest, 1}, {regDecode, 255}, {regScanLimit, 0},
			{regDigit0 + 3, 0x55}} {
			chain.Glitch(2, g.reg, g.value)
			time.Sleep(bus.HealEvery - time.Millisecond)
			paneltest.Show(t, d, m)
			if pixtest.String(chain.Picture()) == pixtest.String(m) {
				t.Errorf("register %d: healed too early to tell", g.reg)
			}
			time.Sleep(time.Millisecond)
			paneltest.Show(t, d, m)
			check(t, chain, m)
		}
		must.Equal(t, d.RefreshAfter(), bus.HealEvery, "refresh after")
		chain.Glitch(0, regTest, 1)
		if err := d.Refresh(); err != nil { // the picture stands still
			t.Fatal(err)
		}
		check(t, chain, m)
	})
}

func TestFailedMessageIsSentAgainWhole(t *testing.T) {
	d, chain := open(t, Config{})
	rec := &recorder{Conn: d.conn, fail: errors.New("input/output error")}
	d.conn = rec
	m := paneltest.BlackAndWhite(d.Bounds(), rand.New(rand.NewPCG(6, 6)))
	if err := d.Draw(d.Bounds(), m, image.Point{}); err == nil || !strings.HasPrefix(err.Error(), "max7219: ") {
		t.Errorf("error is %v", err)
	}
	rec.fail = nil
	paneltest.Show(t, d, m)
	if len(rec.last) != 13 {
		t.Errorf("after a failure %d rows are sent, want all 13", len(rec.last))
	}
	check(t, chain, m)
}

func TestCloseIsDark(t *testing.T) {
	d, chain := open(t, Config{})
	paneltest.Show(t, d, paneltest.BlackAndWhite(d.Bounds(), rand.New(rand.NewPCG(7, 7))))
	must.Do(t, d.Close())
	check(t, chain, image.NewRGBA(d.Bounds()))
	chain.Glitch(0, regShutdown, 1)
	check(t, chain, image.NewRGBA(d.Bounds()))
	if !chain.Closed {
		t.Error("the port is still open")
	}
}

func TestPowerOnShowsNothing(t *testing.T) {
	_, chain := open(t, Config{})
	check(t, chain, image.NewRGBA(image.Rect(0, 0, 37, 8)))
}

func TestPartOfThePicture(t *testing.T) {
	d, chain := open(t, Config{Modules: 1})
	white := image.NewUniform(color.White)
	must.Do(t, d.Draw(image.Rect(2, 2, 4, 4), white, image.Point{}))
	must.Do(t, d.Draw(image.Rect(5, 5, 99, 99), white, image.Point{}))
	pixtest.Equal(t, chain.Picture(), `
		........
		........
		..##....
		..##....
		........
		.....###
		.....###
		.....###`)
}

func TestThresholdAndDither(t *testing.T) {
	gray := func(v uint8) image.Image { return image.NewUniform(color.Gray{v}) }
	lit := func(cfg Config, src image.Image) (n int) {
		cfg.Modules = 1
		d, chain := open(t, cfg)
		paneltest.Show(t, d, src)
		chain.Duty(func(_, _ int, duty float64) {
			if duty > 0 {
				n++
			}
		})
		return n
	}
	for _, c := range []struct {
		name string
		cfg  Config
		src  image.Image
		want int
	}{
		{"black", Config{}, gray(0), 0},
		{"nearly black", Config{}, gray(25), 0},
		{"dark gray", Config{}, gray(26), 64},
		{"pure blue is lit", Config{}, image.NewUniform(color.RGBA{B: 255, A: 255}), 64},
		{"a threshold of one's own", Config{Threshold: 0.5}, gray(127), 0},
		{"above it", Config{Threshold: 0.5}, gray(128), 64},
		{"white at a high threshold", Config{Threshold: 0.99}, gray(255), 64},
		{"dithered black", Config{Dither: true}, gray(0), 0},
		{"dithered white", Config{Dither: true}, gray(255), 64},
		{"half the light is half the dots", Config{Dither: true}, gray(188), 32},
		{"a quarter of the light", Config{Dither: true}, gray(137), 16},
	} {
		if got := lit(c.cfg, c.src); got != c.want {
			t.Errorf("%s: %d of 64 are lit, want %d", c.name, got, c.want)
		}
	}
}

func TestDitherIsEven(t *testing.T) {
	d, chain := open(t, Config{Modules: 1, Dither: true})
	paneltest.Show(t, d, image.NewUniform(color.Gray{188}))
	pixtest.Equal(t, chain.Picture(), `
		#.#.#.#.
		.#.#.#.#
		#.#.#.#.
		.#.#.#.#
		#.#.#.#.
		.#.#.#.#
		#.#.#.#.
		.#.#.#.#`)
}
