// SPDX-License-Identifier: Apache-2.0

// Package hw opens the hardware of a device: its panel, sensors and buttons, by
// what the configuration names.
//
// Encoders (picture to bytes on a bus) are pure; drivers send what they yield over
// periph's SPI ports and I²C buses; nothing here decides on pictures. The panels are
// in one table, see drivers.go, and the sensors in another, see source.go.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package hw

import (
	"fmt"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// What package panel says of all panels, by the names that users of this one
// know.
type (
	Panel      = panel.Panel
	Refresher  = panel.Refresher
	PowerMeter = panel.PowerMeter
	Refreshed  = panel.Refreshed
	Sending    = panel.Sending
	Away       = panel.Away
	Kind       = panel.Kind
)

// The kinds of panel.
const (
	Monochrome = panel.Monochrome
	Grayscale  = panel.Grayscale
	Color      = panel.Color
	Mixed      = panel.Mixed
)

// Board is the opened hardware.
type Board struct {
	// Panel is nil when the configuration names none.
	Panel Panel
	// Kind says what Panel shows; empty without one.
	Kind Kind
}

// Open opens what cfg names. With an error nothing stays open.
func Open(cfg Config) (*Board, error) {
	p, err := cfg.Panel.open()
	if err != nil {
		return nil, fmt.Errorf("hw: panel: %w", err)
	}
	return &Board{Panel: p, Kind: cfg.Panel.plan.Kind}, nil
}

// OpenInput is the buttons, keys and knobs of the [input] table. The only error is one
// of its keys: missing devices are looked for while they run.
func OpenInput(c input.Config) (input.Sources, error) {
	s, err := input.Open(c)
	if err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	return s, nil
}

// An Output is a line of the header that is driven, low at first. Only one goroutine may
// use it.
type Output struct{ line *gpiomem.Outputs }

// OpenOutput opens the line "GPIO13" or "13", by the kernel's driver.
func OpenOutput(name string) (*Output, error) {
	n, err := outputLine(name)
	if err != nil {
		return nil, err
	}
	line, err := gpiomem.OpenOutputs(n)
	if err != nil {
		return nil, err
	}
	return &Output{line}, nil
}

// checkBuzzer returns the fault of the buzzer's line as the value of the key line.
func (c Config) checkBuzzer() error {
	if c.Buzzer == "" {
		return nil
	}
	if _, err := outputLine(c.Buzzer); err != nil {
		return keyerr.New("line", "%w", err)
	}
	return nil
}

// outputLine is the number of a line of the header.
func outputLine(name string) (int, error) {
	n, ok := gpioLine(name)
	if !ok || n < 2 || n > 27 {
		return 0, fmt.Errorf("%q is no line of the header, want GPIO2 to GPIO27", name)
	}
	return int(n), nil
}

// Set drives the line high or low.
func (o *Output) Set(high bool) error {
	var level uint64
	if high {
		level = 1
	}
	return o.line.Set(level, 1)
}

// Close gives the line back; it keeps its level.
func (o *Output) Close() error { return o.line.Close() }
