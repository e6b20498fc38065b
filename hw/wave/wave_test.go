// SPDX-License-Identifier: Apache-2.0

package wave_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/wave"
	"github.com/ledpost/ledpost/hw/wave/wavetest"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// leds decodes pulses as the chips do (WS2812B-V5 datasheet: T0H 220 to 380 ns, T1H 580 ns
// to 1 µs, T0L and T1L at least 220 ns, RES at least 280 µs), with the 150 ns by which
// older sheets let a pulse differ.
type leds struct {
	bits       []byte
	frames     [][]byte
	wrong      int
	rise, fall time.Duration
}

func (l *leds) level(at time.Duration, high bool) {
	if high {
		if low := at - l.fall; low >= 280*time.Microsecond {
			l.latch()
		} else if low < 220*time.Nanosecond || low > 5*time.Microsecond {
			l.wrong++
		}
		l.rise = at
		return
	}
	l.fall = at
	switch h := at - l.rise; {
	case h >= 220*time.Nanosecond && h <= 450*time.Nanosecond:
		l.bits = append(l.bits, 0)
	case h >= 580*time.Nanosecond && h <= time.Microsecond:
		l.bits = append(l.bits, 1)
	default:
		l.wrong++
	}
}

func (l *leds) latch() {
	var frame []byte
	for i := 0; i+8 <= len(l.bits); i += 8 {
		v := byte(0)
		for _, b := range l.bits[i : i+8] {
			v = v<<1 | b
		}
		frame = append(frame, v)
	}
	if frame != nil {
		l.frames = append(l.frames, frame)
	}
	l.bits = nil
}

// pulses are the bits of a frame: three for each of the values, and the reset around.
func pulses(values []byte) []byte {
	out := make([]byte, 84)
	for _, v := range values {
		s := uint32(0)
		for bit := 7; bit >= 0; bit-- {
			s = s<<3 | 0b100 | uint32(v>>bit&1)<<1
		}
		out = append(out, byte(s>>16), byte(s>>8), byte(s))
	}
	return append(out, make([]byte, 84)...)
}

func random(n int, rng *rand.Rand) []byte {
	v := make([]byte, n)
	for i := range v {
		v[i] = byte(rng.Uint32())
	}
	return v
}

// connected is a port on a board, and what its line shows.
func connected(t *testing.T, b *wavetest.Board, name string) (*wave.Port, spi.Conn, *leds) {
	t.Helper()
	l := &leds{fall: -time.Second}
	b.Level = func(_ int, at time.Duration, high bool) { l.level(at, high) }
	p := must.Get(wave.New(b, name))(t)
	c := must.Get(p.Connect(2400*physic.KiloHertz, spi.Mode0, 8))(t)
	return p, c, l
}

// ended closes a port and holds that nothing is left.
func ended(t *testing.T, b *wavetest.Board, p *wave.Port, line int) {
	t.Helper()
	must.Do(t, p.Close())
	if b.Busy() || b.Left() != 0 || b.Function(line) != 0 || len(b.Faults) != 0 {
		t.Errorf("after Close: busy %v, %d left, function %d, faults %q", b.Busy(), b.Left(), b.Function(line), b.Faults)
	}
}

// TestFrames: frames of all lengths, some at once, arrive on each line of each chip.
func TestFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, row := range []struct {
		name string
		line int
		chip gpiomem.Chip
	}{
		{"GPIO18", 18, gpiomem.BCM2835}, {"gpio12", 12, gpiomem.BCM2837}, {"GPIO18", 18, gpiomem.BCM2711},
		{"GPIO13", 13, gpiomem.BCM2711}, {"GPIO19", 19, gpiomem.BCM2836},
		{"GPIO21", 21, gpiomem.BCM2835}, {"GPIO21", 21, gpiomem.BCM2837}, {"GPIO21", 21, gpiomem.BCM2711},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := wavetest.New(row.chip)
			p, c, l := connected(t, b, row.name)
			var want [][]byte
			for _, n := range []int{3, 888, 888, 4, 1, 888, 60_000} { // the last one's pulses are longer than a transfer
				v := random(n, rng)
				want = append(want, v)
				must.Do(t, c.Tx(pulses(v), nil))
				if n == 4 {
					time.Sleep(time.Second)
				}
			}
			ended(t, b, p, row.line)
			l.latch()
			if l.wrong != 0 || len(l.frames) != len(want) {
				t.Fatalf("%s on %s: %d wrong pulses, %d frames", row.name, row.chip, l.wrong, len(l.frames))
			}
			for i := range want {
				if !bytes.Equal(l.frames[i], want[i]) {
					t.Errorf("%s on %s: frame %d of %d bytes differs", row.name, row.chip, i, len(want[i]))
				}
			}
		})
	}
}

// TestStolen: a frame arrives though another program has used the block in between.
func TestStolen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := wavetest.New(gpiomem.BCM2837)
		p, c, l := connected(t, b, "GPIO18")
		for range 2 {
			must.Do(t, c.Tx(pulses([]byte{1, 2, 3}), nil))
			time.Sleep(10 * time.Millisecond)
			b.Steal()
		}
		must.Do(t, c.Tx(pulses([]byte{4, 5, 6}), nil))
		ended(t, b, p, 18)
		if l.latch(); l.wrong != 0 || len(l.frames) != 3 || !bytes.Equal(l.frames[2], []byte{4, 5, 6}) {
			t.Errorf("%d wrong pulses, frames %v", l.wrong, l.frames)
		}
	})
}

// TestStuck: a peripheral that takes no data is an error, and later works again.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := wavetest.New(gpiomem.BCM2837)
		p, c, l := connected(t, b, "GPIO21")
		b.Deaf = true
		frame := pulses(make([]byte, 900))
		must.Do(t, c.Tx(frame, nil))
		if err := c.Tx(frame, nil); !errors.Is(err, wave.ErrStuck) || b.Busy() {
			t.Errorf("%v, busy %v", err, b.Busy())
		}
		b.Deaf = false
		must.Do(t, c.Tx(pulses([]byte{7}), nil))
		ended(t, b, p, 21)
		if l.latch(); len(l.frames) != 1 || !bytes.Equal(l.frames[0], []byte{7}) {
			t.Errorf("frames %v", l.frames)
		}
	})
}

// TestRefusals: each error names what is wrong, and leaves nothing behind.
func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		name, port string
		chip       gpiomem.Chip
		spoil      func(*wavetest.Board)
		want       string
	}{
		{"a Pi 5", "GPIO18", gpiomem.BCM2712, nil, "connect DIN to pin 19 (GPIO 10, MOSI)"},
		{"no board", "GPIO18", "", nil, "Raspberry Pi 0 to 4 only"},
		{"a plain line", "GPIO17", gpiomem.BCM2835, nil, `"GPIO17" is not GPIO12, 13, 18, 19 or 21`},
		{"a channel in use", "GPIO18", gpiomem.BCM2711, func(b *wavetest.Board) { b.Occupy(10) }, "DMA channel is in use"},
		{"no memory", "GPIO18", gpiomem.BCM2835, func(b *wavetest.Board) { b.Refuse = true }, "VideoCore has no memory left"},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := wavetest.New(row.chip)
			if row.spoil != nil {
				row.spoil(b)
			}
			p, err := wave.New(b, row.port)
			if err == nil {
				var c spi.Conn
				if c, err = p.Connect(2400*physic.KiloHertz, spi.Mode0, 8); err == nil {
					err = c.Tx(pulses([]byte{1}), nil)
				}
				_ = p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), row.want) || b.Left() != 0 || len(b.Faults) != 0 {
				t.Errorf("%s: %v; %d left, faults %q", row.name, err, b.Left(), b.Faults)
			}
		})
	}
}

// TestSpeed: rates that the clock cannot make are refused.
func TestSpeed(t *testing.T) {
	p := must.Get(wave.New(wavetest.New(gpiomem.BCM2837), "GPIO18"))(t)
	for f, ok := range map[physic.Frequency]bool{
		2400 * physic.KiloHertz: true, 25 * physic.MegaHertz: true, 30 * physic.MegaHertz: false,
		physic.KiloHertz: false, 0: false,
	} {
		if _, err := p.Connect(f, spi.Mode0, 8); (err == nil) != ok {
			t.Errorf("%v: %v", f, err)
		}
	}
}
