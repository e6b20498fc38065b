// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
)

// matrix is the RGB panel.
type matrix struct {
	*hub75.Emulator
}

func (m *matrix) store(offset uintptr, v uint32) error {
	m.Store(offset, v)
	return nil
}

// mark compares every level of every pixel. The mark falls into the middle of a
// refresh, so the last pass of each row is what counts; all rows have passed
// with this picture.
func (m *matrix) mark(n int) (string, error) {
	size := m.Picture().Bounds().Size()
	if err := m.Compare(rig.Picture(size, n), 1); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d values of HUB75 after %d refreshes", 3*size.X*size.Y, m.Frames()), nil
}

// chain is the monochrome one, at an SPI bus in mode 0.
type chain struct {
	c     *max7219.Chain
	wires uint32
	bits  uint
	data  []byte
}

func (c *chain) store(offset uintptr, v uint32) error {
	was := c.wires
	if offset == gpiomem.OutputSet {
		c.wires |= v
	} else {
		c.wires &^= v
	}
	rose, fell := c.wires&^was, was&^c.wires
	selected := c.wires>>rig.Select&1 == 0
	switch {
	case fell>>rig.Select&1 == 1:
		c.bits, c.data = 0, nil
	case rose>>rig.Select&1 == 1:
		if c.bits%8 != 0 {
			return fmt.Errorf("a packet of %d bits", c.bits)
		}
		c.c.Send(c.data)
	case selected && rose>>rig.Clock&1 == 1:
		if c.bits%8 == 0 {
			c.data = append(c.data, 0)
		}
		c.data[c.bits/8] |= byte(c.wires>>rig.Data&1) << (7 - c.bits%8)
		c.bits++
	}
	return nil
}

func (c *chain) mark(n int) (string, error) {
	got := c.c.Picture()
	want, err := expected(rig.Picture(got.Rect.Size(), n))
	if err != nil {
		return "", err
	}
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			if got.RGBAAt(x, y) != want.RGBAAt(x, y) {
				return "", fmt.Errorf("pixel (%d, %d) shows %v, want %v", x, y, got.RGBAAt(x, y), want.RGBAAt(x, y))
			}
		}
	}
	if c.c.Messages == 0 && len(c.data) == 0 {
		return "", errors.New("nothing was sent")
	}
	return fmt.Sprintf("%d pixels of MAX7219", want.Rect.Dx()*want.Rect.Dy()), nil
}

// expected is what the driver shows of m on a chain without a bus between.
func expected(m *image.RGBA) (*image.RGBA, error) {
	c, err := max7219.NewChain(rig.MAX7219())
	if err != nil {
		return nil, err
	}
	d, err := max7219.New(c, rig.MAX7219())
	if err != nil {
		return nil, err
	}
	if err := d.Draw(m.Rect, m, image.Point{}); err != nil {
		return nil, err
	}
	return c.Picture(), nil
}
