// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/ipv4"
)

// place is an IPv4 address of this machine. Places are comparable.
type place struct {
	addr      netip.Addr
	bits      int
	index     int // of the interface
	multicast bool
}

func (p place) net() netip.Prefix { return netip.PrefixFrom(p.addr, p.bits) }

// lasting reports whether clients accept the address: Home Assistant rejects
// loopback and link-local addresses (docs/decisions.md 8).
func (p place) lasting() bool { return !p.addr.IsLoopback() && !p.addr.IsLinkLocalUnicast() }

// network lists the IPv4 addresses of the interfaces that are up.
type network []place

// readNetwork reads the machine's network on the named interfaces, or on all if none
// is named.
func readNetwork(only []string) (network, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	var n network
	for _, ifi := range interfaces {
		if ifi.Flags&net.FlagUp == 0 || len(only) > 0 && !slices.Contains(only, ifi.Name) {
			continue
		}
		addrs, err := ifi.Addrs()
		if err != nil {
			continue // the interface has just disappeared
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Is4() {
				n = append(n, place{p.Addr(), p.Bits(), ifi.Index, ifi.Flags&net.FlagMulticast != 0})
			}
		}
	}
	return n, nil
}

// locate returns the address for the reply to an asker: the address of the
// interface on which the search arrived, but never a loopback or link-local one unless
// only loopback exists. An asker outside our networks gets no answer, because
// replies to forged senders would flood others.
func (n network) locate(asker netip.Addr) (netip.Addr, bool) {
	var near *place
	for i, p := range n {
		if p.net().Contains(asker) && (near == nil || p.bits > near.bits) {
			near = &n[i]
		}
	}
	if near == nil {
		return netip.Addr{}, false
	}
	if near.lasting() {
		return near.addr, true
	}
	if i := slices.IndexFunc(n, place.lasting); i >= 0 {
		return n[i].addr, true
	}
	return near.addr, n.alone()
}

// alone reports whether only loopback exists.
func (n network) alone() bool {
	return !slices.ContainsFunc(n, func(p place) bool { return !p.addr.IsLoopback() })
}

// announced returns one place for each interface on which a NOTIFY makes sense.
func (n network) announced() []place {
	var out []place
	for _, p := range n {
		seen := slices.ContainsFunc(out, func(o place) bool { return o.index == p.index })
		if p.multicast && (p.lasting() || n.alone()) && !seen {
			out = append(out, p)
		}
	}
	return out
}

// interfaces returns the interfaces with multicast, each once.
func (n network) interfaces() (out []net.Interface) {
	for _, p := range n {
		if p.multicast && !slices.ContainsFunc(out, func(i net.Interface) bool { return i.Index == p.index }) {
			out = append(out, net.Interface{Index: p.index})
		}
	}
	return out
}

// maxDatagram bounds a search: a longer datagram is not one.
const maxDatagram = 2048

// ears receives the searches sent to the group and to the device itself.
type ears struct {
	conn    *ipv4.PacketConn
	reading sync.WaitGroup
}

// open joins the group on the interfaces, of which there must be at least one.
// It calls heard for every search, on a separate goroutine.
func open(interfaces []net.Interface, heard func(search)) (*ears, error) {
	at := net.UDPAddrFromAddrPort(netip.MustParseAddrPort(group))
	conn, err := net.ListenMulticastUDP("udp4", &interfaces[0], at)
	if err != nil {
		return nil, fmt.Errorf("ssdp: %w", err)
	}
	joined := ipv4.NewPacketConn(conn)
	var lost error
	for i := range interfaces[1:] { // an interface where joining fails does not affect the others
		lost = errors.Join(lost, joined.JoinGroup(&interfaces[1+i], at))
	}
	if err := joined.SetControlMessage(ipv4.FlagDst, true); err != nil {
		conn.Close()
		return nil, fmt.Errorf("ssdp: %w", err)
	}
	e := &ears{conn: joined}
	e.reading.Go(func() { e.read(heard) })
	return e, nil
}

func (e *ears) close() {
	e.conn.Close()
	e.reading.Wait()
}

func (e *ears) read(heard func(search)) {
	buf := make([]byte, maxDatagram+1)
	for {
		n, to, sender, err := e.conn.ReadFrom(buf)
		if err != nil {
			return // closed
		}
		from, ok := sender.(*net.UDPAddr)
		if !ok {
			continue
		}
		st, mx, ok := parseSearch(buf[:n])
		if !ok || mx == "" && (to == nil || to.Dst.IsMulticast()) {
			continue // a search sent to the group must have an MX (UDA 1.1, 1.3.3)
		}
		at := from.AddrPort()
		heard(search{from: netip.AddrPortFrom(at.Addr().Unmap(), at.Port()), st: st, mx: mx})
	}
}

// parseSearch reads an M-SEARCH (UDA 1.1, 1.3.2). Some clients omit the empty
// line at its end.
func parseSearch(datagram []byte) (st, mx string, ok bool) {
	if len(datagram) > maxDatagram || !bytes.HasPrefix(datagram, []byte("M-SEARCH ")) {
		return "", "", false
	}
	whole := append(bytes.TrimRight(datagram, "\r\n"), "\r\n\r\n"...)
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(whole)))
	if err != nil || !strings.EqualFold(strings.Trim(r.Header.Get("MAN"), `"`), "ssdp:discover") {
		return "", "", false
	}
	st = r.Header.Get("ST")
	return st, r.Header.Get("MX"), st != ""
}
