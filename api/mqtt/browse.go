// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/multicast"
)

const (
	askAgain  = time.Second // RFC 6762, section 5.2
	maxBroker = 32          // brokers of one search; more are not looked at
	maxIPs    = 16          // addresses of each
)

// An entry is a broker that announces itself.
type entry struct {
	name string // of the service, in full
	host string // "" = not known yet
	port int
	ips  []netip.Addr
}

// A search collects the answers about brokers on the network.
type search struct {
	service string
	entries []entry
	links   []multicast.Link
	limit   *multicast.Limit // of the packets that are read
}

// onNetwork is the lookup outside of tests.
func onNetwork(ctx context.Context, service string, seen func(entry)) error {
	links := multicast.Links(nil)
	conn, err := multicast.Listen(links)
	if err != nil {
		return err
	}
	defer conn.Close()
	s := &search{service: service, links: links, limit: multicast.NewLimit()}
	again := time.NewTicker(askAgain)
	defer again.Stop()
	for ask := true; ; {
		if ask {
			if err := s.ask(conn); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-again.C:
			ask = true
		case p, ok := <-conn.Packets():
			if !ok {
				return errors.New("mqtt: the sockets of multicast DNS have failed")
			}
			ask = false
			s.receive(p, time.Now(), seen)
		}
	}
}

// ask sends questions for the missing records on each link. One link is enough.
func (s *search) ask(conn *multicast.Conn) error {
	m := &dns.Msg{}
	add := func(name string, kind uint16) {
		m.Question = append(m.Question, dns.Question{Name: name, Qtype: kind, Qclass: dns.ClassINET})
	}
	add(s.service, dns.TypePTR)
	for _, e := range s.entries {
		if e.host == "" {
			add(e.name, dns.TypeSRV)
		} else if len(e.ips) == 0 {
			add(e.host, dns.TypeA)
		}
	}
	data, err := m.Pack()
	if err != nil {
		return err
	}
	var errs []error
	for _, l := range s.links {
		if err := conn.Send(l.Index, netip.AddrPort{}, data); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == len(s.links) {
		return errors.Join(errs...)
	}
	return nil
}

// receive hears a packet that a neighbour sent from the port of multicast DNS.
func (s *search) receive(p multicast.Packet, now time.Time, seen func(entry)) {
	near := func(l multicast.Link) bool { return l.Index == p.Link && l.Near(p.From.Addr()) }
	if p.From.Port() == multicast.Port && slices.ContainsFunc(s.links, near) && s.limit.Allow(p, now) {
		s.hear(p.Data, seen)
	}
}

// hear takes over what an answer tells of the brokers, and calls seen for those whose
// addresses it has.
func (s *search) hear(data []byte, seen func(entry)) {
	m, ok := multicast.Parse(data)
	if !ok || !m.Response {
		return
	}
	records := append(m.Answer, m.Extra...)
	for _, rr := range records {
		if p, ok := rr.(*dns.PTR); ok && p.Hdr.Ttl > 0 && strings.EqualFold(p.Hdr.Name, s.service) {
			s.add(p.Ptr)
		}
	}
	for _, rr := range records {
		if srv, ok := rr.(*dns.SRV); ok && srv.Hdr.Ttl > 0 {
			s.each(func(e *entry) bool { return strings.EqualFold(e.name, srv.Hdr.Name) }, func(e *entry) {
				if e.host != srv.Target {
					e.ips = nil
				}
				e.host, e.port = srv.Target, int(srv.Port)
			})
		}
	}
	for _, rr := range records {
		if a, ok := rr.(*dns.A); ok && a.Hdr.Ttl > 0 {
			ip, _ := netip.AddrFromSlice(a.A)
			at := func(e *entry) bool { return strings.EqualFold(e.host, a.Hdr.Name) }
			s.each(at, func(e *entry) {
				if ip = ip.Unmap(); ip.IsValid() && len(e.ips) < maxIPs && !slices.Contains(e.ips, ip) {
					e.ips = append(e.ips, ip)
					seen(*e)
				}
			})
		}
	}
}

func (s *search) add(name string) {
	known := func(e entry) bool { return strings.EqualFold(e.name, name) }
	if len(s.entries) < maxBroker && !slices.ContainsFunc(s.entries, known) {
		s.entries = append(s.entries, entry{name: name})
	}
}

func (s *search) each(which func(*entry) bool, do func(*entry)) {
	for i := range s.entries {
		if e := &s.entries[i]; which(e) {
			do(e)
		}
	}
}
