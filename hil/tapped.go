// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"image"
	"io/fs"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/vcd"
)

// tapped is the recording of one bus.
type tapped struct {
	at    image.Point // of the panel in the picture
	panel hw.PanelConfig
	file  string
	tap   *hw.Tap       // nil until it is looked at
	which uint64        // recording; the device makes another one when it restarts
	from  time.Duration // of the recording: what counts comes later
	read  []glimpse     // pictures since then
}

// glimpse is what the LEDs of one panel show from some time of the recording on.
type glimpse struct {
	at      time.Duration
	picture image.Image
}

// maxGlimpses bounds the recording of a bus: half a minute of moving pictures.
const maxGlimpses = 2000

// mark says that pictures from now on count.
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

// advance takes the recording since the last call. While the device restarts, there is
// nothing.
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

// take takes what the recording has up to now, and at most one picture more: a driver may
// write faster than this machine reads, so that the end would never be reached.
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
		if !more || at > now {
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
