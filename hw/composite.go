// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"image"
	"strconv"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// CompositeConfig describes a panel made of others, drawn as one picture: the
// original has 8×8 in colour beside 29×8 in one colour. Pixels that no part
// covers are not shown.
type CompositeConfig struct {
	Parts []Part `toml:"part"`
}

// Part is one panel and where its top left corner is in the picture.
type Part struct {
	At    image.Point
	Panel PanelConfig
}

// maxParts bounds a composite.
const maxParts = 16

// composed is the name of the driver.
const composed = "composite"

// readTable implements tableReader: each part has its driver's keys.
func (c *CompositeConfig) readTable(meta *toml.MetaData, t table.Table, dir string) error {
	var file struct {
		Parts []toml.Primitive `toml:"part"`
	}
	err := decodeKeys(t, meta, "driver "+strconv.Quote(composed), &file)
	for _, raw := range file.Parts {
		var p Part
		p.read(meta, raw, dir)
		c.Parts = append(c.Parts, p)
	}
	return err
}

// read reads "at" and leaves the other keys to the panel.
func (p *Part) read(meta *toml.MetaData, raw toml.Primitive, dir string) {
	t, err := table.Read(meta, raw)
	if err != nil {
		p.Panel.fault = err
		return
	}
	var own struct {
		At [2]int `toml:"at"`
	}
	if at, ok := t["at"]; ok {
		err = decodeKeys(table.Table{"at": at}, meta, "part", &own)
		delete(t, "at")
	}
	p.At = image.Pt(own.At[0], own.At[1])
	if err = errors.Join(err, p.Panel.readKeys(meta, t, dir)); err == nil {
		err = p.Panel.check()
	}
	p.Panel.fault = err
}

// Plan implements panel.Driver.
func (c CompositeConfig) Plan() (panel.Plan, error) {
	spec, err := c.spec()
	if err != nil {
		return panel.Plan{}, err
	}
	return panel.Plan{Spec: spec, Open: func() (Panel, error) { return c.open(spec.Size) }}, nil
}

// spec puts the parts together.
func (c CompositeConfig) spec() (whole panel.Spec, err error) {
	if len(c.Parts) < 1 || len(c.Parts) > maxParts {
		return whole, keyerr.New("part", "composite: %d parts, want [[panel.part]] 1 to %d times", len(c.Parts), maxParts)
	}
	var before []placed
	for i, part := range c.Parts {
		p, err := part.check(i + 1)
		if err == nil {
			err = p.beside(before)
		}
		if err != nil {
			return panel.Spec{}, keyerr.In(fmt.Sprintf("part.%d", i+1), err)
		}
		before = append(before, p)
		whole.Size = image.Pt(max(whole.Size.X, p.at.Max.X), max(whole.Size.Y, p.at.Max.Y))
		if i > 0 && whole.Kind != p.spec.Kind {
			p.spec.Kind = Mixed
		}
		whole.Kind = p.spec.Kind
		whole.Needs.Refresher = whole.Needs.Refresher || p.spec.Needs.Refresher
	}
	return whole, nil
}

// placed is a part that is valid by itself.
type placed struct {
	nth    int             // from 1
	at     image.Rectangle // in the picture
	driver string
	spec   panel.Spec
}

// check returns the part by itself, or its fault.
func (p Part) check(nth int) (placed, error) {
	spec, err := p.Panel.Spec()
	switch {
	case p.Panel.fault != nil && p.Panel.driver != composed:
	case p.Panel.none() || p.Panel.driver == composed:
		err = keyerr.New("driver", "driver %q cannot be a part", p.Panel.driver)
	case p.At.X < 0 || p.At.Y < 0 || p.At.X > 4096 || p.At.Y > 4096:
		err = keyerr.New("at", "at %d, %d: want 0 to 4096", p.At.X, p.At.Y)
	}
	if err != nil {
		return placed{}, fmt.Errorf("part %d: %w", nth, err)
	}
	return placed{nth, image.Rectangle{p.At, p.At.Add(spec.Size)}, p.Panel.driver, spec}, nil
}

// beside says why the part cannot be beside those before it.
func (p placed) beside(before []placed) error {
	for _, other := range before {
		if p.at.Overlaps(other.at) {
			return keyerr.New("at", "part %d covers some of part %d", p.nth, other.nth)
		}
	}
	for _, other := range before {
		if err := p.share(other); err != nil {
			return err
		}
	}
	return nil
}

// share says why the part cannot be on its bus or its lines beside another. Two
// panels on one bus share its lines.
func (p placed) share(other placed) error {
	mine, theirs := p.spec.Place, other.spec.Place
	sameBus := mine.Kind == bus.SPI && mine.Bus != "" && mine.Bus == theirs.Bus
	switch {
	case sameBus && (p.spec.Alone || other.spec.Alone):
		return keyerr.New("port",
			"parts %d and %d share %s, and a strip shows the data of the other part: give the strip its own bus",
			other.nth, p.nth, mine.Bus)
	case sameBus && mine.Chip == theirs.Chip:
		return keyerr.New("port", "parts %d and %d are both on %s, chip select %d", other.nth, p.nth, mine.Bus, mine.Chip)
	}
	if found := conflict(other.claim(), p.claim()); found != nil {
		return keyerr.In(found.key, found)
	}
	return nil
}

func (p placed) claim() Claim { return claimOf(fmt.Sprintf("part %d", p.nth), p.driver, p.spec) }

// Emulate implements panel.Driver.
func (CompositeConfig) Emulate() (panel.Emulation, error) {
	return panel.Emulation{}, errors.New("each part of a composite has its own bus: " +
		"compare one part at a time, with a configuration for that part")
}
