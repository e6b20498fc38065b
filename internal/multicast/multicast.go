// SPDX-License-Identifier: Apache-2.0

// Package multicast sends and receives the packets of multicast DNS (RFC 6762),
// beside other programs of the machine that do so too.
package multicast

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// Port is the port of multicast DNS.
const Port = 5353

// MaxPacket is the longest packet in bytes (RFC 6762, section 17). Longer ones are dropped.
const MaxPacket = 9000

const (
	queue    = 16          // packets that wait for the program, 144 KB; the next is dropped
	hops     = 255         // RFC 6762, section 11
	patience = time.Second // of a packet that the machine does not take
)

var (
	group4 = netip.MustParseAddrPort("224.0.0.251:5353")
	group6 = netip.MustParseAddrPort("[ff02::fb]:5353")
)

// A Link is a network interface with its addresses.
type Link struct {
	Index     int
	Addresses []netip.Prefix // with the length of the network's prefix
}

// Links returns the named interfaces, or all for no names, that are up and have multicast
// and an address. Loopback is none of them.
func Links(names []string) (all []Link) {
	const want = net.FlagUp | net.FlagMulticast
	interfaces, _ := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&want != want || i.Flags&net.FlagLoopback != 0 || len(names) > 0 && !slices.Contains(names, i.Name) {
			continue
		}
		l := Link{Index: i.Index}
		addresses, _ := i.Addrs()
		for _, a := range addresses {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				l.Addresses = append(l.Addresses, p)
			}
		}
		if len(l.Addresses) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// Near reports whether a is an address of the link itself, which no router forwards to.
func (l Link) Near(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsLinkLocalUnicast() || slices.ContainsFunc(l.Addresses, func(p netip.Prefix) bool { return p.Contains(a) })
}

// A Packet is a packet that was received.
type Packet struct {
	Link int // index of the interface
	From netip.AddrPort
	Data []byte
}

// A Conn receives from the group on some links, with a socket for IPv4 and one for IPv6.
// Make one with [Listen]; close it when it is no longer needed.
type Conn struct {
	four    *ipv4.PacketConn // nil = the machine has no IPv4
	six     *ipv6.PacketConn // likewise
	packets chan Packet
	readers atomic.Int32
}

// Listen joins the group on the links. One link and one family of addresses must do.
func Listen(links []Link) (*Conn, error) {
	c := &Conn{packets: make(chan Packet, queue)}
	errs := []error{c.listen4(links), c.listen6(links)}
	if c.four == nil && c.six == nil {
		return nil, fmt.Errorf("multicast: %w", errors.Join(errs...))
	}
	for _, half := range []struct {
		there bool
		from  func([]byte) (n, link int, a net.Addr, err error)
	}{{c.four != nil, c.from4}, {c.six != nil, c.from6}} {
		if half.there {
			c.readers.Add(1)
			defer func() { go c.read(half.from) }() // once readers has all
		}
	}
	return c, nil
}

func (c *Conn) listen4(links []Link) error {
	// For an address of a group, net shares the port and binds to any address.
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(group4))
	if err != nil {
		return err
	}
	p := ipv4.NewPacketConn(conn)
	err = errors.Join(p.SetControlMessage(ipv4.FlagInterface, true), p.SetMulticastLoopback(true),
		p.SetTTL(hops), p.SetMulticastTTL(hops))
	if err == nil {
		err = join(links, func(i *net.Interface) error { return p.JoinGroup(i, net.UDPAddrFromAddrPort(group4)) })
	}
	if err != nil {
		conn.Close()
		return err
	}
	c.four = p
	return nil
}

func (c *Conn) listen6(links []Link) error {
	conn, err := net.ListenUDP("udp6", net.UDPAddrFromAddrPort(group6))
	if err != nil {
		return err
	}
	p := ipv6.NewPacketConn(conn)
	err = errors.Join(p.SetControlMessage(ipv6.FlagInterface, true), p.SetMulticastLoopback(true),
		p.SetHopLimit(hops), p.SetMulticastHopLimit(hops))
	if err == nil {
		err = join(links, func(i *net.Interface) error { return p.JoinGroup(i, net.UDPAddrFromAddrPort(group6)) })
	}
	if err != nil {
		conn.Close()
		return err
	}
	c.six = p
	return nil
}

func (c *Conn) from4(buf []byte) (n, link int, a net.Addr, err error) {
	n, cm, a, err := c.four.ReadFrom(buf)
	if cm != nil {
		link = cm.IfIndex
	}
	return n, link, a, err
}

func (c *Conn) from6(buf []byte) (n, link int, a net.Addr, err error) {
	n, cm, a, err := c.six.ReadFrom(buf)
	if cm != nil {
		link = cm.IfIndex
	}
	return n, link, a, err
}

// join joins on each link, and fails when it can on none.
func join(links []Link, group func(*net.Interface) error) error {
	var errs []error
	for _, l := range links {
		if err := group(&net.Interface{Index: l.Index}); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == len(links) {
		return errors.Join(append(errs, errors.New("no link"))...)
	}
	return nil
}

// read passes packets on until a socket fails or is closed. A half of c is of no use, so
// it then closes the other half too.
func (c *Conn) read(from func([]byte) (n, link int, a net.Addr, err error)) {
	defer func() {
		c.shut()
		if c.readers.Add(-1) == 0 {
			close(c.packets)
		}
	}()
	buf := make([]byte, MaxPacket+1)
	for {
		n, link, addr, err := from(buf)
		if err != nil {
			return
		}
		udp, ok := addr.(*net.UDPAddr)
		if !ok || n > MaxPacket {
			continue
		}
		select {
		case c.packets <- Packet{link, udp.AddrPort(), bytes.Clone(buf[:n])}:
		default: // whoever floods is not waited for
		}
	}
}

// Packets returns what was received. The channel is closed after c was closed, or has
// failed. Packets come from any link of the machine, and those that c sent come too.
func (c *Conn) Packets() <-chan Packet { return c.packets }

// Send sends a packet to a receiver on a link, or to the group if to is the zero value.
// It fails when the packet goes out over neither IPv4 nor IPv6. Not for use by several
// goroutines.
func (c *Conn) Send(link int, to netip.AddrPort, data []byte) error {
	if to.IsValid() {
		return c.send(link, to, data)
	}
	four, six := c.send(link, group4, data), c.send(link, group6, data)
	if four == nil || six == nil {
		return nil
	}
	return errors.Join(four, six)
}

var errFamily = errors.New("multicast: no such family of addresses")

func (c *Conn) send(link int, to netip.AddrPort, data []byte) (err error) {
	at, by := net.UDPAddrFromAddrPort(to), time.Now().Add(patience)
	switch four := to.Addr().Unmap().Is4(); {
	case four && c.four != nil:
		_ = c.four.SetWriteDeadline(by)
		_, err = c.four.WriteTo(data, &ipv4.ControlMessage{IfIndex: link}, at)
	case !four && c.six != nil:
		_ = c.six.SetWriteDeadline(by)
		_, err = c.six.WriteTo(data, &ipv6.ControlMessage{IfIndex: link}, at)
	default:
		err = errFamily
	}
	return err
}

func (c *Conn) shut() {
	if c.four != nil {
		c.four.Close()
	}
	if c.six != nil {
		c.six.Close()
	}
}

// Close closes c and returns when its goroutines have ended.
func (c *Conn) Close() {
	c.shut()
	for range c.packets { // until the last reader closes it
	}
}
