// SPDX-License-Identifier: Apache-2.0

// Package input reads buttons, keys, remote controls and rotary encoders: from
// the kernel's input devices and from GPIO lines. It reports which button of the
// device was pressed and how; what that does is the device's business.
package input

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// A Button of the device, by the names of the device's own.
type Button string

// The buttons.
const (
	Left       Button = "left"   // previous app
	Right      Button = "right"  // next app
	Action     Button = "action" // dismiss, or what the app does
	VolumeUp   Button = "volume_up"
	VolumeDown Button = "volume_down"
)

// ParseButton takes the name of a button.
func ParseButton(name string) (Button, error) {
	switch b := Button(name); b {
	case Left, Right, Action, VolumeUp, VolumeDown:
		return b, nil
	}
	return "", fmt.Errorf("input: %q is not a button, want left, right, action, volume_up or volume_down", name)
}

// UnmarshalText reads the name of a button.
func (b *Button) UnmarshalText(text []byte) (err error) {
	*b, err = ParseButton(string(text))
	return err
}

// Kind is the kind of an Event.
type Kind uint8

// The kinds, in the order in which a press has them. A press is Down, then Up
// and Click if it was short; or Long after 600 ms, Repeat every 150 ms, and Up.
// The second of two quick clicks is followed by Double. Freed is the end of a press that
// had begun before its source was read: of such a press there is nothing else.
const (
	Down Kind = iota
	Long
	Repeat
	Up
	Click
	Double
	Freed
)

func (k Kind) String() string {
	return [...]string{"down", "long", "repeat", "up", "click", "double", "freed"}[k]
}

// Event is a change of a button.
type Event struct {
	Button Button
	Kind   Kind
}

func (e Event) String() string { return string(e.Button) + " " + e.Kind.String() }

// Acts reports whether the event does what its button is for: every button acts
// when it goes down, the volume also while it is held.
func (e Event) Acts() bool {
	return e.Kind == Down || e.Kind == Repeat && (e.Button == VolumeUp || e.Button == VolumeDown)
}

// A Source of events.
type Source interface {
	// Run calls emit, from this goroutine, for every event until ctx ends; it
	// returns nil then. Events wait while emit does.
	Run(ctx context.Context, emit func(Event)) error
	// Fault names the missing devices, such as a keyboard that is not plugged in; nil when
	// all is there. Any goroutine may ask.
	Fault() error
	// Close releases what the source holds. It is called after Run, or instead.
	Close() error
}

// Sources are several sources as one.
type Sources []Source

// Run implements Source.
func (s Sources) Run(ctx context.Context, emit func(Event)) error {
	events := make(chan Event)
	errs := make([]error, len(s))
	var running sync.WaitGroup
	for i, source := range s {
		running.Go(func() { errs[i] = source.Run(ctx, func(e Event) { events <- e }) })
	}
	go func() {
		running.Wait()
		close(events)
	}()
	for e := range events {
		emit(e)
	}
	return errors.Join(errs...)
}

// Fault implements Source.
func (s Sources) Fault() error {
	var errs []error
	for _, source := range s {
		errs = append(errs, source.Fault())
	}
	return errors.Join(errs...)
}

// Close implements Source.
func (s Sources) Close() error {
	var errs []error
	for _, source := range s {
		errs = append(errs, source.Close())
	}
	return errors.Join(errs...)
}

// Config is the [input] table of the configuration. The zero value reads
// nothing.
type Config struct {
	// Devices of the kernel, by name ("gpio_ir_recv"), by a pattern of names
	// ("*" is all), or by path ("/dev/input/by-id/…").
	Devices []string `toml:"devices"`
	// Grab keeps the devices' events from all other programs.
	Grab bool `toml:"grab"`
	// Keys of these devices: KEY_LEFT = "left". They add to the usual ones;
	// "none" takes one away.
	Keys map[string]string `toml:"keys"`
	// Lines are buttons on GPIO lines.
	Lines []LineConfig `toml:"gpio"`
	// Knobs are rotary encoders on GPIO lines.
	Knobs []KnobConfig `toml:"rotary"`
	Timing
}

// Check returns the faults of the keys.
func (c Config) Check() error {
	if err := c.Timing.check(); err != nil {
		return err
	}
	if len(c.Devices) > maxDevices || len(c.Lines)+2*len(c.Knobs) > maxDevices {
		return fmt.Errorf("input: more than %d devices or lines", maxDevices)
	}
	for _, d := range c.Devices {
		if d == "" {
			return errors.New("input: a device has no name")
		}
	}
	if _, err := keyMap(c.Keys); err != nil {
		return err
	}
	return c.checkLines()
}

// checkLines checks the lines, each of which may be used once.
func (c Config) checkLines() error {
	used := map[string]bool{}
	use := func(line string) error {
		if line == "" {
			return errors.New("input: a button or knob has no GPIO line")
		}
		if used[canonical(line)] {
			return fmt.Errorf("input: line %s is used twice", line)
		}
		used[canonical(line)] = true
		return nil
	}
	for _, l := range c.Lines {
		if err := errors.Join(use(l.Line), l.check()); err != nil {
			return err
		}
	}
	for _, k := range c.Knobs {
		if err := errors.Join(use(k.A), use(k.B), k.check()); err != nil {
			return err
		}
	}
	return nil
}
