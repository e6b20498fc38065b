// SPDX-License-Identifier: Apache-2.0

package stream

import "encoding/binary"

// Flags and destinations of DDP (http://www.3waylabs.com/ddp/, 2022-09-05).
const (
	ddpVersion  = 0xC0 // mask; version 1 is 0x40
	ddpTimecode = 0x10 // the header has four more bytes
	ddpStorage  = 0x08
	ddpReply    = 0x04
	ddpQuery    = 0x02
	ddpPush     = 0x01

	ddpDisplay = 1
	ddpConfig  = 250
	ddpStatus  = 251
	ddpAll     = 255

	ddpColors = 0x38 // bits of the type that say which colours a pixel has
	ddpRGBW   = 0x18 // of them; the others are its size, 0x1B in all, but 0x1A of older senders

	ddpPixels = 480 // that fit in a packet: on panels with no more, each packet is a picture
)

// ddp is one packet: flags, sequence, type, destination, u32 offset, u16 length
// (big endian), an optional time code, data.
type ddp struct {
	flags, sequence, kind, to uint8
	offset                    int    // bytes
	code                      uint32 // of time: the same for all packets of a picture; 0 = none
	data                      []byte
}

func parseDDP(packet []byte) (p ddp, err error) {
	if len(packet) < 10 {
		return p, errShort
	}
	if packet[0]&ddpVersion != 0x40 {
		return p, errForeign
	}
	p = ddp{
		flags: packet[0], sequence: packet[1] & 15, kind: packet[2], to: packet[3],
		offset: int(min(binary.BigEndian.Uint32(packet[4:]), 1<<30)), // anything larger is outside any canvas
	}
	length, header := int(binary.BigEndian.Uint16(packet[8:])), 10
	if p.flags&ddpTimecode != 0 {
		header = 14
	}
	if len(packet) < header || p.flags&ddpQuery == 0 && len(packet) < header+length {
		return p, errShort
	}
	if header == 14 {
		p.code = binary.BigEndian.Uint32(packet[10:])
	}
	p.data = packet[header:min(header+length, len(packet))]
	return p, nil
}

// query reports whether the packet is a question rather than pixels.
func (p ddp) query() bool { return p.flags&ddpQuery != 0 && p.flags&ddpReply == 0 }

// pushes reports whether everything received so far is to be shown.
func (p ddp) pushes() bool { return p.flags&ddpPush != 0 }

// check returns an error if the packet shows nothing on a canvas of so many
// pixels.
func (p ddp) check(pixels int) error {
	if p.flags&(ddpReply|ddpStorage|ddpQuery) != 0 || p.to != ddpDisplay && p.to != ddpAll {
		return errIgnored
	}
	if len(p.data) > 0 && (p.offset%p.stride() != 0 || p.offset/p.stride() >= pixels) {
		return errOutside
	}
	return nil
}

// stride returns the bytes per pixel. An unknown type counts as RGB, as in
// WLED, because senders are careless there.
func (p ddp) stride() int {
	if p.kind&ddpColors == ddpRGBW {
		return 4
	}
	return 3
}

// ddpLate reports whether sequence number now is older than last. Both count
// from 1 to 15 and wrap around; 0 means no number.
func ddpLate(last, now uint8) bool {
	if last == 0 || now == 0 {
		return false
	}
	behind := (int(last) - int(now) + 15) % 15
	return behind > 0 && behind < 8 // half of the round: further behind is ahead
}
