// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"encoding/binary"
	"encoding/json"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Limits on answers, so that nobody can use the device to attack another
// (docs/api.md, Streaming).
const (
	maxAnswer    = 320 // bytes
	answersOne   = 4   // per second to one address
	answersTotal = 20  // per second
)

// quota counts the answers of the current second. The zero value has the whole quota left.
type quota struct {
	mu     sync.Mutex // guards all below: each protocol answers from a separate goroutine
	second int64
	total  int
	one    map[netip.Addr]int
}

// take reports whether one more answer may be sent to a at t, and counts it.
func (q *quota) take(a netip.Addr, t time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now := t.Unix(); now != q.second || q.one == nil {
		q.second, q.total, q.one = now, 0, map[netip.Addr]int{}
	}
	if q.total >= answersTotal || q.one[a] >= answersOne {
		return false
	}
	q.total++
	q.one[a]++
	return true
}

// ddpAnswer returns the answer to a query, such as xLights sends to list
// devices, or nil for queries that do not apply to a display.
func (s *Server) ddpAnswer(p ddp, here, to netip.Addr) []byte {
	var body any
	switch p.to {
	case ddpStatus:
		body = map[string]any{"status": map[string]any{
			"man": "ledpost", "mod": cut(s.about.Name, 32), "ver": cut(s.about.Version, 32), "mac": hardware(to), "push": true,
		}}
	case ddpConfig:
		size := s.live.Size()
		body = map[string]any{"config": map[string]any{
			"ip":    nearest(here, to).String(),
			"ports": []any{map[string]int{"port": 0, "ts": 0, "l": size.X * size.Y, "ss": 0}},
		}}
	default:
		return nil
	}
	text, err := json.Marshal(body)
	if err != nil || len(text) > maxAnswer-10 {
		return nil
	}
	answer := make([]byte, 10, 10+len(text))
	answer[0], answer[2], answer[3] = 0x40|ddpReply|ddpPush, 1, p.to // version 1, in the bits above
	binary.BigEndian.PutUint16(answer[8:], uint16(len(text)))
	return append(answer, text...)
}

// maxPorts is how many universes fit in an ArtPollReply.
const maxPorts = 4

// pollReply answers an ArtPoll: 239 bytes as in Art-Net 4, "ArtPollReply". It
// lists the panel's universes, because controllers send only those that a node
// has asked for: the first four, and only those in one sub-net, which has 16.
// For larger panels controllers must broadcast.
func (s *Server) pollReply(here, to netip.Addr) []byte {
	r := make([]byte, 239)
	copy(r, artName)
	binary.LittleEndian.PutUint16(r[8:], artPollReply)
	if a := nearest(here, to); a.Is4() {
		ip := a.As4()
		copy(r[10:], ip[:])
		copy(r[207:], ip[:]) // BindIp
	}
	binary.LittleEndian.PutUint16(r[14:], PortArtNet)
	first := s.opts.Universe - 1
	r[18], r[19] = uint8(first>>8)&0x7f, uint8(first>>4)&0x0f // NetSwitch, SubSwitch
	r[23] = 0xd0                                              // Status1: indicators normal, address set by the network
	copy(r[26:43], cut("ledpost", 17))                        // ShortName, with its terminating zero
	copy(r[44:107], cut("ledpost "+s.about.Version+" "+s.about.Name, 63))
	ports := min(universes(s.live.Size()), maxPorts, 16-first&0x0f)
	r[173] = uint8(ports) // NumPorts
	for i := range ports {
		r[174+i] = 0x80 // PortTypes: output of DMX512
		r[182+i] = 0x80 // GoodOutput: data is transmitted
		r[190+i] = uint8(first+i) & 0x0f
	}
	if mac, err := net.ParseMAC(hardware(to)); err == nil {
		copy(r[201:], mac)
	}
	r[211] = 1    // BindIndex
	r[212] = 0x08 // Status2: 15 bit universes
	return r
}

// cut returns at most n bytes of s.
func cut(s string, n int) string { return s[:min(len(s), n)] }

// nearest returns the address under which to can reach this machine: here if
// the socket has one, else our address in the network of to.
func nearest(here, to netip.Addr) netip.Addr {
	if here.IsValid() && !here.IsUnspecified() {
		return here
	}
	a, _ := facing(to)
	return a
}

// hardware returns the MAC of the interface in the network of to, or "" if
// there is none.
func hardware(to netip.Addr) string {
	_, mac := facing(to)
	return mac.String()
}

// facing returns the address and the MAC of the interface in the network of to.
func facing(to netip.Addr) (netip.Addr, net.HardwareAddr) {
	interfaces, _ := net.Interfaces()
	for _, ifi := range interfaces {
		addresses, _ := ifi.Addrs()
		for _, a := range addresses {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Contains(to) {
				return p.Addr(), ifi.HardwareAddr
			}
		}
	}
	return netip.IPv4Unspecified(), nil
}
