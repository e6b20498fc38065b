// SPDX-License-Identifier: Apache-2.0

package input

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/gpio"
)

// Open is the sources that cfg names. What of them is not there yet is looked
// for while they run; the only error is one of the keys.
func Open(cfg Config) (Sources, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	all := lines(cfg, openPin)
	if len(cfg.Devices) != 0 {
		d, err := NewDevices(cfg)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// lines are the buttons and knobs on lines that pin finds.
func lines(cfg Config, pin func(name string) (gpio.PinIn, error)) (all Sources) {
	for _, c := range cfg.Lines {
		all = append(all, Later(func() (Source, error) {
			p, err := pin(c.Line)
			if err != nil {
				return nil, err
			}
			return NewLine(p, c, cfg.Timing)
		}))
	}
	for _, c := range cfg.Knobs {
		all = append(all, Later(func() (Source, error) {
			a, errA := pin(c.A)
			b, errB := pin(c.B)
			if err := errors.Join(errA, errB); err != nil {
				return nil, err
			}
			return NewKnob(a, b, c)
		}))
	}
	return all
}

// canonical makes one name of "5", "gpio5" and "GPIO5".
func canonical(line string) string {
	if n, ok := number(line); ok {
		return fmt.Sprintf("GPIO%d", n)
	}
	return line
}

// number of the GPIO that line names.
func number(line string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(line), "GPIO"))
	return n, err == nil && n >= 0 && n < 256
}
