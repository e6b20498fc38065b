// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/multicast"
)

const (
	flush = multicast.TopBit

	ttlHost   = 120     // seconds, of records with the host's name in them (RFC 6762, section 10)
	ttlOther  = 75 * 60 // seconds
	ttlLegacy = 10      // seconds, for askers that do not see our goodbyes (6.7)
)

// types lists the types of the services of a network (RFC 6763, section 9).
var types = fqdn("_services", "_dns-sd", "_udp", "local")

// A record is one of our records on one link.
type record struct {
	rr     dns.RR
	shared bool       // other hosts may have one of the same name and type
	last   time.Time  // when it was last multicast
	due    time.Time  // when it will be; zero = nobody waits for it
	asker  netip.Addr // who alone waits for it; zero = several
}

// names are the names that we must have for ourselves.
type names struct{ host, instance string }

func (n names) fqdn() string { return fqdn(n.host, "local") }

// of returns the full name of the instance as a service of a kind.
func (n names) of(kind string) string {
	return fqdn(append([]string{n.instance}, append(strings.Split(kind, "."), "local")...)...)
}

// fqdn returns the name of the labels in the form in which package dns has names of
// packets. It is "" if a label is empty or the name too long.
func fqdn(labels ...string) string {
	var wire []byte
	for _, l := range labels {
		wire = append(append(wire, byte(len(l))), l...)
	}
	name, _, _ := dns.UnpackDomainName(append(wire, 0), 0)
	return name
}

// records returns the records of d on a link, in the order of the announcements.
func (d Device) records(n names, l multicast.Link) (all []*record) {
	add := func(name string, kind uint16, ttl uint32, shared bool, rr dns.RR) {
		*rr.Header() = dns.RR_Header{Name: name, Rrtype: kind, Class: dns.ClassINET, Ttl: ttl}
		all = append(all, &record{rr: received(rr), shared: shared})
	}
	host := n.fqdn()
	for _, s := range d.services() {
		kind, instance := fqdn(append(strings.Split(s.kind, "."), "local")...), n.of(s.kind)
		add(kind, dns.TypePTR, ttlOther, true, &dns.PTR{Ptr: instance})
		add(types, dns.TypePTR, ttlOther, true, &dns.PTR{Ptr: kind})
		add(instance, dns.TypeSRV, ttlHost, false, &dns.SRV{Port: uint16(s.port), Target: host})
		text := &dns.TXT{}
		for _, e := range s.entries() {
			text.Txt = append(text.Txt, strings.ReplaceAll(string(e), `\`, `\\`))
		}
		add(instance, dns.TypeTXT, ttlOther, false, text)
		has := []uint16{dns.TypeTXT, dns.TypeSRV}
		add(instance, dns.TypeNSEC, ttlOther, false, &dns.NSEC{NextDomain: instance, TypeBitMap: has})
	}
	var has []uint16
	for _, p := range l.Addresses {
		if a := p.Addr(); a.Is4() {
			add(host, dns.TypeA, ttlHost, false, &dns.A{A: a.AsSlice()})
			has = append(has, dns.TypeA)
		} else {
			add(host, dns.TypeAAAA, ttlHost, false, &dns.AAAA{AAAA: a.AsSlice()})
			has = append(has, dns.TypeAAAA)
		}
	}
	slices.Sort(has)
	add(host, dns.TypeNSEC, ttlHost, false, &dns.NSEC{NextDomain: host, TypeBitMap: slices.Compact(has)})
	return all
}

// received returns rr as package dns reads it from a packet: there are several ways to
// write a text, and only one in which it is read.
func received(rr dns.RR) dns.RR {
	buf := make([]byte, multicast.MaxPacket)
	if _, err := dns.PackRR(rr, buf, 0, nil, false); err != nil {
		return rr
	}
	if read, _, err := dns.UnpackRR(buf, 0); err == nil {
		return read
	}
	return rr
}

// proposed reports whether r has to be ours alone: it is probed for, and conflicts.
func (r *record) proposed() bool { return !r.shared && r.rr.Header().Rrtype != dns.TypeNSEC }

// called reports whether r has the name.
func (r *record) called(name string) bool { return strings.EqualFold(r.rr.Header().Name, name) }

// answers reports whether r answers q. The answer to a question for a type that its
// name lacks is the record that says so (RFC 6762, 6.1).
func (r *record) answers(q dns.Question) bool {
	class := q.Qclass &^ flush
	if class != dns.ClassINET && class != dns.ClassANY || !r.called(q.Name) {
		return false
	}
	if lacks, ok := r.rr.(*dns.NSEC); ok {
		return q.Qtype != dns.TypeANY && !slices.Contains(lacks.TypeBitMap, q.Qtype)
	}
	return q.Qtype == dns.TypeANY || q.Qtype == r.rr.Header().Rrtype
}

// known reports whether the asker has r for at least half of its time (7.1).
func (r *record) known(answers []dns.RR) bool {
	return slices.ContainsFunc(answers, func(a dns.RR) bool {
		return a.Header().Ttl >= r.rr.Header().Ttl/2 && dns.IsDuplicate(a, r.rr)
	})
}

// ask has r multicast at a time, or when pause has passed since it last was.
func (r *record) ask(from netip.Addr, at time.Time, pause time.Duration) {
	if first := r.last.Add(pause); at.Before(first) {
		at = first
	}
	if r.due.IsZero() {
		r.asker = from
	} else if r.asker != from {
		r.asker = netip.Addr{}
	}
	if r.due.IsZero() || at.Before(r.due) {
		r.due = at
	}
}

// packed returns a copy of r for a packet. A record that is ours alone takes the place of
// what caches hold of it, except for a legacy asker (10.2).
func (r *record) packed(ttl uint32, legacy bool) dns.RR {
	rr := dns.Copy(r.rr)
	rr.Header().Ttl = ttl
	if !r.shared && !legacy {
		rr.Header().Class |= flush
	}
	return rr
}

// extras returns what of all goes with the answers: what they point at (RFC 6763, section 12).
func extras(answers, all []*record) []*record {
	with := slices.Clone(answers)
	for i := 0; i < len(with); i++ {
		target := ""
		switch rr := with[i].rr.(type) {
		case *dns.PTR:
			if !with[i].called(types) {
				target = rr.Ptr
			}
		case *dns.SRV:
			target = rr.Target
		}
		for _, r := range all {
			if target != "" && r.called(target) && !slices.Contains(with, r) {
				with = append(with, r)
			}
		}
	}
	return with[len(answers):]
}
