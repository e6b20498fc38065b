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

// Vectors of E1.31 (ANSI E1.31-2018, appendix A).
const (
	vectorRootData  = 4
	vectorRootMore  = 8
	vectorFrameSync = 1
	vectorFrameData = 2
	vectorDMPSet    = 2

	sacnPreview    = 0x80
	sacnTerminated = 0x40
)

var acnName = []byte("\x00\x10\x00\x00ASC-E1.17\x00\x00\x00")

// sacn is a data packet, or a packet of synchronisation. Offsets are from E1.31, tables 4-1 to 4-3.
type sacn struct {
	syncs    bool     // it is one of synchronisation, which says that a picture is complete
	sync     int      // the universe on which the source says that a picture is complete; 0 = it does not
	source   [16]byte // CID
	priority uint8    // 0 to 200
	sequence uint8
	options  uint8
	universe int // from 1
	channels []byte
}

func parseSACN(packet []byte) (p sacn, err error) {
	if !bytes.HasPrefix(packet, acnName) {
		return p, errForeign
	}
	if len(packet) >= 49 && binary.BigEndian.Uint32(packet[18:]) == vectorRootMore &&
		binary.BigEndian.Uint32(packet[40:]) == vectorFrameSync {
		p = sacn{syncs: true, sequence: packet[44], sync: int(binary.BigEndian.Uint16(packet[45:]))} // table 4-2
		copy(p.source[:], packet[22:])
		return p, nil
	}
	if len(packet) < 126 {
		return p, errShort
	}
	if binary.BigEndian.Uint32(packet[18:]) != vectorRootData ||
		binary.BigEndian.Uint32(packet[40:]) != vectorFrameData || packet[117] != vectorDMPSet {
		return p, errIgnored // discovery
	}
	p = sacn{priority: packet[108], sync: int(binary.BigEndian.Uint16(packet[109:])), sequence: packet[111],
		options: packet[112], universe: int(binary.BigEndian.Uint16(packet[113:]))}
	copy(p.source[:], packet[22:])
	count := int(binary.BigEndian.Uint16(packet[123:])) // includes the start code
	if count < 1 || count > 513 || len(packet) < 125+count {
		return p, errShort
	}
	if packet[125] != 0 || p.priority > 200 {
		return p, errIgnored // data with another start code is not for lamps
	}
	p.channels = packet[126 : 125+count]
	return p, nil
}

// preview reports whether the packet is for visualisers rather than for lamps.
func (p sacn) preview() bool { return p.options&sacnPreview != 0 }

// ends reports whether the sender ends its stream.
func (p sacn) ends() bool { return p.options&sacnTerminated != 0 }
