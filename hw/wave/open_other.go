// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package wave

import "github.com/ledpost/ledpost/hw/gpiomem"

// openHere fails: only Linux runs on a Raspberry Pi.
func openHere(string) (*Port, error) { return nil, gpiomem.ErrNotPi }
