// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"time"

	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/uinput"
)

// plugged reads a keyboard that is plugged in, and out while a key is down, and
// another with more keys than the kernel's buffer holds. A key that cannot be written
// is missed like one that does not arrive.
func plugged() error {
	const name = "keyboard"
	s, err := input.Open(input.Config{Devices: []string{name + "*"}, Grab: true})
	if err != nil {
		return err
	}
	return read(s, func(r *reader) error {
		r.until(false)
		k, err := uinput.Plug(name, pressed...)
		if err != nil {
			return err
		}
		r.until(true)
		k.Key(volumeUp, true)
		r.wait(input.Event{Button: input.VolumeUp, Kind: input.Repeat})
		k.Key(volumeUp, false)
		k.Key(left, true)
		r.wait(input.Event{Button: input.Left, Kind: input.Down})
		k.Unplug()
		r.wait(input.Event{Button: input.Left, Kind: input.Up})
		r.until(false)
		if k, err = uinput.Plug(name+" again", pressed...); err != nil {
			return err
		}
		defer k.Unplug()
		r.until(true)
		for i := range 2000 {
			k.Key(enter, true)
			k.Key(enter, false)
			if i == 0 { // else all may be lost before the first is read
				r.wait(input.Event{Button: input.Action, Kind: input.Click})
			}
		}
		time.Sleep(500 * time.Millisecond) // what follows lost events is lost too
		k.Key(right, true)
		k.Key(right, false)
		r.wait(input.Event{Button: input.Right, Kind: input.Click})
		return nil
	})
}

// Key codes (Linux, input-event-codes.h).
const (
	enter    = 28
	left     = 105
	right    = 106
	volumeUp = 115
)

// pressed are the keys of the keyboards.
var pressed = []uint16{enter, left, right, volumeUp}
