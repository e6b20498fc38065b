// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/srgb"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

func setup(t testing.TB, cfg Config) (*Dev, *Controller) {
	t.Helper()
	k := NewController()
	o := must.Get(cfg.resolve())(t)
	return must.Get(open(k, k.Line(), k.I2C(), o, func(time.Duration) {}))(t), k
}

// TestRandomFrames: every LED of both kinds is where its pixel is, as bright as its pixel.
func TestRandomFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d, k := setup(t, Config{})
	light := func(v uint8) float64 { return 255 * srgb.Light(float64(v)/255) }
	for range 50 {
		m := paneltest.Random(d.Bounds(), rng)
		must.Do(t, d.Draw(m.Rect, m, image.Point{}))
		got := k.Picture()
		for i := range 37 * 8 {
			x, y := i%37, i/37
			p, g := m.RGBAAt(x, y), got.RGBAAt(x, y)
			want := [3]float64{light(p.R), light(p.G), light(p.B)}
			if x >= 8 {
				l := 0.2126*want[0] + 0.7152*want[1] + 0.0722*want[2]
				want = [3]float64{l, l, l}
			}
			for ch, v := range [3]uint8{g.R, g.G, g.B} {
				if math.Abs(float64(v)-want[ch]) > 2 { // each of two values is rounded
					t.Fatalf("pixel (%d, %d) shows %v, want %v", x, y, g, want)
				}
			}
		}
	}
	if k.Frames() != 61 { // a dark one and 10 more before the pictures
		t.Errorf("%d frames", k.Frames())
	}
}

// TestEachLED: a single pixel lights one LED: of the right part one byte, of gray on the left the
// white one.
func TestEachLED(t *testing.T) {
	d, k := setup(t, Config{})
	seen := map[int]bool{}
	for i := range 37 * 8 {
		m := image.NewRGBA(d.Bounds())
		m.Set(i%37, i/37, color.White)
		must.Do(t, d.Draw(m.Rect, m, image.Point{}))
		lit := -1
		for at, v := range k.shown {
			if v == 0 {
				continue
			}
			if lit >= 0 || v != 255 || seen[at] {
				t.Fatalf("pixel %d: byte %d is %d, after byte %d", i, at, v, lit)
			}
			lit = at
		}
		if lit < 0 || i%37 < 8 && lit%4 != 3 {
			t.Fatalf("pixel %d lights byte %d", i, lit)
		}
		seen[lit] = true
	}
}

// TestWhite: the light of a white LED, which is full and no more where colours and white are.
func TestWhite(t *testing.T) {
	for _, row := range []struct {
		led  []byte
		want byte
	}{
		{[]byte{0, 0, 0, 0}, 0}, {[]byte{0, 0, 0, 200}, 200}, {[]byte{255, 255, 255, 0}, 255},
		{[]byte{100, 100, 100, 100}, 200}, {[]byte{255, 255, 255, 1}, 255}, {[]byte{0, 200, 0, 200}, 255},
	} {
		must.Equal(t, white(row.led), row.want, row.led)
	}
}

// TestSetUp: the controller's registers, in order, before the first frame, and the one that shows it after
// 100 ms of frames.
func TestSetUp(t *testing.T) {
	var want []i2ctest.IO
	for _, w := range [][]byte{{0x50, 0}, {0x90, 100}, {0x20, 127}, {0x11, 127}, {0x12, 127}, {0x13, 127}, {0xC0, 1}} {
		want = append(want, i2ctest.IO{Addr: 0x21, W: w})
	}
	control := &i2ctest.Playback{Ops: want}
	k := NewController()
	var waited, last time.Duration
	o := must.Get(Config{}.resolve())(t)
	d := must.Get(open(k, k.Line(), control, o, func(d time.Duration) {
		if waited += d; control.Count == len(want)-1 && k.Frames() > 0 {
			last = waited // before the last register
		}
	}))(t) // which closes the bus
	if last-550*time.Millisecond != 100*time.Millisecond || k.Frames() != 11 {
		t.Errorf("the last register comes after %v and %d frames", last, k.Frames())
	}
	must.Equal(t, waited, 650*time.Millisecond, "time")
	if got := d.RefreshAfter(); got > 10*time.Millisecond {
		t.Errorf("a still picture is sent after %v", got)
	}
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	must.Do(t, d.Close())
	if k.shown != [488]byte{} || !k.Closed {
		t.Error("still lit, or the port is still open")
	}
}

// TestFaults: a controller that does not answer, and wrong keys; nothing stays open.
func TestFaults(t *testing.T) {
	k := NewController()
	dead := &i2ctest.Playback{DontPanic: true}
	if _, err := New(k, k.Line(), dead, Config{}); err == nil || !strings.HasPrefix(err.Error(), "lametric: ") || !k.Closed {
		t.Errorf("no answer: %v, closed %v", err, k.Closed)
	}
	for want, cfg := range map[string]Config{"i2c": {I2C: "two"}, "SPI port": {Port: "x"}} {
		k := NewController()
		if _, err := New(k, k.Line(), nil, cfg); err == nil || !strings.Contains(err.Error(), want) || !k.Closed {
			t.Errorf("%+v: %v, closed %v", cfg, err, k.Closed)
		}
	}
	k = NewController()
	if _, err := New(k, broken{}, nil, Config{}); err == nil || !strings.Contains(err.Error(), "the line is gone") || !k.Closed {
		t.Errorf("a broken line: %v, closed %v", err, k.Closed)
	}
}

// TestWrongFrames: what is no announced frame of 488 bytes under the line changes nothing.
func TestWrongFrames(t *testing.T) {
	k := NewController()
	c := must.Get(k.Connect(speed, 0, 8))(t)
	frame := bytes.Repeat([]byte{9}, 488)
	for why, send := range map[string]func() error{
		"not announced":    func() error { k.high = true; return c.Tx(frame, nil) },
		"without the line": func() error { k.high = false; return errors.Join(c.Tx([]byte{4}, nil), c.Tx(frame, nil)) },
		"another word":     func() error { k.high = true; return errors.Join(c.Tx([]byte{5}, nil), c.Tx(frame, nil)) },
		"too short":        func() error { k.high = true; return errors.Join(c.Tx([]byte{4}, nil), c.Tx(frame[1:], nil)) },
	} {
		k.ready = false
		if err := send(); err != nil || k.Frames() != 0 {
			t.Errorf("%s: %v, %d frames", why, err, k.Frames())
		}
	}
}

// TestRecordedLine: a recording has the line, high around each frame and low else.
func TestRecordedLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.vcd")
	cfg := Config{Port: "vcd:" + path}
	d := must.Get(cfg.open(must.Get(cfg.resolve())(t)))(t)
	must.Do(t, d.Draw(d.Bounds(), image.White, image.Point{}))
	must.Do(t, d.Close())
	r := must.Get(vcd.NewReader(bytes.NewReader(must.Get(os.ReadFile(path))(t))))(t)
	var wrong []string
	clocks, high := 0, false
	must.Do(t, r.Levels(nil, func(at time.Duration, level []bool) error {
		if level[0] {
			clocks++
		}
		if level[1] != high {
			if high = level[1]; !high && clocks != 488*8 || high && clocks != 8 {
				wrong = append(wrong, fmt.Sprint(at, clocks))
			}
			clocks = 0
		}
		return nil
	}, vcd.Clock, Frame))
	if wrong != nil || high {
		t.Errorf("the line changes at %v", wrong)
	}
}

// broken is a line that cannot be set.
type broken struct{}

func (broken) Set(_, _ uint64) error { return errors.New("the line is gone") }
func (broken) Close() error          { return nil }
