// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package input

import (
	"errors"

	"periph.io/x/conn/v3/gpio"
)

// openPin fails: only Linux has such lines.
func openPin(string) (gpio.PinIn, error) {
	return nil, errors.New("input: this machine has no GPIO lines")
}
