// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/vcd"
)

// chip is a panel on a bus, whose lines are recorded and played into the emulated chip.
type chip struct {
	rig.Chip
	pins  *pins
	names []string // of the lines
	dump  bytes.Buffer
	wires *vcd.Writer
	at    time.Duration
}

func (c *chip) name() string { return c.Name }

func (c *chip) begin(p *pins) (err error) {
	var lines []vcd.Line
	c.pins, c.names = p, slices.Sorted(maps.Keys(c.Lines))
	for _, name := range c.names {
		lines = append(lines, vcd.Line{Name: name, High: c.high(name)})
	}
	c.wires, err = vcd.NewWriter(&c.dump, lines...)
	return err
}

func (c *chip) high(line string) bool { return c.pins.levels()>>c.Lines[line]&1 == 1 }

func (c *chip) store(uintptr, uint32) {
	c.at += vcd.Tick
	for i, name := range c.names {
		c.wires.Set(c.at, i, c.high(name))
	}
}

// mark compares the picture after all that was sent so far. White and black pixels show
// as they are; what other colours become is what the driver shows without a bus between.
func (c *chip) mark(n int) (string, error) {
	if err := c.wires.Flush(); err != nil {
		return "", err
	}
	var got image.Image
	panel := c.Panel("")
	_, err := hw.Frames(panel, []io.Reader{bytes.NewReader(c.dump.Bytes())},
		nil, func(_ time.Duration, m image.Image) error {
			got = m
			return nil
		})
	switch {
	case err != nil:
		return "", err
	case got == nil:
		return "", errors.New("nothing was sent")
	}
	picture := rig.Picture(c.Name, got.Bounds().Size(), n)
	want := image.Image(picture)
	if n > 0 {
		if want, err = hw.Light(panel, picture, 1); err != nil {
			return "", err
		}
	}
	if d := hw.Differ(got, want); d != nil {
		return "", fmt.Errorf("pixel %v shows %v, want %v; %d pixels are wrong", d.Pixel, d.Got, d.Want, d.Wrong)
	}
	return fmt.Sprintf("%d pixels", got.Bounds().Dx()*got.Bounds().Dy()), nil
}
