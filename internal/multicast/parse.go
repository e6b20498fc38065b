// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/miekg/dns"
)

// Bounds of the work for a packet. Apple's devices and Avahi send some dozens of records in
// one, with names of about 50 bytes.
const (
	maxQuestions = 64
	maxRecords   = 64      // in all sections together
	maxText      = 6 << 10 // bytes of all names, written in full, and of all texts

	partWork   = 16 // of a part of a text: as much as so many bytes of it
	bitmapWork = 8  // of a byte of a bitmap, likewise
)

const (
	headerSize = 12
	response   = 1 << 15 // flag
)

// TopBit is the highest bit of a class: of a record that takes the place of what caches
// hold, and of a question to answer by unicast (RFC 6762, 18.12 and 18.13).
const TopBit = 1 << 15

// read are the types whose data is read, for which work knows how dear that is.
var read = []uint16{dns.TypeA, dns.TypeAAAA, dns.TypeTXT, dns.TypePTR, dns.TypeSRV, dns.TypeNSEC}

// Parse reads a packet of multicast DNS; ok is false for one that must be ignored: broken,
// of another operation than a query, or larger than our bounds, which is known before any
// of it is unpacked. The records have no TopBit. Those of other types than A, AAAA, NSEC,
// PTR, SRV and TXT are of the type [dns.RFC3597].
func Parse(data []byte) (m *dns.Msg, ok bool) {
	if !bounded(data) {
		return nil, false
	}
	m = &dns.Msg{}
	if m.Unpack(data[:headerSize]) != nil { // the header alone
		return nil, false
	}
	n, off := counts(data), headerSize
	for range n[2] {
		name, end, err := dns.UnpackDomainName(data, off)
		if err != nil {
			return nil, false
		}
		kind, class := binary.BigEndian.Uint16(data[end:]), binary.BigEndian.Uint16(data[end+2:])
		m.Question, off = append(m.Question, dns.Question{Name: name, Qtype: kind, Qclass: class}), end+4
	}
	for i, section := range []*[]dns.RR{&m.Answer, &m.Ns, &m.Extra} {
		for range n[3+i] {
			rr, end, err := unpack(data, off)
			if err != nil {
				return nil, false
			}
			*section, off = append(*section, rr), end
		}
	}
	return m, true
}

// counts returns the numbers of a header: ID, flags, questions, and records of three sections.
func counts(data []byte) (n [headerSize / 2]int) {
	for i := range n {
		n[i] = int(binary.BigEndian.Uint16(data[2*i:]))
	}
	return n
}

// bounded reports whether data is a query or a response within our bounds, all of whose
// questions and records it has. It allocates nothing.
func bounded(data []byte) bool {
	const notQuery = 0x7800 | 0xf // opcode and rcode (RFC 6762, 18.3 and 18.11)
	if len(data) < headerSize || len(data) > MaxPacket {
		return false
	}
	n := counts(data)
	records := n[3] + n[4] + n[5]
	if n[1]&notQuery != 0 || n[2] > maxQuestions || records > maxRecords {
		return false
	}
	text, off := 0, headerSize
	for i := range n[2] + records {
		size, end, ok := measure(data, off)
		text, off = text+size, end+4
		if !ok || text > maxText || off > len(data) {
			return false
		}
		if i < n[2] {
			continue
		}
		at, stop, ok := dataOf(data, end)
		if !ok {
			return false
		}
		size, ok = work(binary.BigEndian.Uint16(data[end:]), data[:stop], at)
		if text += size; !ok || text > maxText {
			return false
		}
		off = stop
	}
	return true
}

// work returns how much work the data of a record is that begins at off and goes on to the
// end, in bytes of text; ok is false if it is broken.
func work(kind uint16, data []byte, off int) (size int, ok bool) {
	switch kind {
	case dns.TypePTR:
		size, _, ok = measure(data, off)
	case dns.TypeSRV:
		size, _, ok = measure(data, off+6) // after priority, weight and port
	case dns.TypeNSEC:
		size, off, ok = measure(data, off)
		size += bitmapWork * (len(data) - off)
	case dns.TypeTXT:
		size, ok = len(data)-off, true
		for ; off < len(data); off += 1 + int(data[off]) {
			size += partWork
		}
	default:
		ok = true
	}
	return size, ok
}

// dataOf returns where the data of a record begins and ends whose name ends at off.
func dataOf(data []byte, off int) (begin, end int, ok bool) {
	begin = off + 10 // type, class, time to live, length
	if begin > len(data) {
		return 0, 0, false
	}
	end = begin + int(binary.BigEndian.Uint16(data[begin-2:]))
	return begin, end, end <= len(data)
}

// measure returns how many bytes the name at off takes when it is written in full, with two
// for each pointer on the way, and where it ends. Pointers point at what came before.
func measure(data []byte, off int) (size, end int, ok bool) {
	begin := off
	for off < len(data) {
		b := int(data[off])
		switch {
		case b < 1<<6:
			off, size = off+1+b, size+1+b
		case b >= 3<<6 && off+1 < len(data):
			to := b&^(3<<6)<<8 | int(data[off+1])
			end = cmp.Or(end, off+2)
			if to < headerSize || to >= begin {
				return 0, 0, false
			}
			off, begin, size = to, to, size+2
		default:
			return 0, 0, false
		}
		if b == 0 {
			end = cmp.Or(end, off)
			return size, end, true
		}
	}
	return 0, 0, false
}

// unpack reads the record at off, of which bounded has found that it is whole.
func unpack(data []byte, off int) (rr dns.RR, end int, err error) {
	name, off, err := dns.UnpackDomainName(data, off)
	if err != nil {
		return nil, 0, err
	}
	begin, end, _ := dataOf(data, off)
	h := dns.RR_Header{
		Name: name, Rrtype: binary.BigEndian.Uint16(data[off:]),
		Class: binary.BigEndian.Uint16(data[off+2:]) &^ TopBit, Ttl: binary.BigEndian.Uint32(data[off+4:]),
		Rdlength: uint16(end - begin),
	}
	if !slices.Contains(read, h.Rrtype) {
		return &dns.RFC3597{Hdr: h, Rdata: hex.EncodeToString(data[begin:end])}, end, nil
	}
	return dns.UnpackRRWithHeader(h, data[:end], begin) // a text goes on to the end of what it is given
}
