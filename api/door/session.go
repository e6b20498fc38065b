// SPDX-License-Identifier: Apache-2.0

package door

import (
	"crypto/rand"
	"crypto/tls"
	"encoding/binary"
	"net/netip"
)

// A client that comes back with the ticket of a TLS session in which it has shown a key is
// known before it shows the key again, whoever else is behind its address: tickets are
// sealed by the device, so nobody makes one up. Such a session counts as a separate
// address. Sessions end with the process, like the seal.

const (
	maxSessions = 1024 // remembered; a client without tickets makes one with each connection
	maxGreeting = 4096 // bytes in which a ticket is looked for; browsers need less than 3000
)

// sessionNet is what sessions are counted as: a part of 100::/64, from which nothing comes
// (RFC 6666).
var sessionNet = [8]byte{0x01}

// newSession returns a session that nobody can guess.
func newSession() netip.Prefix {
	var b [16]byte
	rand.Read(b[copy(b[:], sessionNet[:]):]) // never fails, crypto/rand
	return netip.PrefixFrom(netip.AddrFrom16(b), 128)
}

// sessionMark begins the entry of a ticket that names the session.
const sessionMark = "ledpost "

// sessionOf returns the session whose ticket a client has sent with its greeting, or the
// invalid prefix.
func sessionOf(sealed *tls.Config, greeting []byte) netip.Prefix {
	ticket := ticketIn(greeting)
	if ticket == nil {
		return netip.Prefix{}
	}
	state, err := sealed.DecryptTicket(ticket, tls.ConnectionState{})
	if err != nil || state == nil {
		return netip.Prefix{}
	}
	for _, e := range state.Extra {
		if len(e) == len(sessionMark)+16 && string(e[:len(sessionMark)]) == sessionMark {
			return netip.PrefixFrom(netip.AddrFrom16([16]byte(e[len(sessionMark):])), 128) // as a separate address
		}
	}
	return netip.Prefix{}
}

// naming returns sealed with tickets that name the session.
func naming(sealed *tls.Config, session netip.Prefix) *tls.Config {
	id := session.Addr().As16()
	c := sealed.Clone()
	c.WrapSession = func(cs tls.ConnectionState, state *tls.SessionState) ([]byte, error) {
		state.Extra = append(state.Extra, append([]byte(sessionMark), id[:]...))
		return sealed.EncryptTicket(cs, state)
	}
	return c
}

// Extensions of a ClientHello that have tickets.
const (
	sessionTicket = 35 // TLS 1.2, RFC 5077
	preSharedKey  = 41 // TLS 1.3, RFC 8446, 4.2.11
)

// ticketIn returns the ticket in a ClientHello (RFC 8446, 4.1.2) that is whole in its
// first record, or nil.
func ticketIn(record []byte) []byte {
	if len(record) < 5 || record[0] != recordHandshake {
		return nil
	}
	message, _, ok := part(record[3:], 2)
	if !ok || len(message) < 4 || message[0] != 1 {
		return nil
	}
	message, _, ok = part(message[2:], 2) // of the three bytes of its length the first is 0
	if !ok || len(message) < 34 {
		return nil
	}
	rest := message[34:]                  // after version and random
	for _, size := range []int{1, 2, 1} { // session, cipher suites, compressions
		if _, rest, ok = part(rest, size); !ok {
			return nil
		}
	}
	extensions, _, ok := part(rest, 2)
	for ok && len(extensions) > 2 {
		kind := binary.BigEndian.Uint16(extensions)
		var data []byte
		if data, extensions, ok = part(extensions[2:], 2); !ok {
			return nil
		}
		switch {
		case kind == sessionTicket && len(data) > 0:
			return data
		case kind == preSharedKey:
			identities, _, _ := part(data, 2)
			first, _, _ := part(identities, 2)
			return first
		}
	}
	return nil
}

// part returns the part of b whose length is in the first bytes of b, size of them, and
// what follows it; ok is false if b is too short.
func part(b []byte, size int) (head, rest []byte, ok bool) {
	if len(b) < size {
		return nil, nil, false
	}
	n := 0
	for _, d := range b[:size] {
		n = n<<8 | int(d)
	}
	if b = b[size:]; len(b) < n {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}
