// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pio"
	"github.com/ledpost/ledpost/hw/pio/piotest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/rio"
	"github.com/ledpost/ledpost/hw/rio/riotest"
	"github.com/ledpost/ledpost/internal/must"
)

// chains are panels whose columns a Pi 5 writes by registers.
func chains() map[string]Config {
	return map[string]Config{
		"two chains":   {Rows: 8, Cols: 16, Planes: 5, Parallel: 2, LSB: Duration(130 * time.Nanosecond)},
		"three chains": {Rows: 16, Cols: 64, Planes: 6, Parallel: 3, LSB: Duration(60 * time.Nanosecond)},
		"short lines":  {Rows: 8, Cols: 8, Planes: 4, Parallel: 2},
		"long pulses":  {Rows: 8, Cols: 8, Planes: 8, Parallel: 2, LSB: Duration(time.Microsecond)},
		"fast": {Rows: 8, Cols: 33, Planes: 7, Parallel: 2, Slowdown: new(0),
			LSB: Duration(50 * time.Nanosecond)},
		"slow": {Rows: 8, Cols: 16, Planes: 5, Parallel: 3, Slowdown: new(8),
			LSB: Duration(260 * time.Nanosecond)},
		"inverse": {Rows: 8, Cols: 16, Planes: 4, Parallel: 2, Inverse: true},
		"rows by shift registers": {Rows: 16, Cols: 16, Planes: 4, Parallel: 2, RowAddress: "abc-shift",
			LSB: Duration(260 * time.Nanosecond)},
		"rows by more registers": {Rows: 16, Cols: 16, Planes: 4, Parallel: 3, RowAddress: "sm5266"},
	}
}

// pi5 is the modelled pins of a Pi 5 with the panels of a rig at them.
type pi5 struct {
	*riotest.Chip
	block *piotest.Block
	*rig
	shown  bool // by the panels, from now on
	levels uint32
	began  time.Duration
	pulses []time.Duration
}

func (r *rig) pi5() *pi5 {
	p := &pi5{rig: r, levels: 1 << r.wire.Pins.OE}
	p.block = piotest.New(p.levels, r.wire.follow())
	p.block.Lag = 2
	p.Chip = riotest.New(p.block)
	p.Connect(r.wire.Pins.OE)
	p.Chip.Pins = p.pins
	return p
}

// Send is the kernel's.
func (p *pi5) Send(machine int, words []uint32) error {
	p.block.Send(machine, words)
	return nil
}

func (p *pi5) pins(at time.Duration, levels uint32) {
	oe := uint32(1) << p.wire.Pins.OE
	switch {
	case p.levels&^levels&oe != 0:
		p.began = at
	case levels&^p.levels&oe != 0:
		p.pulses = append(p.pulses, at-p.began)
	}
	if p.levels = levels; p.shown {
		p.emulator.Pins(at, levels)
	}
}

// dark reports whether the light is off.
func (p *pi5) dark() bool { return p.levels>>p.wire.Pins.OE&1 != 0 }

// open returns the scan, which the panels see from now on.
func (p *pi5) open(t testing.TB) *scan {
	t.Helper()
	s := must.Get(newFollowed(&p.wire, rio.On(p), p, p.Now, p.SleepUntil))(t)
	p.shown = true
	return s
}

// frame is a frame of m, as openRIO gets it.
func (p *pi5) frame(m uint64) []byte {
	e := streamEncoder(&p.config, p.geometry, &p.wire, pixel.Dither{})
	frame := make([]byte, 4*e.frameSize())
	e.pack(words(frame), random(p.geometry.size, m))
	return frame
}

// disturb holds the program and its writes up, often and for at most so long.
func (p *pi5) disturb(rng *rand.Rand, often float64, most time.Duration) {
	late, until := time.Duration(0), 0
	p.Stall = func() time.Duration {
		if rng.Float64() >= often/10 {
			return 0
		}
		return time.Duration(rng.Int64N(int64(most)))
	}
	p.Late = func() time.Duration { // some writes wait together, as in the buffer of a bridge
		if until--; until < 0 {
			late, until = 0, rng.IntN(400)
			if rng.Float64() < often {
				late = time.Duration(rng.Int64N(int64(most)))
			}
		}
		return late
	}
}

// longest is the longest pulse that is meant.
func (w *wire) longest() time.Duration { return w.LSB << (w.Planes - 1) }

// TestFollowed: whatever the program and its writes wait for, every value is right and each
// pulse is as long as it is meant to be.
func TestFollowed(t *testing.T) {
	rates := []float64{0.3, 0, 0.02, 0.95}
	if testing.Short() {
		rates = rates[:1]
	}
	for name, c := range chains() {
		for seed, often := range rates {
			for _, most := range []time.Duration{2 * time.Microsecond, 80 * time.Microsecond} {
				p := newRig(t, c).pi5()
				s := p.open(t)
				p.disturb(rand.New(rand.NewPCG(uint64(seed), uint64(most))), often, most)
				for round := range 2 {
					m := uint64(10*seed + round)
					if err := s.Refresh(p.frame(m)); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					p.Rest(p.wire.longest() + time.Microsecond)
					if err := errors.Join(p.Err(), p.emulator.Compare(random(p.geometry.size, m), 1)); err != nil {
						t.Fatalf("%s, up to %v late for %v of the time, refresh %d: %v", name, most, often, round, err)
					}
					exactPulses(t, p.rig, name)
				}
				p.onlyMeant(t, name)
			}
		}
	}
}

// onlyMeant holds every pulse since the start to the lengths of planes.
func (p *pi5) onlyMeant(t *testing.T, name string) {
	t.Helper()
	for _, lit := range p.pulses {
		if !slices.Contains(p.wire.counted(), lit) {
			t.Fatalf("%s: a pulse of %v, which no plane has", name, lit)
		}
	}
}

// TestSurePlanes: those that are not asked for are over when all writes come at once, also
// where the machine's count is longer than what was wanted.
func TestSurePlanes(t *testing.T) {
	for lsb := range 60 {
		r := newRig(t, Config{Rows: 8, Cols: 250, Planes: 10, Parallel: 2, LSB: Duration(50 + lsb)})
		line, n := time.Duration(250*3)*riotest.Spacing, 0
		for plane, sure := range r.wire.sure() {
			if lit := time.Duration(r.wire.unit()<<plane) * pio.Cycle; sure && lit > line-11*pio.Cycle {
				t.Errorf("%d ns: plane %d is lit for %v, a line takes %v", 50+lsb, plane, lit, line)
			} else if sure {
				n++
			}
		}
		if n < 6 {
			t.Errorf("%d ns: %d planes are sure", 50+lsb, n)
		}
	}
}

// TestFollowedEndsDark: wherever the program ends, the light goes off and was never on for
// longer than is meant.
func TestFollowedEndsDark(t *testing.T) {
	for name, c := range chains() {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 6 {
			p := newRig(t, c).pi5()
			s, frame := p.open(t), p.frame(1)
			p.disturb(rng, 0.05, 20*time.Microsecond)
			p.stopAfter(rng.IntN(p.wire.Addresses*p.wire.Planes*p.wire.Width*3), func() { s.Refresh(frame) })
			p.Rest(p.wire.longest() + time.Microsecond)
			if !p.dark() {
				t.Fatalf("%s: lit at the end", name)
			}
			p.onlyMeant(t, name)
		}
	}
}

// stopAfter runs do until the program was held up so often.
func (p *pi5) stopAfter(n int, do func()) {
	killed := errors.New("killed")
	hold := p.Stall
	p.Stall = func() time.Duration {
		if n--; n < 0 {
			panic(killed)
		}
		return hold()
	}
	defer func() {
		p.Stall = nil
		if r := recover(); r != nil && r != any(killed) {
			panic(r)
		}
	}()
	do()
}

// TestFollowedOpensUnderLoad: a program that is held up does not take the machine for deaf.
func TestFollowedOpensUnderLoad(t *testing.T) {
	for seed := range uint64(10) {
		p := newRig(t, Config{Rows: 8, Cols: 16, Parallel: 2}).pi5()
		p.disturb(rand.New(rand.NewPCG(seed, 1)), 0.1, 50*time.Microsecond)
		p.open(t)
	}
}

// TestBlankAfterFollowing: the panels are dark and hold nothing, and the light is the
// registers', high.
func TestBlankAfterFollowing(t *testing.T) {
	for name, c := range chains() {
		p := newRig(t, c).pi5()
		s := p.open(t)
		must.Do(t, errors.Join(s.Refresh(p.frame(1)), s.Blank()))
		p.Rest(p.wire.longest() + time.Microsecond)
		if want := uint32(1) << p.wire.Pins.OE; p.levels != want || p.Function(p.wire.Pins.OE) != 5 ||
			!p.Output(p.wire.Pins.OE) {
			t.Errorf("%s: levels %#x, want %#x; the light has function %d", name, p.levels, want, p.Function(p.wire.Pins.OE))
		}
		for chain, words := range p.emulator.latched[:c.Parallel] {
			for _, w := range words {
				if w != 0 != c.Inverse || c.Inverse && w != 0x3f {
					t.Fatalf("%s: chain %d holds %#x", name, chain, w)
				}
			}
		}
	}
}

// deaf are registers that take no write by the alias that toggles.
type deaf struct{ *pi5 }

func (d deaf) Store(offset uintptr, v uint32) {
	if offset != 0x11000 {
		d.pi5.Store(offset, v)
	}
}

// TestFollowedIsRefused where the hardware does not do what the scan is made for.
func TestFollowedIsRefused(t *testing.T) {
	c := Config{Rows: 8, Cols: 16, Parallel: 2}
	open := func(p *pi5, m rio.Memory) error {
		_, err := newFollowed(&p.wire, rio.On(m), p, p.Now, p.SleepUntil)
		return err
	}
	p := newRig(t, c).pi5()
	if err := open(p, deaf{p}); !errors.Is(err, errRIO) {
		t.Errorf("without writes that toggle: %v", err)
	}
	for want, code := range map[error]uint16{errDark: pio.SetPin(1), errLit: pio.SetPin(0)} {
		p := newRig(t, c).pi5()
		b := piotest.New(p.levels, &pio.Program{Code: []uint16{code}, Set: p.wire.Pins.OE, NoSide: true, Divider: 1})
		p.Chip, p.block = riotest.New(b), b
		p.Connect(p.wire.Pins.OE)
		if err := open(p, p); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

// TestFollowedSharesPins: pins of others stay as they are, and those of another wiring are
// let go.
func TestFollowedSharesPins(t *testing.T) {
	p := newRig(t, Config{Rows: 8, Cols: 16, Parallel: 2}).pi5()
	regs := rio.On(p)
	const led, other = 1 << 20, 1 << 14 // an LED of the kernel's, a line of the third chain
	regs.Drive(led|other, led|other)
	regs.Release(p.wire.foreign() &^ led)
	if s := p.open(t); s.Refresh(p.frame(1)) != nil {
		t.Fatal("no refresh")
	}
	p.Rest(0)
	if p.levels&led == 0 || !p.Output(20) || p.Output(14) {
		t.Errorf("levels %#x; the LED is an output: %v, the other line: %v", p.levels, p.Output(20), p.Output(14))
	}
}

// TestTimesOfRIO: a refresh takes as long as the model says, with its times of a write and
// of a read.
func TestTimesOfRIO(t *testing.T) {
	for _, c := range []Config{
		{Rows: 32, Chain: 2, Parallel: 2, Planes: 9, LSB: Duration(260 * time.Nanosecond)},
		{Rows: 16, Parallel: 3, Planes: 8, LSB: Duration(65 * time.Nanosecond)},
	} {
		p := newRig(t, c).pi5()
		s := p.open(t)
		p.Write, p.Read, p.Reads = writeRIO, readRIO, 0
		start := p.Now()
		must.Do(t, s.Refresh(p.frame(1)))
		took, want := p.Now()-start, p.wire.followed()
		t.Logf("%v, by the model %v", took, want)
		if took > want+want/50 || took < want-want/50 {
			t.Errorf("%+v: %v, by the model %v", c, took, want)
		}
		if most := p.wire.Addresses*p.wire.Planes + 1; p.Reads > most {
			t.Errorf("%d reads, want no more than one a pulse, %d: they are slow", p.Reads, most)
		}
	}
}

// TestFollowedRests: Linux stops a real-time thread that is busy for 95 % of a second.
func TestFollowedRests(t *testing.T) {
	for _, c := range []Config{
		{Rows: 8, Chain: 2, Parallel: 2, Planes: 9, LSB: Duration(260 * time.Nanosecond)},
		// the longest pulse is no longer than a sleep is late
		{Rows: 8, Parallel: 2, Planes: 6, LSB: Duration(1562 * time.Nanosecond)},
		{Rows: 8, Parallel: 2, Planes: 4, LSB: Duration(100 * time.Nanosecond)},
	} {
		p := newRig(t, c).pi5()
		s := p.open(t)
		var slept time.Duration
		sleep := func(until time.Duration) {
			start := p.Now()
			p.SleepUntil(until)
			slept += p.Now() - start
		}
		s.sleepUntil, s.pulser.(*follower).sleep, s.processors = sleep, sleep, 4
		start := p.Now()
		must.Do(t, s.Refresh(p.frame(1)))
		if took := p.Now() - start; slept < took/20 {
			t.Errorf("%+v: asleep for %v of %v, want 5 %% at least", c, slept, took)
		}
	}
}

// quiet are registers of a light that is off.
type quiet struct{}

func (quiet) Load(uintptr) uint32   { return ^uint32(0) }
func (quiet) Store(uintptr, uint32) {}

func TestFollowedAllocatesNothing(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 16, Planes: 4, Parallel: 2})
	var now time.Duration
	tick := func() time.Duration { now += time.Microsecond; return now }
	l := newFollower(&r.wire, rio.On(quiet{}), tick, func(t time.Duration) { now = t })
	s := newScan(&r.wire, l.regs, l)
	s.now, s.sleepUntil = tick, l.sleep
	frame := (&pi5{rig: r}).frame(1)
	must.Equal(t, testing.AllocsPerRun(5, func() { s.Refresh(frame) }), 0, "allocations a refresh")
}

// TestEither: where one way cannot be opened, the panel is lit by the other one, whose note
// says why.
func TestEither(t *testing.T) {
	refused := errors.New("no registers")
	works := func([]byte) (refresh.Backend, error) { return noted{note: "first"}, nil }
	fails := func([]byte) (refresh.Backend, error) { return nil, refused }
	for _, row := range []struct {
		open, other refresh.Opener
		note        string
		err         error
	}{
		{works, fails, "first", nil},
		{fails, works, "with the columns by PIO, which is slower: no registers", nil},
		{fails, func([]byte) (refresh.Backend, error) { return nil, errDark }, "", errDark},
	} {
		b, err := either(nil, row.open, row.other)
		if !errors.Is(err, row.err) || err == nil && b.(refresh.Noter).Note() != row.note {
			t.Errorf("%v, %v, want %q, %v", b, err, row.note, row.err)
		}
	}
	if _, err := openRIO([]byte(`{}`)); err == nil {
		t.Error("no panel is no error")
	}
}

// TestKinds are the ways to drive panels, by the board and the number of chains.
func TestKinds(t *testing.T) {
	for _, row := range []struct {
		chip gpiomem.Chip
		c    Config
		want string
	}{
		{gpiomem.BCM2711, Config{Parallel: 3}, kindRegisters},
		{gpiomem.BCM2712, Config{}, kindPIO},
		{gpiomem.BCM2712, Config{Parallel: 2}, kindRIO},
		{gpiomem.BCM2712, Config{Parallel: 3}, kindRIO},
		{gpiomem.BCM2712, Config{Parallel: 3, Backend: "pio"}, kindPIO},
		{gpiomem.BCM2712, Config{Parallel: 3, Init: "FM6126A"}, kindPIO},
		{gpiomem.BCM2712, Config{Parallel: 3, Settle: Duration(time.Microsecond)}, kindPIO},
		{gpiomem.BCM2712, Config{Parallel: 3, Backend: "bcm"}, kindRegisters},
	} {
		g, pins, err := resolve(&row.c)
		must.Do(t, err)
		if w := newWire(&row.c, g, pins, gpiomem.Board{Chip: row.chip}); w.Kind != row.want {
			t.Errorf("%s, %d chains: %s, want %s", row.chip, row.c.Parallel, w.Kind, row.want)
		}
	}
}
