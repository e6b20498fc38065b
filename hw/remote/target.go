// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"time"
)

// errWires says why there is nothing to capture.
var errWires = errors.New("a panel over the network has no wires to capture")

// patience is how long a panel has for an answer.
const patience = 3 * time.Second

// target is a host that gets pictures.
type target struct {
	host, port string
	names      resolver
	own        func(netip.Addr) bool
	addr       atomic.Pointer[netip.Addr] // where pictures went last; nil before
}

// newTarget returns the target of a host of the configuration; port is the usual one.
func newTarget(host, port string, own func(netip.Addr) bool) *target {
	if h, p, err := net.SplitHostPort(host); err == nil {
		host, port = h, p
	}
	if own == nil {
		own = Own
	}
	return &target{host: host, port: port, names: mdns, own: own}
}

// find returns the address of the host, never one of this machine's, within patience.
func (t *target) find(ctx context.Context) (netip.AddrPort, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	addrs, err := t.names.lookup(ctx, t.host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	for _, a := range addrs {
		a = a.Unmap()
		if addrs, _ := net.InterfaceAddrs(); ofAll(a, addrs) {
			return netip.AddrPort{}, fmt.Errorf("%v %w", a, ErrAll)
		}
		if t.own(a) || !a.IsValid() || a.IsUnspecified() || a.IsMulticast() || a == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
			return netip.AddrPort{}, fmt.Errorf("%v %w", a, ErrSelf)
		}
	}
	port, err := net.DefaultResolver.LookupPort(ctx, "tcp", t.port)
	if err != nil || len(addrs) == 0 {
		return netip.AddrPort{}, fmt.Errorf("no address, or bad port %q: %w", t.port, err)
	}
	first := addrs[0].Unmap()
	t.addr.Store(&first)
	return netip.AddrPortFrom(first, uint16(port)), nil
}

// is reports whether pictures go to an address.
func (t *target) is(a netip.Addr) bool {
	to := t.addr.Load()
	return to != nil && *to == a.Unmap().WithZone("")
}

// ofAll reports whether an address stands for all machines of a network in which this
// machine has one of the addresses own: of IPv4 the last one (RFC 919), or the first one,
// which old machines take for it (RFC 1122, 3.3.6). Networks of two machines have none (RFC 3021).
func ofAll(a netip.Addr, own []net.Addr) bool {
	for _, one := range own {
		p, err := netip.ParsePrefix(one.String())
		if err != nil || !p.Addr().Is4() || !a.Is4() || p.Bits() > 30 || !p.Contains(a) {
			continue
		}
		last := p.Masked().Addr().As4()
		for bit := p.Bits(); bit < 32; bit++ {
			last[bit/8] |= 0x80 >> (bit % 8)
		}
		if a == netip.AddrFrom4(last) || a == p.Masked().Addr() {
			return true
		}
	}
	return false
}

// Own reports whether an address is one of this machine's, or of all machines.
func Own(a netip.Addr) bool {
	a = a.Unmap()
	if a.IsLoopback() || a.IsUnspecified() {
		return true
	}
	addrs, _ := net.InterfaceAddrs()
	for _, own := range addrs {
		if p, err := netip.ParsePrefix(own.String()); err == nil && p.Addr().Unmap() == a.WithZone("") {
			return true
		}
	}
	return false
}
