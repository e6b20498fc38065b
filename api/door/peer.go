// SPDX-License-Identifier: Apache-2.0

package door

import (
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
)

// peers distinguishes machines by their address. A distant IPv6 machine counts
// as its /64. But most home networks are a single /64, so on the device's own
// links each address counts by itself. Any goroutine may use it.
type peers struct {
	links func() ([]net.Addr, error) // returns the addresses of this machine, with their networks

	mu    sync.Mutex     // guards near and known; held while the addresses are read, so that a burst of connections reads them once
	near  []netip.Prefix // IPv6 networks that this machine is on
	known time.Time      // when near was read
}

// linksFor is how long the networks of this machine are remembered, so that a
// flood of connections does not read them each time.
const linksFor = 5 * time.Second

func newPeers() *peers { return &peers{links: net.InterfaceAddrs} }

// of returns what a, the address of a connection's other end, counts as.
func (p *peers) of(a net.Addr) netip.Prefix {
	ap, _ := netip.ParseAddrPort(a.String()) // if it is no address, the invalid prefix
	ip := ap.Addr().Unmap().WithZone("")
	if ip.Is6() && (ip.IsLinkLocalUnicast() || ip.IsLoopback() || p.onLink(ip, time.Now())) {
		return netip.PrefixFrom(ip, ip.BitLen())
	}
	return rate.Network(ip)
}

// onLink reports whether this machine is on the network of an IPv6 address.
func (p *peers) onLink(ip netip.Addr, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.known) >= linksFor {
		p.known, p.near = now, p.near[:0]
		all, _ := p.links() // on an error, every /64 counts as one
		for _, a := range all {
			if n, err := netip.ParsePrefix(a.String()); err == nil && n.Addr().Is6() {
				p.near = append(p.near, n)
			}
		}
	}
	return slices.ContainsFunc(p.near, func(n netip.Prefix) bool { return n.Contains(ip) })
}
