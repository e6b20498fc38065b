// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/vcd"
)

// A source is where a device's pictures come from.
type source interface {
	// mark says that what is shown from now on counts, and not what stands already.
	mark() error
	// look returns an open eye for an expected picture at a brightness above 0 to 1.
	// Without a mark before, what is shown from now on counts, and what stands now.
	look(want *image.RGBA, brightness float64) (eye, error)
	close()
}

// An eye watches for an expected picture.
type eye interface {
	// watch takes what was shown since the last call, and reports whether the
	// expected picture was.
	watch() (seen bool, err error)
	// closest returns the shown picture that comes closest to the expected one, and
	// both as light; nil if nothing was shown.
	closest() (d *hw.Difference, got, want image.Image)
	// why says what may explain that nothing is shown, with ": " before it.
	why() string
}

// wires are the recordings of a panel's buses.
type wires struct {
	panel  hw.PanelConfig
	buses  []*tapped
	marked bool // somebody has said from when on it counts
}

// tapped is the recording of one bus.
type tapped struct {
	at    image.Point // of the panel in the picture
	panel hw.PanelConfig
	file  string
	tap   *hw.Tap       // nil until it is looked at
	which uint64        // recording; the device makes another one when it restarts
	from  time.Duration // of the recording: what counts comes later
	read  []glimpse     // what was shown since then
}

// glimpse is what the LEDs of one panel show from some time of the recording on.
type glimpse struct {
	at      time.Duration
	picture image.Image
}

// maxGlimpses bounds what is kept of one bus: half a minute of moving pictures.
const maxGlimpses = 2000

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

// mark says that what is shown from now on counts.
func (b *tapped) mark() error {
	which, at, err := flush(b.file)
	if err == nil && which != b.which {
		b.begin(which)
	}
	b.from, b.read = at, nil
	return err
}

// begin turns to another recording, of which everything counts.
func (b *tapped) begin(which uint64) {
	if b.tap != nil {
		b.tap.Close() // it was only read
	}
	b.tap, b.which, b.from, b.read = nil, which, 0, nil
}

// flush is vcd.Flush of a device that may restart just now: it waits for the recording.
func flush(file string) (which uint64, at time.Duration, err error) {
	for end := time.Now().Add(startTime); ; time.Sleep(lookEvery) {
		which, at, err = vcd.Flush(file)
		if !errors.Is(err, fs.ErrNotExist) || time.Now().After(end) {
			return which, at, err
		}
	}
}

// close implements source.
func (w *wires) close() {
	for _, b := range w.buses {
		if b.tap != nil {
			b.tap.Close() // it was only read
		}
	}
}

// advance takes what was recorded since the last call. While the device restarts, there
// is nothing.
func (b *tapped) advance() error {
	which, now, err := vcd.Flush(b.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case which != b.which:
		b.begin(which)
	}
	if err := b.take(now); err != nil {
		if other, _, fault := vcd.Flush(b.file); fault == nil && other == which {
			return err
		} // else the file is of another recording by now
	}
	return nil
}

// take takes what the recording has up to now.
func (b *tapped) take(now time.Duration) (err error) {
	if b.tap == nil {
		if b.tap, err = hw.NewTap(b.panel, b.file); err != nil {
			return err
		}
	}
	for {
		at, picture, more, err := b.tap.Next()
		if err != nil {
			return err
		}
		if !more {
			at = now
		}
		b.keep(glimpse{at, picture})
		if !more {
			return nil
		}
	}
}

// keep keeps what counts: of pictures that are alike the first one.
func (b *tapped) keep(g glimpse) {
	if g.at <= b.from {
		return
	}
	if n := len(b.read); n > 0 && hw.Differ(g.picture, b.read[n-1].picture) == nil {
		return
	}
	if len(b.read) == maxGlimpses {
		b.read = slices.Delete(b.read, 0, 1)
	}
	b.read = append(b.read, g)
}

// Wires returns what went over the wires since the device started, or restarted with
// another configuration: a Value Change Dump for each bus, of a composite one for each
// part. A device that runs elsewhere ends the test.
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

// shows returns what the panel shows at a time; ok is false if nothing was shown that
// counts.
func (b *tapped) shows(at time.Duration) (g glimpse, ok bool) {
	for _, one := range slices.Backward(b.read) {
		if one.at <= at {
			return one, true
		}
	}
	return g, false
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
