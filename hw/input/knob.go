// SPDX-License-Identifier: Apache-2.0

package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// KnobConfig is a rotary encoder: two contacts that close a quarter of a
// period apart.
type KnobConfig struct {
	// A and B are the lines of its contacts to ground.
	A string `toml:"a"`
	B string `toml:"b"`
	// Clockwise and Counter are the buttons that it turns: a detent is a press.
	Clockwise Button `toml:"clockwise"`
	Counter   Button `toml:"counter"`
	// Steps of the contacts from one detent to the next: 1, 2 or 4; 0 is 4.
	Steps int `toml:"steps"`
	// Pull is the resistor inside the chip, "up" or "none"; empty is up.
	Pull string `toml:"pull"`
}

func (c KnobConfig) check() error {
	if c.Clockwise == "" || c.Counter == "" {
		return errors.New("input: a rotary encoder wants the buttons clockwise and counter")
	}
	if c.Steps != 0 && c.Steps != 1 && c.Steps != 2 && c.Steps != 4 {
		return fmt.Errorf("input: steps is %d, want 1, 2 or 4", c.Steps)
	}
	_, err := pull(c.Pull)
	return err
}

// Knob is a rotary encoder on two GPIO lines.
type Knob struct {
	a, b               gpio.PinIn
	clockwise, counter Button
	steps              int
}

// NewKnob makes inputs of a and b. With an error both are free.
func NewKnob(a, b gpio.PinIn, cfg KnobConfig) (*Knob, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	cfg.Steps = cmp.Or(cfg.Steps, 4)
	resistor, _ := pull(cfg.Pull)
	if err := listen(a, cfg.A, resistor); err != nil {
		return nil, err
	}
	if err := listen(b, cfg.B, resistor); err != nil {
		return nil, errors.Join(err, closePin(a))
	}
	return &Knob{a: a, b: b, clockwise: cfg.Clockwise, counter: cfg.Counter, steps: cfg.Steps}, nil
}

// contact is a level of one of the two lines.
type contact struct {
	second bool // line b
	level  gpio.Level
}

// Run implements Source.
func (k *Knob) Run(ctx context.Context, emit func(Event)) error {
	ctx, cancel := context.WithCancel(ctx)
	changes := make(chan contact)
	var watchers sync.WaitGroup
	defer watchers.Wait()
	defer cancel()
	watchers.Go(func() { watch(ctx, k.a, false, changes) })
	watchers.Go(func() { watch(ctx, k.b, true, changes) })
	turn := turn{steps: k.steps, a: k.a.Read(), b: k.b.Read()}
	for {
		select {
		case <-ctx.Done():
			return nil
		case c := <-changes:
			switch turn.contact(c) {
			case 1:
				detent(k.clockwise, emit)
			case -1:
				detent(k.counter, emit)
			}
		}
	}
}

// watch reports the level of one line after each edge.
func watch(ctx context.Context, pin gpio.PinIn, second bool, changes chan<- contact) {
	for ctx.Err() == nil {
		waitForEdge(ctx, pin, time.Time{})
		select {
		case changes <- contact{second, pin.Read()}:
		case <-ctx.Done():
		}
	}
}

// Fault implements Source.
func (k *Knob) Fault() error { return nil }

// Close implements Source.
func (k *Knob) Close() error { return errors.Join(closePin(k.a), closePin(k.b)) }

// turn counts the detents of an encoder by the levels of its contacts. A
// contact that bounces goes forth and back, which adds up to nothing.
type turn struct {
	steps int // from detent to detent
	a, b  gpio.Level
	moved int // steps since the last detent
}

// contact takes a level and returns 1 or -1 when a detent is reached clockwise
// or counter-clockwise.
func (t *turn) contact(c contact) int {
	before := t.phase()
	if c.second {
		t.b = c.level
	} else {
		t.a = c.level
	}
	after := t.phase()
	switch (after - before) & 3 {
	case 1:
		t.moved++
	case 3:
		t.moved--
	} // 2 cannot be: one contact changes at a time
	if after%t.steps != 0 {
		return 0
	}
	way := t.moved // part of it is enough: an edge may have been missed
	t.moved = 0
	return min(max(way, -1), 1)
}

// phase is the quarter of the period, 0 with both contacts open: then, turned
// clockwise, a closes first.
func (t *turn) phase() int {
	switch open := [2]gpio.Level{t.a, t.b}; open {
	case [2]gpio.Level{gpio.High, gpio.High}:
		return 0
	case [2]gpio.Level{gpio.Low, gpio.High}:
		return 1
	case [2]gpio.Level{gpio.Low, gpio.Low}:
		return 2
	}
	return 3
}
