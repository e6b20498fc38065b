// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"os"

	"github.com/ledpost/ledpost/hw"
)

// wires are the recordings of a panel's buses.
type wires struct {
	panel  hw.PanelConfig
	buses  []*tapped
	marked bool // somebody has said from when on it counts
}

func newWires(panel hw.PanelConfig, files []string) *wires {
	w := &wires{panel: panel}
	for i, part := range panel.Parts() {
		w.buses = append(w.buses, &tapped{at: part.At, panel: part.Panel, file: files[i]})
	}
	return w
}

// mark implements source.
func (w *wires) mark() (err error) {
	w.marked = true
	for _, b := range w.buses {
		err = errors.Join(err, b.mark())
	}
	return err
}

// close implements source.
func (w *wires) close() {
	for _, b := range w.buses {
		if b.tap != nil {
			b.tap.Close() // it was only read
		}
	}
}

// Wires returns what went over the wires since the device started, or restarted with
// another configuration: a Value Change Dump for each bus, of a composite one for each
// part, as a viewer of waves takes it from a file. [Shots] reads all of them, one after
// the other. A device that runs elsewhere ends the test.
func (d *Device) Wires() [][]byte {
	d.t.Helper()
	w, ok := d.source.(*wires)
	if !ok {
		d.t.Fatalf("hil: the wires of a device that runs elsewhere are not recorded here: Capture does, with a logic analyser")
	}
	var all [][]byte
	for _, b := range w.buses {
		_, _, err := flush(b.file)
		dump, readErr := os.ReadFile(b.file)
		if err := errors.Join(err, readErr); err != nil {
			d.t.Fatalf("hil: %v", err)
		}
		all = append(all, dump)
	}
	return all
}
