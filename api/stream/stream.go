// SPDX-License-Identifier: Apache-2.0

// Package stream receives pixels over UDP and gives them to the panel: by LMSP,
// the original's own protocol, and, where the owner allows them, by DDP,
// Art-Net and sACN, which lighting software uses. One sender at a time has the
// panel.
//
// Anybody in the network can send such packets. Each packet is read in place, none of
// its fields is trusted, and a raw one allocates no memory and takes no time of the
// device's goroutine: the device is told only about the beginning and the end of a
// stream.
package stream

import (
	"errors"
	"image"
)

// Ports of the protocols.
const (
	PortLMSP   = 9999 // device-stream of the original's reference
	PortDDP    = 4048 // http://www.3waylabs.com/ddp/
	PortArtNet = 6454 // Art-Net 4, "Network port"
	PortSACN   = 5568 // ANSI E1.31, table 4-1 (SDT multicast port)
)

// maxPacket is the largest UDP payload over IPv4.
const maxPacket = 65507

// Reasons why a packet is dropped; each is counted.
var (
	errForeign  = errors.New("stream: not of this protocol")
	errShort    = errors.New("stream: cut off")
	errSession  = errors.New("stream: of another session")
	errOutside  = errors.New("stream: outside of the canvas")
	errEncoding = errors.New("stream: picture that cannot be decoded")
	errLate     = errors.New("stream: overtaken by a later packet")
	errBusy     = errors.New("stream: another sender has the panel")
	errIgnored  = errors.New("stream: nothing to show")
	errAddress  = errors.New("stream: from an address that is not allowed")
	errLoop     = errors.New("stream: from a panel of this device, to which it would go back")
)

// A canvas is the picture that packets change piece by piece.
type canvas struct{ *image.RGBA }

func newCanvas(size image.Point) canvas {
	c := canvas{image.NewRGBA(image.Rectangle{Max: size})}
	c.clear()
	return c
}

// clear makes the canvas black.
func (c canvas) clear() {
	for i := range c.Pix {
		c.Pix[i] = 255 * uint8(i&3/3) // opaque
	}
}

// rgb writes RGB888 pixels row by row into r, which must be within the canvas.
// Pixels missing from data stay as they were; data beyond r is ignored.
func (c canvas) rgb(r image.Rectangle, data []byte) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.Pix[c.PixOffset(r.Min.X, y):c.PixOffset(r.Max.X, y)]
		for ; len(row) >= 4 && len(data) >= 3; row, data = row[4:], data[3:] {
			row[0], row[1], row[2] = data[0], data[1], data[2]
		}
	}
}

// run writes pixels of stride bytes each (3, or 4 of which the last is white).
// The pixel number first is the first one written, counted row by row from the
// top left. Anything beyond the canvas is ignored.
func (c canvas) run(first int, data []byte, stride int) {
	n := c.pixels()
	for i := first; i >= 0 && i < n && len(data) >= stride; i, data = i+1, data[stride:] {
		p := c.Pix[4*i : 4*i+3 : 4*i+3]
		p[0], p[1], p[2] = data[0], data[1], data[2]
		if stride == 4 {
			for j := range p {
				p[j] = uint8(min(int(p[j])+int(data[3]), 255))
			}
		}
	}
}

func (c canvas) pixels() int { return len(c.Pix) / 4 }
