// SPDX-License-Identifier: Apache-2.0

package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/host/v3/gpioioctl"
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

// openPin finds a line of the kernel's. On a Pi the numbers belong to its
// own chip, whatever the kernel calls its lines; elsewhere names count.
func openPin(name string) (gpio.PinIn, error) {
	if err := canOpenChips(); err != nil {
		return nil, err
	}
	// The only drivers in this program are for the kernel's interfaces:
	// nothing maps registers.
	if _, err := driverreg.Init(); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	if n, ok := number(name); ok {
		for _, chip := range gpioioctl.Chips {
			// The chip of a Pi's header; it comes first.
			if strings.HasPrefix(chip.Label(), "pinctrl-") && n < chip.LineCount() {
				return chip.ByNumber(n), nil
			}
		}
	}
	if p := gpioreg.ByName(canonical(name)); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("input: there is no GPIO line %s", name)
}

// canOpenChips returns the fault before periph does, which only logs it.
func canOpenChips() error {
	chips, _ := filepath.Glob("/dev/gpiochip*")
	if len(chips) == 0 {
		return errors.New("input: this machine has no GPIO lines (/dev/gpiochip*)")
	}
	f, err := os.Open(chips[0])
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("input: %w (add the user to group gpio)", err)
	}
	if err != nil {
		return fmt.Errorf("input: %w", err)
	}
	return f.Close()
}
