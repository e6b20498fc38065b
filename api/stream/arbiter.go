// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"net/netip"
	"time"
)

// A sender is one source of pixels.
type sender struct {
	protocol string
	addr     netip.Addr
	source   [16]byte // sACN's CID or LMSP's session; zero for others
	priority uint8    // sACN's
	keyed    bool     // the session has shown the API key (LMSP)
}

// same reports whether two packets come from the same sender; its priority may
// change.
func (s sender) same(o sender) bool {
	return s.protocol == o.protocol && s.addr == o.addr && s.source == o.source
}

// beats reports whether s may take the panel from o, which is still sending.
func (s sender) beats(o sender) bool {
	if s.keyed != o.keyed {
		return s.keyed
	}
	return s.protocol == sacnName && o.protocol == sacnName && s.priority > o.priority
}

// Names of the protocols in status and metrics.
const (
	lmspName   = "lmsp"
	ddpName    = "ddp"
	artnetName = "artnet"
	sacnName   = "sacn"
)

// silence is the time without a packet after which a keyed stream is over
// (docs/api.md, Streaming).
const silence = 10 * time.Second

// lost is the time without a packet after which a sACN source no longer counts for others
// (E1.31, 6.7.1); what it has sent stays until hold is over.
const lost = 2500 * time.Millisecond

// An arbiter decides who has the panel: the first sender, until it ends its
// stream or is silent. The zero value with a hold has no owner.
type arbiter struct {
	hold  time.Duration // silence that ends a stream without a key
	owner sender
	last  time.Time // when the owner's last packet arrived
	taken bool
}

// admit reports whether s may draw at t, and whether it has just become the
// owner.
func (a *arbiter) admit(s sender, t time.Time) (ok, began bool) {
	a.expire(t)
	switch {
	case !a.taken || !s.same(a.owner) && (s.beats(a.owner) || a.lost(t)):
		a.taken, began = true, true
	case !s.same(a.owner):
		return false, false
	}
	a.owner, a.last = s, t
	return true, began
}

// lost reports whether the owner is a sACN source that no longer counts.
func (a *arbiter) lost(t time.Time) bool {
	return a.owner.protocol == sacnName && t.Sub(a.last) >= lost
}

// until returns when the stream is over if no more packets arrive.
func (a *arbiter) until() time.Time {
	if a.owner.keyed {
		return a.last.Add(silence)
	}
	return a.last.Add(a.hold)
}

// expire ends the stream if it has been silent for too long, and reports
// whether it did.
func (a *arbiter) expire(t time.Time) bool {
	if !a.taken || t.Before(a.until()) {
		return false
	}
	a.taken = false
	return true
}

// release ends the stream if it belongs to s, and reports whether it did.
func (a *arbiter) release(s sender) bool {
	if !a.taken || !s.same(a.owner) {
		return false
	}
	a.taken = false
	return true
}
