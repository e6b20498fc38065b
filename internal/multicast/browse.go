// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/miekg/dns"
)

const (
	askAgain = time.Second // RFC 6762, section 5.2
	maxFound = 32          // instances of each service of one search; more are not looked at
	maxOfOne = 8           // of each service that one sender names: one that lies leaves the others theirs
	maxIPs   = 16          // addresses of each
	maxTexts = 16          // parts of the text of each, of at most 255 bytes
)

// An Instance is a program that offers a service on the network. All of it comes from the packets of others.
type Instance struct {
	Service string // such as _mqtt._tcp.local.
	Name    string // of the service, in full
	Host    string // "" = not known yet
	Port    int
	IPs     []netip.Addr
	Texts   []string   // such as id=4711
	From    netip.Addr // the sender of the last packet with an address of the host

	told netip.Addr // the sender of the packet that named it first
}

// Text returns the part of the text with that name, "" = none.
func (i Instance) Text(name string) string {
	for _, t := range i.Texts {
		if key, value, ok := strings.Cut(t, "="); ok && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// A search collects the answers about some services on the network.
type search struct {
	services []string
	found    []Instance
	links    []Link
	limit    *Limit // of the packets that are read
}

// Browse looks for the services on the named interfaces, or on all, and calls seen with each answer about an instance
// whose address is known, until ctx ends or no link can be asked. An instance may be seen several times.
func Browse(ctx context.Context, interfaces []string, seen func(Instance), services ...string) error {
	links := Links(interfaces)
	conn, err := Listen(links)
	if err != nil {
		return err
	}
	defer conn.Close()
	s := &search{services: services, links: links, limit: NewLimit()}
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
				return errors.New("multicast: the sockets have failed")
			}
			ask = false
			s.receive(p, time.Now(), seen)
		}
	}
}

// ask sends questions for the missing records on each link. One link is enough.
func (s *search) ask(conn *Conn) error {
	m := &dns.Msg{}
	add := func(name string, kind uint16) {
		if len(m.Question) < maxQuestions {
			m.Question = append(m.Question, dns.Question{Name: name, Qtype: kind, Qclass: dns.ClassINET})
		}
	}
	for _, service := range s.services {
		add(service, dns.TypePTR)
	}
	for _, e := range s.found {
		if e.Host == "" {
			add(e.Name, dns.TypeSRV)
		} else if len(e.IPs) == 0 {
			add(e.Host, dns.TypeA)
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
func (s *search) receive(p Packet, now time.Time, seen func(Instance)) {
	near := func(l Link) bool { return l.Index == p.Link && l.Near(p.From.Addr()) }
	if p.From.Port() == Port && slices.ContainsFunc(s.links, near) && s.limit.Allow(p, now) {
		s.hear(p.Data, p.From.Addr().Unmap(), seen)
	}
}

// hear takes over what an answer of a sender tells of instances, and calls seen for those of
// whose addresses it tells.
func (s *search) hear(data []byte, from netip.Addr, seen func(Instance)) {
	m, ok := Parse(data)
	if !ok || !m.Response {
		return
	}
	records := append(m.Answer, m.Extra...)
	for _, rr := range records {
		if p, ok := rr.(*dns.PTR); ok && p.Hdr.Ttl > 0 {
			s.add(p.Hdr.Name, p.Ptr, from)
		}
	}
	named := func(name string) func(*Instance) bool {
		return func(e *Instance) bool { return strings.EqualFold(e.Name, name) }
	}
	for _, rr := range records {
		switch rr := rr.(type) {
		case *dns.SRV:
			if rr.Hdr.Ttl == 0 {
				continue
			}
			s.each(named(rr.Hdr.Name), func(e *Instance) {
				if e.Host != rr.Target {
					e.IPs = nil
				}
				e.Host, e.Port = rr.Target, int(rr.Port)
			})
		case *dns.TXT:
			s.each(named(rr.Hdr.Name), func(e *Instance) {
				e.Texts = nil
				for _, t := range rr.Txt[:min(len(rr.Txt), maxTexts)] {
					e.Texts = append(e.Texts, Plain(t))
				}
			})
		}
	}
	for _, rr := range records {
		if a, ok := rr.(*dns.A); ok && a.Hdr.Ttl > 0 {
			ip, _ := netip.AddrFromSlice(a.A)
			at := func(e *Instance) bool { return strings.EqualFold(e.Host, a.Hdr.Name) }
			s.each(at, func(e *Instance) {
				ip = ip.Unmap()
				if ip.IsValid() && len(e.IPs) < maxIPs && !slices.Contains(e.IPs, ip) {
					e.IPs = append(e.IPs, ip)
				}
				if slices.Contains(e.IPs, ip) {
					e.From = from
					seen(*e)
				}
			})
		}
	}
}

// add takes over that a sender names an instance of a service.
func (s *search) add(service, name string, from netip.Addr) {
	i := slices.IndexFunc(s.services, func(wanted string) bool { return strings.EqualFold(wanted, service) })
	if i < 0 {
		return
	}
	all, ofOne := 0, 0
	for _, e := range s.found {
		if strings.EqualFold(e.Name, name) {
			return
		}
		if e.Service == s.services[i] {
			all++
			if e.told == from {
				ofOne++
			}
		}
	}
	if all < maxFound && ofOne < maxOfOne {
		s.found = append(s.found, Instance{Service: s.services[i], Name: name, told: from})
	}
}

func (s *search) each(which func(*Instance) bool, do func(*Instance)) {
	for i := range s.found {
		if e := &s.found[i]; which(e) {
			do(e)
		}
	}
}

// Plain returns a text, or a name, that package dns has read, without the escapes in which that writes it.
func Plain(text string) string {
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		if digits := text[i:min(i+3, len(text))]; len(digits) == 3 && isByte(digits) {
			out = append(out, (digits[0]-'0')*100+(digits[1]-'0')*10+digits[2]-'0')
			i += 2
			continue
		}
		out = append(out, text[i])
	}
	return string(out)
}

// isByte reports whether three characters are the decimal number of a byte.
func isByte(s string) bool {
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
		n = 10*n + int(c-'0')
	}
	return n <= 255
}
