// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
)

// look implements source.
func (f *frames) look(want *image.RGBA, brightness float64) (eye, error) {
	if !f.marked {
		f.forget()
		f.close() // a new connection begins with what stands now
		f.tried = time.Time{}
	}
	f.connect()
	render.Dim(want, brightness)
	return &frameEye{frames: f, want: want}, nil
}

// frameEye watches the frames.
type frameEye struct {
	frames *frames
	want   *image.RGBA
	best   hw.Closest
}

// watch implements eye. A connection that has ended is opened again.
func (e *frameEye) watch() (bool, error) {
	e.frames.connect()
	e.frames.mu.Lock()
	seen, err := slices.Clone(e.frames.seen), e.frames.err
	e.frames.mu.Unlock()
	e.best = hw.Closest{}
	for _, g := range seen {
		if g.picture.Bounds().Size() == e.want.Rect.Size() && e.best.Add(g.at, g.picture, e.want) {
			return true, nil
		}
	}
	if errors.Is(err, errNoFrames) {
		return false, err
	}
	return false, nil
}

// why implements eye.
func (e *frameEye) why() string {
	e.frames.mu.Lock()
	defer e.frames.mu.Unlock()
	if e.frames.err == nil {
		return ""
	}
	return ": " + e.frames.err.Error()
}

// closest implements eye.
func (e *frameEye) closest() (d *hw.Difference, got, want image.Image) {
	return e.best.Difference, e.best.Picture, e.want
}
