// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"image"
	"io"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
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

// Parts returns the panels of which the picture is made, with their places in it: of a
// composite its parts, otherwise c itself. Without a panel, an empty list.
func (c PanelConfig) Parts() []Part {
	if c.none() {
		return nil
	}
	if whole, ok := c.keys.(*CompositeConfig); ok {
		return whole.Parts
	}
	return []Part{{Panel: c}}
}

// Recorded returns the same panel with its wires recorded in files of dir instead of
// being driven, and the path of each file, in the order of Parts. An error says
// which panel cannot be recorded.
func (c PanelConfig) Recorded(dir string) (PanelConfig, []string, error) {
	if c.fault != nil {
		return c, nil, c.fault
	}
	var files []string
	var parts []Part
	for i, part := range c.Parts() {
		path := filepath.Join(dir, fmt.Sprintf("wires-%d.vcd", i+1))
		on, err := part.Panel.recordedIn(path)
		if err != nil {
			return c, nil, err
		}
		files, parts = append(files, path), append(parts, Part{At: part.At, Panel: on})
	}
	switch {
	case len(parts) == 0:
		return c, nil, nil
	case c.driver == composed:
		c = NewPanelConfig(composed, &CompositeConfig{Parts: parts})
	default:
		c = parts[0].Panel
	}
	return c, files, c.fault
}

// recordedIn returns one panel recorded in a file: the key that says where it is
// connected names that instead.
func (c PanelConfig) recordedIn(path string) (PanelConfig, error) {
	if c.fault != nil {
		return c, c.fault
	}
	keys := reflect.New(reflect.TypeOf(c.keys).Elem())
	keys.Elem().Set(reflect.ValueOf(c.keys).Elem())
	for _, field := range connections(keys) {
		field.SetString("vcd:" + path)
		on := NewPanelConfig(c.driver, keys.Interface().(panel.Driver))
		return on, on.fault
	}
	return c, keyerr.New("driver", "a %s panel has no wires that can be recorded: neither the key port nor gpio", c.driver)
}

// connections are the keys of one panel that may say where it is connected.
func connections(keys reflect.Value) (all []reflect.Value) {
	fields := table.Fields(keys.Elem())
	for _, key := range []string{"port", "gpio"} {
		if field, ok := fields[key]; ok && field.Kind() == reflect.String {
			all = append(all, field)
		}
	}
	return all
}

// Records reports whether the wires of the panel, or of a part of it, go into a file: then
// nobody sees it.
func (c PanelConfig) Records() bool {
	return slices.ContainsFunc(c.Parts(), func(p Part) bool {
		return slices.ContainsFunc(connections(reflect.ValueOf(p.Panel.keys)), func(field reflect.Value) bool {
			_, is := bus.Recording(field.String())
			return is
		})
	})
}
