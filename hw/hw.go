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

	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/panel"
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
