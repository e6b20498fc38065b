// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package bus

import (
	"errors"

	"periph.io/x/conn/v3/spi"
)

func openSPI(bus, chip int) (spi.PortCloser, error) {
	return nil, errors.New("SPI ports need Linux; vcd:/path/file.vcd records anywhere")
}
