// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"bytes"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/miekg/dns"
)

// object handles records of others: those that have our names while their data is not
// ours take the names from us. What we announced is probed for again first (section 9).
func (r *responder) object(l *link, theirs []dns.RR, now time.Time) {
	host, instance := false, false
	for _, rr := range theirs {
		if r.denies(l, rr) {
			ours := dns.CanonicalName(rr.Header().Name) == dns.CanonicalName(r.names.fqdn())
			host, instance = host || ours, instance || !ours
		}
		if rr.Header().Ttl == 0 && r.step > probed {
			l.rescue(rr, now)
		}
	}
	if !host && !instance {
		return
	}
	if now.Sub(r.last) > calm {
		r.conflicts = 0
	}
	r.conflicts, r.last = r.conflicts+1, now
	pause := probeWait // with three probes, a second since we last sent a record
	if r.conflicts >= maxConflicts {
		pause = slowWait
	}
	r.says("", fmt.Errorf("mdns: another device has the name %q or %q", r.names.instance, r.names.fqdn()))
	if r.step <= probed {
		r.rename(host, instance)
	}
	r.start(now, pause)
}

// rescue multicasts a record of ours that somebody else withdraws: caches keep it for a second
// more, for this (10.1).
func (l *link) rescue(gone dns.RR, now time.Time) {
	for _, rec := range l.records {
		if dns.IsDuplicate(rec.rr, gone) {
			rec.ask(netip.Addr{}, now, oncePer)
		}
	}
}

// rename takes the next names. What others remember of the old ones is withdrawn, but not
// that there is an instance of the name: there is, and it is the other device's.
func (r *responder) rename(host, instance bool) {
	r.goodbye(func(rec *record) bool {
		return rec.proposed() && (host && rec.called(r.names.fqdn()) || instance && !rec.called(r.names.fqdn()))
	})
	r.announced = false
	if host {
		r.names.host = next(r.names.host, "-", "")
	}
	if instance {
		r.names.instance = next(r.names.instance, " (", ")")
	}
}

// denies reports whether rr says something else under a name that we must have alone.
// Addresses of this machine on other links are ours, too.
func (r *responder) denies(l *link, rr dns.RR) bool {
	h := rr.Header()
	var address net.IP
	switch rr := rr.(type) {
	case *dns.A:
		address = rr.A
	case *dns.AAAA:
		address = rr.AAAA
	case *dns.SRV, *dns.TXT:
	default:
		return false
	}
	if a, ok := netip.AddrFromSlice(address); ok && slices.Contains(r.own, a.Unmap()) {
		return false
	}
	ours := func(rec *record) bool { return rec.proposed() && rec.called(h.Name) }
	same := func(rec *record) bool { return dns.IsDuplicate(rec.rr, rr) }
	return h.Ttl > 0 && h.Class == dns.ClassINET &&
		slices.ContainsFunc(l.records, ours) && !slices.ContainsFunc(l.records, same)
}

// tie gives way to another's probe for one of our names if its records are the later ones.
func (r *responder) tie(l *link, theirs []dns.RR, now time.Time) {
	called := map[string][2][]dns.RR{}
	add := func(rr dns.RR, whose int) {
		name := dns.CanonicalName(rr.Header().Name)
		both := called[name]
		both[whose] = append(both[whose], rr)
		called[name] = both
	}
	for _, rr := range theirs {
		add(rr, 1)
	}
	for _, rec := range l.records {
		if rec.proposed() {
			add(rec.rr, 0)
		}
	}
	for _, both := range called {
		if len(both[0]) > 0 && len(both[1]) > 0 && compare(both[0], both[1]) < 0 {
			r.step, r.at = waits, now.Add(deferWait)
		}
	}
}

// compare orders records of one name as two hosts that probe for it at the same time do
// (RFC 6762, 8.2).
func compare(ours, theirs []dns.RR) int {
	return slices.CompareFunc(ordered(ours), ordered(theirs), bytes.Compare)
}

// ordered returns class, type and data of each record, in order.
func ordered(all []dns.RR) (keys [][]byte) {
	for _, rr := range all {
		buf := make([]byte, dns.Len(rr)+1)
		end, err := dns.PackRR(rr, buf, 0, nil, false)
		if err != nil {
			continue
		}
		h := rr.Header() // PackRR has set the length of the data
		key := []byte{byte(h.Class >> 8), byte(h.Class), byte(h.Rrtype >> 8), byte(h.Rrtype)}
		keys = append(keys, append(key, buf[end-int(h.Rdlength):end]...))
	}
	slices.SortFunc(keys, bytes.Compare)
	return keys
}

// next returns the name to try after one that is taken: "kitchen (2)", "kitchen (3)" with
// " (" and ")" around the number. It fits into a label.
func next(name, open, end string) string {
	n := 2
	if base, ok := strings.CutSuffix(name, end); ok {
		i := strings.LastIndex(base, open)
		if i > 0 {
			if m, err := strconv.Atoi(base[i+len(open):]); err == nil && m > 1 && m < 1e6 {
				name, n = base[:i], m+1
			}
		}
	}
	end = open + strconv.Itoa(n) + end
	return cut(name, maxLabel-len(end)) + end
}
