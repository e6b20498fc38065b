// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"encoding/binary"
)

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
	only     bool     // it is one of synchronisation
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
	if len(packet) >= 49 && binary.BigEndian.Uint32(packet[18:]) == vectorRootMore && binary.BigEndian.Uint32(packet[40:]) == vectorFrameSync {
		p = sacn{only: true, sequence: packet[44], sync: int(binary.BigEndian.Uint16(packet[45:]))} // table 4-2
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
	p = sacn{priority: packet[108], sync: int(binary.BigEndian.Uint16(packet[109:])), sequence: packet[111], options: packet[112],
		universe: int(binary.BigEndian.Uint16(packet[113:]))}
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

// syncs reports whether the packet says that a picture is complete.
func (p sacn) syncs() bool { return p.only }

// preview reports whether the packet is for visualisers rather than for lamps.
func (p sacn) preview() bool { return p.options&sacnPreview != 0 }

// ends reports whether the sender ends its stream.
func (p sacn) ends() bool { return p.options&sacnTerminated != 0 }
