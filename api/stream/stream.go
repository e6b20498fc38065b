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
	"cmp"
	"errors"
	"fmt"
	"image"
	"net/netip"
	"slices"
	"time"
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

// DefaultHold is how long a keyless sender keeps the panel after its last packet.
const DefaultHold = 5 * time.Second

// Options configure the streams that the owner allows in addition to LMSP, which needs the API
// key. The zero value allows nothing.
type Options struct {
	DDP    bool `toml:"ddp"`
	ArtNet bool `toml:"artnet"`
	SACN   bool `toml:"sacn"`

	// Universe is the universe of the first pixel, counted from 1 as in
	// sACN; Art-Net counts from 0. 0 = 1.
	Universe int `toml:"universe"`
	// Hold is how long a sender keeps the panel after its last packet; 0 =
	// DefaultHold.
	Hold time.Duration `toml:"hold"`
	// Address is the IPv4 address of this machine at which is received; none = all of
	// them. At one of them neither groups (sACN by multicast) nor broadcasts arrive.
	Address netip.Addr `toml:"address"`
	// Allow lists the addresses that may send without a key; none =
	// private, link-local and loopback addresses.
	Allow []Network `toml:"allow"`
}

// Check returns an error if the options are invalid.
func (o Options) Check() error {
	if o.Universe < 0 || o.Universe > 63999 {
		return fmt.Errorf("universe: %d, want 1 to 63999", o.Universe) // E1.31, 9.1.1
	}
	if o.Hold < 0 || o.Hold > time.Hour {
		return fmt.Errorf("hold: %v, want 0s to 1h", o.Hold)
	}
	if o.Address.IsValid() && (!o.Address.Is4() || o.Address.IsMulticast()) {
		return fmt.Errorf("address: %v, want an IPv4 address of this machine", o.Address)
	}
	return nil
}

// complete returns o with defaults filled in.
func (o Options) complete() Options {
	o.Universe = cmp.Or(o.Universe, 1)
	if o.Hold == 0 {
		o.Hold = DefaultHold
	}
	return o
}

// A Network is all addresses with a prefix. Its text is the prefix, such as
// 192.168.1.0/24, or a single address.
type Network struct{ netip.Prefix }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *Network) UnmarshalText(text []byte) error {
	if a, err := netip.ParseAddr(string(text)); err == nil && a.Zone() == "" {
		n.Prefix = netip.PrefixFrom(a, a.BitLen())
		return nil
	}
	p, err := netip.ParsePrefix(string(text))
	if err != nil {
		return fmt.Errorf("%q is neither an address nor a prefix such as 192.168.1.0/24", text)
	}
	n.Prefix = p
	return nil
}

// allows reports whether packets from a are accepted without a key.
func (o Options) allows(a netip.Addr) bool {
	a = a.Unmap()
	if len(o.Allow) == 0 {
		return a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsLoopback()
	}
	return slices.ContainsFunc(o.Allow, func(p Network) bool { return p.Contains(a) })
}
