// SPDX-License-Identifier: Apache-2.0

package apa102

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// matrix connects a matrix of 4x2 LEDs to a recorder.
func matrix(t testing.TB) (*Matrix, *spitest.Record) {
	t.Helper()
	port := &spitest.Record{}
	layout := must.Get(pixel.Layout{Width: 4, Height: 2}.Map(8))(t)
	o := pixel.Options{Map: layout, Power: pixel.Power{Limit: -1}}
	return must.Get(NewMatrix(port, MatrixOpts{Options: o}))(t), port
}

// TestMatrixSendsWhatTheDriverSends: at any brightness, in the dither's phases, and when it is halted.
func TestMatrixSendsWhatTheDriverSends(t *testing.T) {
	m, port := matrix(t)
	theirs := &spitest.Record{}
	d := must.Get(New(theirs, unlimited(Config{Layout: pixel.Layout{Width: 4, Height: 2}})))(t)
	must.Do(t, m.Draw(m.Bounds(), image.Black, image.Point{})) // as the driver has done
	rng := rand.New(rand.NewPCG(3, 3))
	same := func(why string) {
		t.Helper()
		if n := len(port.Ops) - 1; n != len(theirs.Ops)-1 || !bytes.Equal(port.Ops[n].W, theirs.Ops[n].W) {
			t.Fatalf("%s: message %d is % x, the driver's % x", why, n, port.Ops[n].W, theirs.Ops[len(theirs.Ops)-1].W)
		}
	}
	for _, level := range []float64{1, 0.3, 0.02} {
		picture := paneltest.Random(m.Bounds(), rng)
		m.SetBrightness(level)
		d.SetBrightness(level)
		must.Do(t, m.Draw(picture.Rect, picture, image.Point{}))
		must.Do(t, d.Draw(picture.Rect, picture, image.Point{}))
		same("drawn")
		for range 3 {
			must.Do(t, m.Refresh())
			must.Do(t, d.Refresh())
			same("refreshed")
		}
		if m.RefreshAfter() > d.RefreshAfter() {
			t.Errorf("refresh after %v, the driver's %v", m.RefreshAfter(), d.RefreshAfter())
		}
	}
	must.Do(t, m.Halt())
	d.SetBrightness(0)
	must.Do(t, d.Draw(image.Rectangle{}, image.Black, image.Point{}))
	same("halted")
	must.Do(t, m.Halt())
	same("halted again")
	d.SetBrightness(0.02)
	must.Do(t, m.Draw(image.Rectangle{}, image.Black, image.Point{}))
	must.Do(t, d.Draw(image.Rectangle{}, image.Black, image.Point{}))
	same("drawn after that")
}

// TestMatrixKeepsTheDriversLimit: by default a white matrix takes no more than the driver lets it.
func TestMatrixKeepsTheDriversLimit(t *testing.T) {
	layout := must.Get(pixel.Layout{Width: 16, Height: 8}.Map(128))(t)
	port, theirs := &spitest.Record{}, &spitest.Record{}
	m := must.Get(NewMatrix(port, MatrixOpts{Options: pixel.Options{Map: layout}}))(t)
	d := must.Get(New(theirs, Config{Layout: pixel.Layout{Width: 16, Height: 8}}))(t)
	must.Do(t, m.Draw(m.Bounds(), image.Black, image.Point{})) // as the driver has done
	must.Do(t, m.Draw(m.Bounds(), image.White, image.Point{}))
	must.Do(t, d.Draw(m.Bounds(), image.White, image.Point{}))
	if watts, _ := d.Power(); watts > 8 || watts < 7.9 {
		t.Errorf("the driver takes %.2f W", watts)
	}
	if n := len(port.Ops) - 1; !bytes.Equal(port.Ops[n].W, theirs.Ops[n].W) {
		t.Errorf("message %d is % x, the driver's % x", n, port.Ops[n].W[:12], theirs.Ops[n].W[:12])
	}
}

// TestMatrixHaltsAgain: a halt that did not arrive is sent again.
func TestMatrixHaltsAgain(t *testing.T) {
	layout := must.Get(pixel.Layout{Width: 4, Height: 2}.Map(8))(t)
	port := &loose{}
	m := must.Get(NewMatrix(port, MatrixOpts{Options: pixel.Options{Map: layout}}))(t)
	must.Do(t, m.Draw(m.Bounds(), image.White, image.Point{}))
	port.gone = true
	if err := m.Halt(); err == nil {
		t.Fatal("a halt arrives without a wire")
	}
	port.gone = false
	must.Do(t, m.Halt())
	must.Equal(t, port.sent, 2, "frames have arrived")
}

// loose is a port whose wire may be gone.
type loose struct {
	spitest.Record
	gone bool
	sent int
}

func (l *loose) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return l, nil }
func (l *loose) Duplex() conn.Duplex                                       { return conn.Half }
func (l *loose) TxPackets([]spi.Packet) error                              { return errors.ErrUnsupported }
func (l *loose) Tx(w, r []byte) error {
	if l.gone {
		return errors.New("the wire is gone")
	}
	l.sent++
	return nil
}

// TestMatrixRefuses: what cannot be a matrix is named.
func TestMatrixRefuses(t *testing.T) {
	layout := must.Get(pixel.Layout{Width: 4, Height: 2}.Map(8))(t)
	for want, o := range map[string]MatrixOpts{
		"speed 30MHz":   {Speed: 30 * physic.MegaHertz, Options: pixel.Options{Map: layout}},
		`order "BGX"`:   {Order: "BGX", Options: pixel.Options{Map: layout}},
		"no white":      {Options: pixel.Options{Map: layout, White: true}},
		"white [2 0 0]": {Options: pixel.Options{Map: layout, Colour: pixel.Colour{White: [3]float64{2}}}},
		"called twice":  {Options: pixel.Options{Map: layout}},
	} {
		port := &spitest.Record{Initialized: want == "called twice"}
		if _, err := NewMatrix(port, o); err == nil || !strings.HasPrefix(err.Error(), "apa102: ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestMatrixAllocatesNothing for a frame.
func TestMatrixAllocatesNothing(t *testing.T) {
	layout := must.Get(pixel.Layout{Width: 4, Height: 2}.Map(8))(t)
	m := must.Get(NewMatrix(&bus.Emulated{}, MatrixOpts{Options: pixel.Options{Map: layout}}))(t)
	red := image.NewUniform(color.RGBA{R: 255, A: 255})
	if n := testing.AllocsPerRun(100, func() { _ = m.Draw(m.Bounds(), red, image.Point{}) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
