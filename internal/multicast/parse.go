// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"encoding/binary"

	"github.com/miekg/dns"
)

// Bounds of the work for a packet.
const (
	maxQuestions = 64
	maxRecords   = 512 // in all sections together
)

// TopBit is the highest bit of a class: of a record that takes the place of what caches
// hold, and of a question to answer by unicast (RFC 6762, 18.12 and 18.13).
const TopBit = 1 << 15

// Parse reads a packet of multicast DNS; ok is false for one that must be ignored: broken,
// of another operation than a query, or larger than our bounds. The records have no TopBit.
func Parse(data []byte) (m *dns.Msg, ok bool) {
	const header, notQuery = 12, 0x7800 | 0xf // opcode and rcode (RFC 6762, 18.3 and 18.11)
	if len(data) < header || len(data) > MaxPacket {
		return nil, false
	}
	var n [header / 2]int // ID, flags, questions, and records of three sections
	for i := range n {
		n[i] = int(binary.BigEndian.Uint16(data[2*i:]))
	}
	m = &dns.Msg{}
	if n[1]&notQuery != 0 || n[2] > maxQuestions || n[3]+n[4]+n[5] > maxRecords || m.Unpack(data) != nil {
		return nil, false
	}
	for _, section := range [][]dns.RR{m.Answer, m.Ns, m.Extra} {
		for _, rr := range section {
			rr.Header().Class &^= TopBit
		}
	}
	return m, true
}
