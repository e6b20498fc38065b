// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/hub75"
)

// showMatrices shows the pictures on the RGB panels.
func showMatrices(regs *gpiomem.Regs) error {
	standing := pinned
	for _, m := range rig.Matrices() {
		if err := show(m.Name, hw.NewPanelConfig("hub75", &m.Config), regs, standing); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		standing = nil // once is enough
	}
	return nil
}

// show opens a panel after a mark and shows the pictures, each with a mark once it stands.
// Unless standing is nil, it calls that with the first of them on the panel.
func show(name string, c hw.PanelConfig, regs *gpiomem.Regs, standing func() error) error {
	mark(regs)
	board, err := hw.Open(hw.Config{Panel: c})
	if err != nil {
		return err
	}
	p := board.Panel
	if err := p.SetBrightness(1); err != nil {
		return err
	}
	for n := range rig.Pictures {
		if err := p.Draw(p.Bounds(), rig.Picture(name, p.Bounds().Size(), n), image.Point{}); err != nil {
			return err
		}
		if err := settle(p); err != nil {
			return err
		}
		if n == 0 && standing != nil {
			if err := standing(); err != nil {
				return err
			}
		}
		mark(regs)
	}
	return p.Close()
}

func mark(regs *gpiomem.Regs) {
	regs.Set(1 << rig.Mark)
	regs.Clear(1 << rig.Mark)
}

// settle waits until a panel that is refreshed has shown its picture in full.
func settle(p hw.Panel) error {
	h, ok := p.(*hub75.Panel)
	if !ok {
		return nil
	}
	before, _ := h.Stats()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		// The one under way, the one that takes the picture up, and one more.
		if now, _ := h.Stats(); now.Frames-before.Frames >= 3 {
			return nil
		}
	}
	return errors.New("the refresher does not refresh")
}
