// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"image"
	"io"
	"iter"
	"os"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
)

// A Tap shows what the wires of a panel carry while they are recorded, as far as the
// recording has got. Only one goroutine may use it.
type Tap struct {
	next func() (moment, bool)
	stop func()
	file *os.File
}

// NewTap returns one of the panel that cfg describes, which is no composite, and of
// the file that the recording goes to.
func NewTap(cfg PanelConfig, path string) (*Tap, error) {
	e, err := emulate(cfg)
	if err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	t := &Tap{file: f}
	t.next, t.stop = iter.Pull(tapped(e, f))
	return t, nil
}

// tapped yields each frame, and what the LEDs show whenever the file has no more. It
// never ends by itself unless there is an error.
func tapped(e panel.Emulation, f io.Reader) iter.Seq[moment] {
	return func(yield func(moment) bool) {
		open := true
		show := func(at time.Duration) error {
			if open = open && yield(moment{at: at, picture: e.Picture()}); !open {
				return errStopped
			}
			return nil
		}
		d, err := vcd.NewReader(&growing{f, func() error { return show(-1) }})
		if err == nil {
			err = e.Play(d, nil, show)
		}
		if open {
			yield(moment{err: err})
		}
	}
}

var errStopped = errors.New("hw: the tap is closed")

// growing reads a file that grows: where it ends, it asks whether to go on.
type growing struct {
	io.Reader
	more func() error
}

// Read implements io.Reader.
func (g *growing) Read(p []byte) (int, error) {
	for {
		n, err := g.Reader.Read(p)
		if n > 0 || err != nil && err != io.EOF {
			return n, err
		}
		if err := g.more(); err != nil {
			return 0, err
		}
	}
}

// Next returns the next frame, and at which time of the recording it was complete.
// more is false where the recording has no more yet: then picture is what the LEDs
// show there, and at is 0.
func (t *Tap) Next() (at time.Duration, picture image.Image, more bool, err error) {
	m, ok := t.next()
	switch {
	case !ok:
		return 0, nil, false, errors.New("hw: the recording has ended")
	case m.err != nil:
		return 0, nil, false, fmt.Errorf("hw: %w", m.err)
	case m.at < 0:
		return 0, m.picture, false, nil
	}
	return m.at, m.picture, true, nil
}

// Close ends the tap.
func (t *Tap) Close() error {
	t.stop()
	return t.file.Close()
}
