// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/rate"
)

// Times of RFC 6762.
const (
	probeWait  = 250 * time.Millisecond // before the first probe at most, and after each (8.1)
	deferWait  = time.Second            // after somebody else's probe has won (8.2)
	slowWait   = 5 * time.Second        // between attempts after many conflicts (8.1)
	calm       = time.Minute            // after which earlier conflicts no longer count
	oncePer    = time.Second            // between two multicasts of a record (6)
	defendPer  = 250 * time.Millisecond // the same as the answer to a probe (6)
	sharedWait = 20 * time.Millisecond  // before an answer that others may have too, and up to
	sharedMore = 100 * time.Millisecond // so much more (6)
	moreWait   = 400 * time.Millisecond // while an asker still sends what it knows, likewise (7.2)
	byeWait    = 250 * time.Millisecond // between the two goodbyes
)

// maxConflicts is how many conflicts there are before slowWait (8.1).
const maxConflicts = 15

// A carrier carries packets; see [multicast.Conn].
type carrier interface {
	Packets() <-chan multicast.Packet
	Send(link int, to netip.AddrPort, data []byte) error
}

// A link is a link with what we have on it.
type link struct {
	multicast.Link
	records []*record
}

// The steps of a responder, which are counted in its field step.
const (
	waits   = 0 // nothing was sent yet
	probed  = 3 // three probes were sent: the names are ours unless somebody objects
	repeats = 5 // announced twice
)

// A responder finds names that nobody else has, announces a device under them and answers
// for it. All of it happens in the goroutine of run.
type responder struct {
	dev   Device
	names names
	conn  carrier
	links []*link
	own   []netip.Addr                 // all addresses of this machine
	says  func(name string, err error) // called with each name that is announced, or why none is

	step      int
	at        time.Time // of the next step; zero = no step follows
	announced bool      // others may have our records in their caches
	conflicts int       // without a minute's calm between
	last      time.Time // when the last of them was

	packets *multicast.Limit // that are read
	replies *rate.Limiter    // by unicast; more than a sender's part of the packets
}

func newResponder(d Device, n names, links []multicast.Link, conn carrier, says func(string, error)) *responder {
	r := &responder{
		dev: d, names: n, conn: conn, says: says,
		packets: multicast.NewLimit(), replies: rate.New(32, time.Second/32),
	}
	for _, l := range links {
		r.links = append(r.links, &link{Link: l})
		for _, p := range l.Addresses {
			r.own = append(r.own, p.Addr())
		}
	}
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			r.own = append(r.own, p.Addr())
		}
	}
	return r
}

var errDeaf = errors.New("mdns: the sockets have failed")

// run works until ctx ends, or nothing can be sent or received.
func (r *responder) run(ctx context.Context) error {
	r.start(time.Now(), 0)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			r.goodbye(func(l *record) bool { return !l.called(types) && !l.called(r.names.fqdn()) })
			return ctx.Err()
		case p, ok := <-r.conn.Packets():
			if !ok {
				return errDeaf
			}
			r.hear(p, time.Now())
		case <-timer.C:
		}
		if err := r.work(time.Now()); err != nil {
			return fmt.Errorf("mdns: %w", err)
		}
		timer.Reset(time.Until(r.next()))
	}
}

// start begins to look for the names, after a pause.
func (r *responder) start(now time.Time, pause time.Duration) {
	r.step, r.at = waits, now.Add(pause+rand.N(probeWait+1))
	for _, l := range r.links {
		l.records = r.dev.records(r.names, l.Link)
	}
}

// next returns when work has to be called again.
func (r *responder) next() time.Time {
	next := time.Now().Add(time.Hour)
	if !r.at.IsZero() {
		next = r.at
	}
	for _, l := range r.links {
		for _, rec := range l.records {
			if !rec.due.IsZero() && rec.due.Before(next) {
				next = rec.due
			}
		}
	}
	return next
}

// work does what is due now.
func (r *responder) work(now time.Time) error {
	if !r.at.IsZero() && !now.Before(r.at) {
		if r.step < probed {
			r.step, r.at = r.step+1, now.Add(probeWait)
			return r.probe()
		}
		if r.step == probed {
			r.says(r.names.instance, nil)
		}
		r.announced = true
		r.step, r.at = r.step+1, now.Add(oncePer)
		if r.step == repeats {
			r.at = time.Time{}
		}
		for _, l := range r.links {
			for _, rec := range l.records {
				if rec.shared || rec.proposed() {
					rec.ask(netip.Addr{}, now, oncePer)
				}
			}
		}
	}
	for _, l := range r.links {
		r.flush(l, now)
	}
	return nil
}

// probe asks on each link whether somebody has our names. The answers shall come to the
// group: those to our address would reach only one of the programs that share the port.
func (r *responder) probe() error {
	var failed []error
	for _, l := range r.links {
		m := &dns.Msg{}
		for _, rec := range l.records {
			if !rec.proposed() {
				continue
			}
			q := dns.Question{Name: rec.rr.Header().Name, Qtype: dns.TypeANY, Qclass: dns.ClassINET}
			if !slices.Contains(m.Question, q) {
				m.Question = append(m.Question, q)
			}
			m.Ns = append(m.Ns, rec.rr)
		}
		if err := r.send(l, netip.AddrPort{}, m); err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) == len(r.links) {
		return errors.Join(failed...)
	}
	return nil
}

// flush multicasts what is due on a link.
func (r *responder) flush(l *link, now time.Time) {
	var answers []*record
	m := response()
	for _, rec := range l.records {
		if !rec.due.IsZero() && !now.Before(rec.due) {
			answers, m.Answer = append(answers, rec), append(m.Answer, rec.packed(rec.rr.Header().Ttl, false))
			rec.last, rec.due = now, time.Time{}
		}
	}
	if len(answers) == 0 {
		return
	}
	for _, rec := range extras(answers, l.records) {
		if now.Sub(rec.last) >= oncePer {
			m.Extra = append(m.Extra, rec.packed(rec.rr.Header().Ttl, false))
			rec.last, rec.due = now, time.Time{}
		}
	}
	_ = r.send(l, netip.AddrPort{}, m) // a link that is down is noticed by its addresses
}

// goodbye withdraws those of our records, twice.
func (r *responder) goodbye(which func(*record) bool) {
	for i := 0; r.announced && i < 2; i++ {
		if i > 0 {
			time.Sleep(byeWait)
		}
		for _, l := range r.links {
			m := response()
			for _, rec := range l.records {
				if (rec.shared || rec.proposed()) && which(rec) {
					m.Answer = append(m.Answer, rec.packed(0, false))
				}
			}
			_ = r.send(l, netip.AddrPort{}, m)
		}
	}
}

func response() *dns.Msg {
	return &dns.Msg{MsgHdr: dns.MsgHdr{Response: true, Authoritative: true}, Compress: true}
}

func (r *responder) send(l *link, to netip.AddrPort, m *dns.Msg) error {
	m.Compress = true
	data, err := m.Pack()
	if err != nil {
		return err
	}
	return r.conn.Send(l.Index, to, data)
}
