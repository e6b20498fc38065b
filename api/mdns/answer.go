// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/multicast"
)

// hear handles a packet of somebody else, or one of ours that comes back.
func (r *responder) hear(p multicast.Packet, now time.Time) {
	from := p.From.Addr().Unmap()
	i := slices.IndexFunc(r.links, func(l *link) bool { return l.Index == p.Link && l.Near(from) })
	if i < 0 || r.step == waits || !r.packets.Allow(p, now) {
		return
	}
	m, ok := multicast.Parse(p.Data)
	switch l := r.links[i]; {
	case !ok:
	case m.Response:
		if p.From.Port() == multicast.Port {
			r.object(l, append(m.Answer, m.Extra...), now)
		}
	case r.step > probed:
		r.answer(l, m, p.From, now)
	case !slices.Contains(r.own, from.WithZone("")):
		r.tie(l, m.Ns, now)
	}
}

// answer answers the questions of m, and forgets to whom it owes what they know.
func (r *responder) answer(l *link, m *dns.Msg, from netip.AddrPort, now time.Time) {
	legacy := from.Port() != multicast.Port
	var reply []*record
	for _, rec := range l.records {
		if rec.known(m.Answer) {
			if len(m.Question) == 0 && rec.asker == from.Addr() {
				rec.due = time.Time{}
			}
			continue
		}
		for _, q := range m.Question {
			if !rec.answers(q) {
				continue
			}
			recent := now.Sub(rec.last) < time.Duration(rec.rr.Header().Ttl)*time.Second/4 // 5.4
			if legacy || q.Qclass&flush != 0 && len(m.Ns) == 0 && recent {
				reply = append(reply, rec)
				break
			}
			rec.ask(from.Addr(), now.Add(rec.wait(m.Truncated)), pauseFor(m))
		}
	}
	if len(reply) == 0 {
		return
	}
	if _, ok := r.replies.Take(netip.Prefix{}, now, 0); ok {
		r.reply(l, reply, m, from, legacy)
	}
}

// wait returns how long the answer waits for others and for what the asker knows.
func (r *record) wait(more bool) time.Duration {
	switch {
	case more:
		return moreWait + rand.N(sharedMore)
	case r.shared:
		return sharedWait + rand.N(sharedMore)
	}
	return 0
}

// pauseFor returns how long a record that was just multicast is not sent again for m.
func pauseFor(m *dns.Msg) time.Duration {
	if len(m.Ns) > 0 {
		return defendPer // a probe
	}
	return oncePer
}

// reply answers m by unicast. A sender that has another port than ours knows no multicast
// DNS: it wants its question back, and may read no more than 512 bytes (6.7).
func (r *responder) reply(l *link, answers []*record, m *dns.Msg, to netip.AddrPort, legacy bool) {
	one := func(rec *record) dns.RR {
		ttl := rec.rr.Header().Ttl
		if legacy {
			ttl = min(ttl, ttlLegacy)
		}
		return rec.packed(ttl, legacy)
	}
	reply := response()
	for _, rec := range answers {
		reply.Answer = append(reply.Answer, one(rec))
	}
	for _, rec := range extras(answers, l.records) {
		reply.Extra = append(reply.Extra, one(rec))
	}
	if legacy {
		reply.Id, reply.Question = m.Id, m.Question
		if reply.Len() > dns.MinMsgSize {
			reply.Extra = nil
		}
	}
	_ = r.send(l, to, reply)
}
