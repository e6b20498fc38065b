// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
)

// Packets that are read: so many at once, and then so many a second.
const (
	burstEach, perSecondEach = 20, 10 // of a sender
	burstAll, perSecondAll   = 100, 50
)

// A Limit bounds how many packets of others are read. Each sender has a part, so that one
// that floods leaves the others theirs, and questions count apart from responses. Any
// goroutine may use it. Make one with [NewLimit].
type Limit struct{ each, questions, responses *rate.Limiter }

// NewLimit returns a limit of 50 questions and 50 responses a second, 10 of both a sender.
func NewLimit() *Limit {
	all := func() *rate.Limiter { return rate.New(burstAll, time.Second/perSecondAll) }
	return &Limit{rate.New(burstEach, time.Second/perSecondEach), all(), all()}
}

// Allow counts a packet that came at now and reports whether it is within the limit.
func (l *Limit) Allow(p Packet, now time.Time) bool {
	if len(p.Data) < headerSize {
		return false
	}
	// Senders are on our link, where IPv6 addresses all have one prefix: the whole address counts.
	a := p.From.Addr().Unmap().WithZone("")
	_, ok := l.each.Take(netip.PrefixFrom(a, a.BitLen()), now, 0)
	if !ok {
		return false
	}
	all := l.questions
	if counts(p.Data)[1]&response != 0 {
		all = l.responses
	}
	_, ok = all.Take(netip.Prefix{}, now, 0)
	return ok
}
