// SPDX-License-Identifier: Apache-2.0

package light

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"
)

// commanded is a sensor on I²C that takes commands of one byte, and whose value has two.
type commanded struct {
	name string
	bus  i2c.BusCloser
	dev  i2c.Dev
}

func (c *commanded) String() string { return fmt.Sprintf("%s at %#x of %v", c.name, c.dev.Addr, c.bus) }

// send sends commands, in their order.
func (c *commanded) send(commands ...byte) error {
	for _, command := range commands {
		if err := c.tx([]byte{command}, nil); err != nil {
			return err
		}
	}
	return nil
}

// value reads the value, as it is sent.
func (c *commanded) value() (r [2]byte, err error) { return r, c.tx(nil, r[:]) }

func (c *commanded) tx(w, r []byte) error {
	if err := c.dev.Tx(w, r); err != nil {
		return fmt.Errorf("light: no answer from a %v: %w", c, err)
	}
	return nil
}
