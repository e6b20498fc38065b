// SPDX-License-Identifier: Apache-2.0

package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/host/v3/gpioioctl"
)

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
