// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"os"
	"slices"
	"time"

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
		d.t.Fatalf(
			"hil: the wires of a device that runs elsewhere are not recorded here: Capture does, with a logic analyser")
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

// wireEye watches the wires.
type wireEye struct {
	wires *wires
	want  []image.Image // light, by bus
	whole image.Image   // the same together
}

// look implements source.
func (w *wires) look(want *image.RGBA, brightness float64) (eye, error) {
	if len(w.buses) == 0 {
		return nil, errors.New("the simulator has no wires: start the device with a Panel")
	}
	e := &wireEye{wires: w}
	var err error
	if e.whole, err = hw.Light(w.panel, want, brightness); err != nil {
		return nil, err
	}
	for _, b := range w.buses {
		spec, err := b.panel.Spec()
		if err != nil {
			return nil, err
		}
		piece := image.NewRGBA(image.Rectangle{Max: spec.Size})
		draw.Draw(piece, piece.Rect, want, want.Rect.Min.Add(b.at), draw.Src)
		light, err := hw.Light(b.panel, piece, brightness)
		if err != nil {
			return nil, err
		}
		e.want = append(e.want, light)
		if w.marked {
			continue
		}
		if err := b.mark(); err != nil {
			return nil, err
		}
		b.from-- // what stands now is later
	}
	return e, nil
}

// watch implements eye: it is seen at an instant at which every panel shows its piece.
func (e *wireEye) watch() (bool, error) {
	var times []time.Duration
	for i, b := range e.wires.buses {
		if err := b.advance(); err != nil {
			return false, fmt.Errorf("bus %d: %w", i+1, err)
		}
		for _, g := range b.read {
			times = append(times, g.at)
		}
	}
	slices.Sort(times)
	for _, at := range slices.Compact(times) {
		if e.shownAt(at) {
			return true, nil
		}
	}
	return false, nil
}

// shownAt reports whether all panels show their pieces at a time of the recordings.
func (e *wireEye) shownAt(at time.Duration) bool {
	for i, b := range e.wires.buses {
		g, ok := b.shows(at)
		if !ok || hw.Differ(g.picture, e.want[i]) != nil {
			return false
		}
	}
	return true
}

// closest implements eye.
func (e *wireEye) closest() (d *hw.Difference, got, want image.Image) {
	var c hw.Closest
	for _, b := range e.wires.buses {
		for _, g := range b.read {
			m := image.NewRGBA64(e.whole.Bounds())
			for _, other := range e.wires.buses {
				if shown, ok := other.shows(g.at); ok {
					r := shown.picture.Bounds()
					draw.Draw(m, r.Sub(r.Min).Add(other.at), shown.picture, r.Min, draw.Src)
				}
			}
			c.Add(g.at, m, e.whole)
		}
	}
	return c.Difference, c.Picture, e.whole
}

// why implements eye: the wires tell nothing.
func (e *wireEye) why() string { return "" }
