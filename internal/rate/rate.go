// SPDX-License-Identifier: Apache-2.0

// Package rate limits how often something may happen on behalf of an address.
package rate

import (
	"net/netip"
	"sync"
	"time"
)

// maxAddresses is how many addresses a Limiter remembers, in about 300 KiB.
// Those that come while it is full share one limit.
const maxAddresses = 4096

// A Limiter lets an address do something so many times at once, and then once
// in so long: the generic cell rate algorithm (ITU-T I.371), which keeps one
// time an address. Any goroutine may use it. Make one with New.
type Limiter struct {
	// Immutable.
	burst int
	every time.Duration

	mu    sync.Mutex
	paid  map[netip.Prefix]time.Time // until when the events so far are paid for
	swept time.Time                  // when forget last ran: it costs too much for every event of a flood
}

// New returns a limiter of burst events at once and then one every so often.
func New(burst int, every time.Duration) *Limiter {
	return &Limiter{burst: burst, every: every, paid: map[netip.Prefix]time.Time{}}
}

// Take counts an event of who at now, and returns how long it is until the event
// is allowed: 0 within the limit. An event that would have to wait longer than
// patience is refused and not counted.
func (l *Limiter) Take(who netip.Prefix, now time.Time, patience time.Duration) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.paid[who]; !known && len(l.paid) >= maxAddresses {
		if now.Sub(l.swept) >= l.every {
			l.forget(now)
		}
		if len(l.paid) >= maxAddresses {
			who = netip.Prefix{} // newcomers share one limit until a place is free
		}
	}
	next := l.paid[who]
	if next.Before(now) {
		next = now
	}
	next = next.Add(l.every)
	wait = max(0, next.Sub(now)-time.Duration(l.burst)*l.every)
	if wait > patience {
		return wait, false
	}
	l.paid[who] = next
	return wait, true
}

// forget drops the addresses that have their whole burst again.
func (l *Limiter) forget(now time.Time) {
	l.swept = now
	for who, t := range l.paid {
		if !t.After(now) {
			delete(l.paid, who)
		}
	}
}

// Addresses returns how many addresses have not their whole burst, about.
func (l *Limiter) Addresses() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.paid)
}

// Network returns what an address counts as: by itself if it is IPv4, as its /64
// if it is IPv6, because a single machine can use any number of addresses in it.
// It returns the invalid prefix for an invalid address.
func Network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits)
	return p
}
