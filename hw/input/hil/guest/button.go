// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/host/v3/gpioioctl"

	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/qemu/guest"
)

// buttonDriver makes a key of the power button, and takes its line.
const buttonDriver = "gpio_keys.ko"

// ask is the line that asks for the power button.
const ask = "press"

// press asks for the power button, once the reader waits for it.
func press(r *reader) {
	time.Sleep(300 * time.Millisecond)
	fmt.Println(ask)
	r.wait(input.Event{Button: input.Action, Kind: input.Click})
}

// power is the power button's GPIO line, number 3 of the machine's only chip,
// which is high while it is pressed.
func power() (input.Source, error) {
	if _, err := driverreg.Init(); err != nil {
		return nil, err
	}
	if len(gpioioctl.Chips) != 1 {
		return nil, fmt.Errorf("%d GPIO chips", len(gpioioctl.Chips))
	}
	return input.NewLine(gpioioctl.Chips[0].ByNumber(3),
		input.LineConfig{Line: "3", Button: input.Action, Pull: "none", Active: "high"}, input.Timing{})
}

// line reads the power button's line.
func line() error {
	l, err := power()
	if err != nil {
		return err
	}
	return read(l, func(r *reader) error {
		press(r)
		return nil
	})
}

// keys reads the power button as a key of the kernel's.
func keys() error {
	if err := guest.Load(buttonDriver); err != nil {
		return err
	}
	s, err := input.Open(input.Config{Devices: []string{"gpio-keys"}, Keys: map[string]string{"KEY_POWER": "action"}})
	if err != nil {
		return err
	}
	err = read(s, func(r *reader) error {
		press(r)
		return nil
	})
	return errors.Join(err, unload())
}

// busy reads the power button's line, which a driver has at first.
func busy() error {
	if err := guest.Load(buttonDriver); err != nil {
		return err
	}
	return read(input.Later(power), func(r *reader) error {
		r.until(false)
		fmt.Println(r.Fault())
		if err := unload(); err != nil {
			return err
		}
		r.until(true)
		press(r)
		return nil
	})
}

func unload() error {
	if err := unix.DeleteModule("gpio_keys", 0); err != nil {
		return fmt.Errorf("unload %s: %w", buttonDriver, err)
	}
	return nil
}
