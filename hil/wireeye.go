// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw"
)

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
