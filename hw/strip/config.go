// SPDX-License-Identifier: Apache-2.0

package strip

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// MaxLEDs on a chain: more than 2,048 WS2812 take over 60 ms a frame.
const MaxLEDs = 2048

// Config describes a matrix of a chain of LEDs. The zero value is 37×8 LEDs in
// serpentine rows on SPI0.0, limited to 8 W. Keys of the panel's table.
type Config struct {
	// Port is the SPI port; empty is SPI0.0. Some kinds take others, see Kind.
	Port string `toml:"port"`
	// Speed of the clock; zero is the kind's.
	Speed bus.Speed `toml:"speed"`
	// Order of the colours on the wire: R, G, B and, for LEDs with a white
	// channel, W; empty is the kind's.
	Order string `toml:"order"`
	pixel.Layout
	pixel.Colour
	pixel.Power
}

// A Kind has the properties of the LEDs of one make.
type Kind struct {
	// Name of the driver, with which errors begin.
	Name string
	// Speed of the clock where none is given, and its limits.
	Speed, Least, Most physic.Frequency
	// Order of the colours where none is given.
	Order string
	// White says that there are LEDs with a white channel.
	White bool
	// Draw is power_per_led where none is given; all 0 is pixel.Power's.
	Draw [5]float64
	// Gain is the gain of pixel.Options.
	Gain int
	// Inputs are the names of the first LED's inputs.
	Inputs panel.Names
	// Parts are to buy besides the matrix and a capacitor.
	Parts []header.Part
	// Encoder for so many LEDs, whose channels have these places on the wire.
	Encoder func(leds int, places []int, speed physic.Frequency) Encoder
	// Kernel is Encoder for a port that bus.IsLEDs; nil where the kernel has no driver.
	Kernel func(leds int, places []int) Encoder
	// Wave opens a port of bus.WaveLine, to which the frames of SPI are sent; nil where
	// the LEDs want a clock besides.
	Wave func(port string) (spi.PortCloser, error)
}

// resolved is what a Config comes to.
type resolved struct {
	Config // complete
	m      pixel.Map
	places []int // on the wire, of the chain's channels
}

// resolve completes cfg and returns the faults of it.
func (k *Kind) resolve(cfg Config) (r resolved, err error) {
	cfg.Order = cmp.Or(cfg.Order, k.Order)
	cfg.Speed = bus.Speed(cfg.Speed.Or(k.Speed))
	cfg.Power.Draw = cmp.Or(cfg.Power.Draw, k.Draw)
	r.Config = cfg
	if err := cmp.Or(k.checkPort(cfg.Port), cfg.Speed.Check(k.Least, k.Most)); err != nil {
		return r, err
	}
	if r.places, err = pixel.Order(cfg.Order, k.White); err != nil {
		return r, err
	}
	r.m, err = cfg.Layout.Map(MaxLEDs)
	return r, err
}

// checkPort returns the faults of the value of the key port.
func (k *Kind) checkPort(port string) error {
	if k.onKernel(port) || k.onWave(port) {
		return nil
	}
	return bus.CheckSPI(port)
}

// onKernel reports whether a strip on port is one of the kernel's.
func (k *Kind) onKernel(port string) bool { return k.Kernel != nil && bus.IsLEDs(port) }

// onWave reports whether a strip on port is driven by PWM or PCM.
func (k *Kind) onWave(port string) bool {
	_, _, ok := bus.WaveLine(port)
	return ok && k.Wave != nil
}

// encoder returns the encoder of a matrix, and how long a frame takes.
func (k *Kind) encoder(r resolved) (Encoder, time.Duration) {
	if k.onKernel(r.Port) {
		enc := k.Kernel(len(r.m.Pixel), r.places)
		if t, ok := enc.(interface{ Takes() time.Duration }); ok {
			return enc, t.Takes()
		}
		return enc, 0
	}
	speed := physic.Frequency(r.Speed)
	enc := k.Encoder(len(r.m.Pixel), r.places, speed)
	return enc, Duration(enc.Size(), speed)
}

// build makes the stages of a driver that are pure.
func (k *Kind) build(r resolved) (*pixel.Chain, Encoder, error) {
	enc, takes := k.encoder(r)
	chain, err := pixel.NewChain(pixel.Options{
		Map: r.m, Colour: r.Colour, Power: r.Power, White: len(r.places) == 4, Gain: k.Gain,
		Frame: takes,
	})
	return chain, enc, err
}

// Open opens the matrix on port, dark. It owns port, even if it fails.
func (k *Kind) Open(port spi.PortCloser, cfg Config) (*Dev, error) {
	r, err := k.resolve(cfg)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", k.Name, err), port.Close())
	}
	return k.open(port, r)
}

// open is Open for what a Config comes to.
func (k *Kind) open(port spi.PortCloser, r resolved) (*Dev, error) {
	chain, enc, err := k.build(r)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", k.Name, err), port.Close())
	}
	d, err := New(port, physic.Frequency(r.Speed), chain, enc)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	return d, nil
}

// Plan returns the matrix that cfg describes, or the faults of its keys.
func (k *Kind) Plan(cfg Config) (panel.Plan, error) {
	r, err := k.resolve(cfg)
	if err != nil {
		return panel.Plan{}, fmt.Errorf("%s: %w", k.Name, err)
	}
	chain, enc, err := k.build(r)
	if err != nil {
		return panel.Plan{}, fmt.Errorf("%s: %w", k.Name, err)
	}
	spec := panel.Spec{
		Size: chain.Bounds().Size(), Kind: panel.Color, Frame: enc.Size(),
		Place: bus.OnSPI(cfg.Port), Alone: true, // a chain has neither address nor chip select
	}
	if k.onKernel(cfg.Port) {
		spec.Place = bus.OnLEDs(cfg.Port)
		return panel.Plan{Spec: spec, Open: k.opener(r, bus.OpenLEDs)}, nil
	}
	open := func() (panel.Panel, error) {
		return panel.OpenSPI(r.Port, func(port spi.PortCloser) (*Dev, error) { return k.open(port, r) })
	}
	if k.onWave(cfg.Port) {
		spec.Place, open = bus.OnWave(cfg.Port), k.opener(r, k.Wave)
	}
	spec.Terminals = append(k.Inputs.Terminals(spec.Place, true),
		header.Terminal{Name: "5V", Source: header.Supply}, header.Terminal{Name: "GND", Source: header.Ground})
	spec.Parts = append([]header.Part{
		{Name: fmt.Sprintf("%s matrix, %d×%d LEDs", strings.ToUpper(k.Name), r.m.Size.X, r.m.Size.Y), Count: 1},
		{Name: "capacitor 1000 µF, 6.3 V or more, across its supply", Count: 1},
	}, k.Parts...)
	spec.Amperes = r.Power.Most(len(r.m.Pixel)) / 5
	return panel.Plan{Spec: spec, Open: open}, nil
}

// opener returns what opens the port of r by dial, and on it the matrix.
func (k *Kind) opener(r resolved, dial func(string) (spi.PortCloser, error)) func() (panel.Panel, error) {
	return func() (panel.Panel, error) {
		port, err := dial(r.Port)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Name, err)
		}
		return panel.Opened(k.open(port, r))
	}
}

// LEDs returns where the LEDs of a matrix are and the places of the channels on
// the wire, for an emulated one.
func (k *Kind) LEDs(cfg Config) (m pixel.Map, places []int, err error) {
	r, err := k.resolve(cfg)
	if err != nil {
		return pixel.Map{}, nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	return r.m, r.places, nil
}
