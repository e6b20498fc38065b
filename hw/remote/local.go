// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// mdns asks all machines of all networks of this one (RFC 6762, 3).
var mdns = resolver{netip.AddrPortFrom(netip.AddrFrom4([4]byte{224, 0, 0, 251}), 5353), multicasters}

// Limits of a question: how long answers may take, how often it is asked in that time, in how
// many networks, and the bytes of an answer that are read.
const (
	answering = time.Second
	again     = answering / 3
	networks  = 8
	answered  = 1500
)

// A resolver asks group for names in .local, from the addresses that from returns.
type resolver struct {
	group netip.AddrPort
	from  func() []netip.Addr
}

// lookup returns the addresses of a host. Names in .local belong to multicast DNS, which Go's
// resolver does not speak without the library of C; where nobody answers, that resolver has
// the last word, since some networks have such names in their DNS.
func (r resolver) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	name := strings.TrimSuffix(host, ".")
	if strings.HasSuffix(strings.ToLower(name), ".local") {
		if found := r.askAll(ctx, name+"."); len(found) > 0 {
			return found, nil
		}
	}
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// multicasters are this machine's addresses in the networks that have multicast.
func multicasters() (all []netip.Addr) {
	interfaces, _ := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagMulticast == 0 || i.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, _ := i.Addrs()
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Is4() && len(all) < networks {
				all = append(all, p.Addr())
				break
			}
		}
	}
	return all
}

// askAll asks in each network, and returns the first answer; nil without one.
func (r resolver) askAll(ctx context.Context, name string) []netip.Addr {
	ctx, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	from := r.from()
	answers := make(chan []netip.Addr, len(from))
	for _, a := range from {
		go func() { answers <- ask(ctx, name, a, r.group) }()
	}
	for range from {
		if found := <-answers; len(found) > 0 {
			return found
		}
	}
	return nil
}

// ask asks once, as RFC 6762, 5.1, has it: from any port, so that the answer comes to it
// alone. The kernel sends from the network whose address the socket has.
func ask(ctx context.Context, name string, from netip.Addr, group netip.AddrPort) []netip.Addr {
	id := uint16(rand.Uint32())
	asked, err := question(id, name)
	if err != nil {
		return nil
	}
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(from, 0)))
	if err != nil {
		return nil
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	answer := make([]byte, answered)
	for ctx.Err() == nil {
		if _, err := conn.WriteToUDPAddrPort(asked, group); err != nil {
			return nil
		}
		_ = conn.SetReadDeadline(time.Now().Add(again))
		for {
			n, err := conn.Read(answer)
			if err != nil {
				break
			}
			if found := addresses(answer[:n], id, name); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// question asks for the IPv4 addresses of a name.
func question(id uint16, name string) ([]byte, error) {
	n, err := dnsmessage.NewName(name)
	if err != nil {
		return nil, err
	}
	m := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: id},
		Questions: []dnsmessage.Question{{Name: n, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}},
	}
	return m.Pack()
}

// addresses are those that an answer has for a name; anybody may have sent it.
func addresses(answer []byte, id uint16, name string) (all []netip.Addr) {
	var p dnsmessage.Parser
	if h, err := p.Start(answer); err != nil || h.ID != id || !h.Response || p.SkipAllQuestions() != nil {
		return nil
	}
	for {
		h, err := p.AnswerHeader()
		if err != nil {
			return all
		}
		if h.Type != dnsmessage.TypeA || !strings.EqualFold(h.Name.String(), name) {
			if p.SkipAnswer() != nil {
				return all
			}
			continue
		}
		a, err := p.AResource()
		if err != nil {
			return all
		}
		all = append(all, netip.AddrFrom4(a.A))
	}
}
