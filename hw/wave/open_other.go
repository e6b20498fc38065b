// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package wave

import (
	"github.com/ledpost/ledpost/hw/gpiomem"
	"periph.io/x/conn/v3/spi"
)

// Open fails: only Linux runs on a Raspberry Pi.
func Open(string) (spi.PortCloser, error) { return nil, gpiomem.ErrNotPi }
