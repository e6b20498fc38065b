// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw/hub75"
)

// matrix is an RGB panel.
type matrix struct {
	rig.Matrix
	panel *hub75.Emulator
}

func (m *matrix) name() string { return m.Name }

func (m *matrix) begin(p *pins) (err error) {
	if m.panel, err = hub75.NewEmulator(m.Config); err == nil {
		m.panel.Pins(0, p.set)
	}
	return err
}

func (m *matrix) store(offset uintptr, v uint32) { m.panel.Store(offset, v) }

// mark compares every level of every pixel. The mark falls into the middle of a
// refresh, so the last pass of each row is what counts; all rows have passed
// with this picture.
func (m *matrix) mark(n int) (string, error) {
	size := m.panel.Picture().Bounds().Size()
	if err := m.panel.Compare(rig.Picture(m.Name, size, n), 1); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d values after %d refreshes", 3*size.X*size.Y, m.panel.Frames()), nil
}
