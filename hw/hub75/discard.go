// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
)

// Discard returns a Panel whose frames nobody shows: what a Draw of it costs is what
// packing costs the program.
func Discard(c Config) (*Panel, error) {
	g, pins, err := resolve(&c)
	if err != nil {
		return nil, err
	}
	w := newWire(&c, g, pins, gpiomem.Board{})
	e := newEncoder(&c, g, &pins, pixel.NewDither(w.duration()))
	return newPanel(e, make(discard, 4*e.frameSize())), nil
}

// discard is a frame that is packed again and again.
type discard []byte

func (d discard) Back() []byte { return d }

func (discard) Publish() error { return nil }

func (discard) Close() error { return nil }
