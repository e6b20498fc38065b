// SPDX-License-Identifier: Apache-2.0

package ssd1306

import (
	"bytes"

	"periph.io/x/conn/v3/i2c"
)

// Bytes that periph's driver begins with: a control byte that says that commands
// follow (SSD1306 datasheet, 8.1.5.2), and two of these (table 9-1).
const (
	control     = 0x00
	displayOff  = 0xAE
	setContrast = 0x81
)

// link is the bus as periph's driver has it. The display may be at another
// address than the one that the driver knows, and its first message of each driver
// is changed: it switches the display off and sets full contrast, which would
// blink whenever a display is set up again. For other chips its commands are theirs.
type link struct {
	i2c.Bus
	address  uint16
	chip     string
	message  []byte // to a chip that is none of periph's
	lit      bool   // the display was set up before
	setup    bool   // the next message is the first one of a driver
	contrast byte   // to set up
}

// setUp is the link for a new driver.
func (l *link) setUp(contrast byte) *link {
	l.setup, l.contrast = true, contrast
	return l
}

// Tx implements i2c.Bus.
func (l *link) Tx(addr uint16, w, r []byte) error {
	if addr == usual {
		addr = l.address
	}
	if l.setup {
		w, l.setup = l.without(w), false
	}
	if l.chip != chipSSD1306 && len(w) > 0 && w[0] == control {
		l.message = translate(append(l.message[:0], control), l.chip, w[1:])
		shift(l.message[1:], margin(l.chip))
		w = l.message
	}
	if err := l.Bus.Tx(addr, w, r); err != nil {
		return err
	}
	l.lit = true
	return nil
}

// without is a driver's first message for a display that is lit already.
func (l *link) without(w []byte) []byte {
	w = bytes.Replace(w, []byte{setContrast, 0xff}, []byte{setContrast, l.contrast}, 1)
	if l.lit {
		w = bytes.Replace(w, []byte{control, displayOff}, []byte{control}, 1)
	}
	return w
}
