// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/refresh/refreshtest"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
)

// small is a panel whose refresh fits a short tape, with pulses so long that its
// refresher sleeps most of the time: tests may run it in real time.
func small() Config { return Config{Rows: 8, Cols: 16, Planes: 8, LSB: Duration(3 * time.Microsecond)} }

const (
	smallAddresses = 4
	tapeSize       = 20000
)

// openTape opens a small panel whose refresher writes to a tape.
func openTape(tape string) (*Panel, error) { return openTapeOf(small(), tape) }

// openTapeOf is openTape of other panels.
func openTapeOf(c Config, tape string) (*Panel, error) {
	g, pins, err := resolve(&c)
	if err != nil {
		return nil, err
	}
	w := newWire(&c, g, pins, gpiomem.Board{})
	w.Tape, w.TapeSize = tape, tapeSize
	return open(&c, g, w, refresh.Patient())
}

// TestMain lets the test binary be the refresher, and a program that has one.
func TestMain(m *testing.M) {
	refreshtest.Serve(Backends())
	if tape := os.Getenv("HUB75_TEST_PROGRAM"); tape != "" {
		p, err := openTape(tape)
		if err != nil {
			panic(err)
		}
		if err := p.Draw(p.Bounds(), random(p.Bounds().Size(), 1), image.Point{}); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	}
	m.Run()
}

// within waits for another process: no fake time there.
func within(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

// emulate feeds a tape to a panel.
func emulate(t *testing.T, tape string) *Emulator {
	t.Helper()
	recorded := must.Get(gpiomem.LoadTape(tape))(t)
	e := must.Get(NewEmulator(small()))(t)
	for i := range recorded.Len() {
		e.Store(recorded.At(i))
	}
	return e
}

// TestThroughTheProcess follows a picture from Draw to the registers.
func TestThroughTheProcess(t *testing.T) {
	tape := filepath.Join(t.TempDir(), "tape")
	p := must.Get(openTape(tape))(t)
	defer p.Close()
	m := random(p.Bounds().Size(), 1)
	must.Do(t, p.Draw(p.Bounds(), m, image.Point{}))
	within(t, "a few refreshes", func() bool { s, _ := p.Stats(); return s.Frames > 3 })
	must.Do(t, p.Close())
	e := emulate(t, tape)
	must.Do(t, e.Compare(m, 1))
	dark(t, e)
	if err := p.Draw(p.Bounds(), m, image.Point{}); !errors.Is(err, errClosed) {
		t.Errorf("draw on a closed panel: %v", err)
	}
	if s, ok := p.Stats(); !ok || s != (refresh.Stats{}) {
		t.Errorf("a closed panel's statistics: %+v", s)
	}
}

// children are the processes that this one has started.
func children(t *testing.T) (pids []int) {
	t.Helper()
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		var parent int
		var state string
		if _, rest, ok := strings.Cut(string(stat), ") "); ok {
			fmt.Sscan(rest, &state, &parent)
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && parent == os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestRefresherKilled: under a picture that stands still, the end of the process
// is noticed by Refresh.
func TestRefresherKilled(t *testing.T) {
	p, err := openTape(filepath.Join(t.TempDir(), "tape"))
	must.Do(t, err)
	defer p.Close()
	must.Do(t, p.Draw(p.Bounds(), image.White, image.Point{}))
	if err := p.Refresh(); err != nil || p.RefreshAfter() != time.Second {
		t.Fatalf("refresh: %v, after %v", err, p.RefreshAfter())
	}
	pids := children(t)
	if len(pids) != 1 {
		t.Fatalf("children %v, want the refresher", pids)
	}
	must.Do(t, syscall.Kill(pids[0], syscall.SIGKILL))
	within(t, "the end to be noticed", func() bool { err = p.Refresh(); return err != nil })
	if !errors.Is(err, refresh.ErrStopped) {
		t.Errorf("refresh: %v", err)
	}
}

// TestProgramKilled: the panel is dark after the program was killed.
func TestProgramKilled(t *testing.T) {
	tape := filepath.Join(t.TempDir(), "tape")
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), "HUB75_TEST_PROGRAM="+tape)
	cmd.Stderr = os.Stderr
	must.Do(t, cmd.Start())
	defer cmd.Wait()
	m := random(image.Pt(16, 8), 1)
	within(t, "the picture", func() bool {
		if _, err := os.Stat(tape); err != nil {
			return false
		}
		recorded, err := gpiomem.LoadTape(tape)
		if err != nil || recorded.Len() <= 3*16*8*smallAddresses {
			return false
		}
		offset, _ := recorded.At(0)
		return offset != 0 // a file of zeros is a tape that is being made
	})
	must.Do(t, cmd.Process.Kill())
	// The last of a blanking is the light's pin made an output that is high.
	within(t, "the panel to go dark", func() bool {
		recorded, err := gpiomem.LoadTape(tape)
		if err != nil || recorded.Len() == 0 {
			return false
		}
		offset, _ := recorded.At(recorded.Len() - 1)
		return offset == gpiomem.FunctionSelect+4
	})
	e := emulate(t, tape)
	must.Do(t, e.Compare(m, 1))
	dark(t, e)
}

func TestDrawAllocatesNothing(t *testing.T) {
	p := must.Get(openTape(filepath.Join(t.TempDir(), "tape")))(t)
	defer p.Close()
	m := random(p.Bounds().Size(), 1)
	level := 0.0
	if n := testing.AllocsPerRun(100, func() {
		level += 0.001
		p.SetBrightness(level)
		p.Draw(p.Bounds(), m, image.Point{})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestRecording reads a dump back: each frame that was drawn is in it.
func TestRecording(t *testing.T) {
	for _, c := range []Config{{}, {Parallel: 3, Rows: 16, Cols: 32},
		{Parallel: 6, Rows: 16, Cols: 32, Wiring: "compute-module"}, {Wiring: "adafruit-hat", Rows: 64, Init: "FM6126A"}} {
		path := filepath.Join(t.TempDir(), "panel.vcd")
		c.GPIO = "vcd:" + path
		p := must.Get(Open(c))(t)
		m := random(p.Bounds().Size(), 1)
		part := image.Rect(3, 2, 9, 8) // a part of the picture is drawn again
		must.Do(t, errors.Join(
			p.Draw(p.Bounds(), m, image.Point{}),
			p.Draw(part, image.NewUniform(color.White), image.Point{}),
			p.Close(),
		))
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				m.Set(x, y, color.White)
			}
		}
		e := replay(t, c, path)
		must.Do(t, e.Compare(m, 1))
		for plane, lit := range e.Pulses(0) {
			if want := (130 * time.Nanosecond << plane); (lit - want).Abs() > vcd.Tick {
				t.Errorf("plane %d is lit for %v, want %v", plane, lit, want)
			}
		}
		dark(t, e)
	}
}

func replay(t *testing.T, c Config, path string) *Emulator {
	t.Helper()
	f := must.Get(vcd.Open(path))(t)
	defer f.Close()
	e := must.Get(NewEmulator(c))(t)
	frames := 0
	must.Do(t, e.Replay(f.Reader, nil, func(time.Duration) error { frames++; return nil }))
	must.Equal(t, frames, 2, "frames in the dump")
	return e
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	if _, err := gpiomem.FindBoard(os.DirFS("/")); err == nil {
		t.Skip("this machine is a Raspberry Pi")
	}
	if _, err := Open(Config{}); !errors.Is(err, gpiomem.ErrNotPi) {
		t.Errorf("no Pi: %v", err)
	}
	// What the refresher finds comes back through the process.
	c := Config{Backend: "pio"}
	g, pins, err := resolve(&c)
	must.Do(t, err)
	_, err = open(&c, g, newWire(&c, g, pins, gpiomem.Board{Chip: gpiomem.BCM2712}), refresh.Patient())
	must.Fail(t, err, "/dev/pio0", "no PIO")
	c = Config{}
	if g, pins, err = resolve(&c); err != nil {
		t.Fatal(err)
	}
	_, err = open(&c, g, newWire(&c, g, pins, gpiomem.Board{Chip: gpiomem.BCM2837}), refresh.Patient())
	must.Fail(t, err, "/dev/gpiomem", "no registers")
}

// TestWhatTimesThePulses: the PWM block where it can be had, the program where it
// cannot and "auto" says so, and a refusal where on-board sound has the block.
func TestWhatTimesThePulses(t *testing.T) {
	refused := errors.New("gpio: no rights")
	silent := fstest.MapFS{}
	sound := fstest.MapFS{
		"proc/asound/cards": {Data: []byte(" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n")}}
	for _, c := range []struct {
		name, wiring, pulses string
		lacks                error
		root                 fs.FS
		note, fault          string
	}{
		{"the light is not on its pin", "adafruit-hat", "auto", nil, silent, "GPIO 4", ""},
		{"the same, demanded", "adafruit-hat", "pwm", nil, silent, "", "GPIO 18 or 12"},
		{"no rights", "regular", "auto", refused, silent, "program: gpio: no rights", ""},
		{"no rights, and sound has the block", "regular", "auto", refused, sound, "program: gpio: no rights", ""},
		{"no rights, demanded", "regular", "pwm", refused, silent, "", "no rights"},
		{"sound has the block", "regular", "auto", nil, sound, "", "dtparam=audio=off"},
		{"sound has the block, demanded", "regular", "pwm", nil, sound, "", "dtparam=audio=off"},
		{"nobody asked", "regular", "timed", nil, sound, "", ""},
	} {
		regs := gpiomem.NewTape(100).Regs()
		w := &wire{Planes: 4, LSB: time.Microsecond, Pulses: c.pulses, Addresses: 4, Width: 8, Chains: 1, Lines: 2}
		w.Pins, _ = wiringNamed(Wiring(c.wiring))
		open := func(gpiomem.Board) (*gpiomem.PWM, error) { return &gpiomem.PWM{}, c.lacks }
		l, note, err := openPulser(w, regs, open, c.root)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %q", c.name, err, c.fault)
		}
		if !strings.Contains(note, c.note) || (note == "") != (c.note == "") {
			t.Errorf("%s: note %q, want %q", c.name, note, c.note)
		}
		if _, ok := l.(*timed); ok != (c.fault == "") {
			t.Errorf("%s: timed by %T", c.name, l)
		}
		b, err := openScan(w, regs, open, c.root)
		if (err == nil) != (c.fault == "") || (b == nil) != (err != nil) ||
			err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: opens %v, %v; want %q", c.name, b, err, c.fault)
		}
		if s, ok := b.(*scan); ok && s.Note() != note {
			t.Errorf("%s: the scan has the note %q, want %q", c.name, s.Note(), note)
		}
	}
}

func TestSoundIsRefusedWithAWayOut(t *testing.T) {
	for _, says := range []string{"dtparam=audio=off", `pulses = "timed"`} {
		if !strings.Contains(errSound.Error(), says) {
			t.Errorf("the refusal does not say %q", says)
		}
	}
}
