// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"encoding/binary"
)

// universePixels is how many pixels of three channels fit in a universe of 512.
const universePixels = 170

// Operations of Art-Net 4.
const (
	artPoll      = 0x2000
	artPollReply = 0x2100
	artDMX       = 0x5000
	artSync      = 0x5200
)

var artName = []byte("Art-Net\x00")

// artnet is one packet: channels, the word that they are complete, or a poll for nodes.
type artnet struct {
	operation uint16
	sequence  uint8 // 0 = not counted
	universe  int   // 15 bits, from 0
	channels  []byte
}

func parseArtNet(packet []byte) (p artnet, err error) {
	if !bytes.HasPrefix(packet, artName) {
		return p, errForeign
	}
	if len(packet) < 10 {
		return p, errShort
	}
	p.operation = binary.LittleEndian.Uint16(packet[8:])
	if p.operation == artPoll && len(packet) < 14 { // Art-Net 4, "ArtPoll": shorter ones are discarded
		return p, errShort
	}
	if p.operation != artDMX {
		return p, nil
	}
	if len(packet) < 18 {
		return p, errShort
	}
	p.sequence = packet[12]
	p.universe = int(binary.LittleEndian.Uint16(packet[14:]) & 0x7fff)
	length := int(binary.BigEndian.Uint16(packet[16:]))
	if length > 512 || len(packet) < 18+length {
		return p, errShort
	}
	p.channels = packet[18 : 18+length]
	return p, nil
}

// dmxLate reports whether sequence number now is older than last. Of 8 bits, at
// most 20 behind counts as late (E1.31, 6.7.2); in Art-Net, 0 means no number.
func dmxLate(last, now uint8) bool {
	behind := int8(now - last)
	return behind <= 0 && behind > -20
}
