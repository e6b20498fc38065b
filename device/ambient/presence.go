// SPDX-License-Identifier: Apache-2.0

package ambient

import "time"

// presenceRule decides whether everybody has left. The zero value has no sensor.
type presenceRule struct {
	after  time.Duration // 0 = no sensor
	known  bool          // it has told something
	here   bool          // what it told last
	before time.Time     // until then somebody was there for sure
}

// sample takes what the sensor tells.
func (p *presenceRule) sample(here bool, now time.Time) {
	if !p.known || p.here || here { // an empty room at the start may have been left just now
		p.before = now
	}
	p.known, p.here = true, here
}

// now reports whether everybody has left, and when that changes if the sensor tells
// nothing more.
func (p *presenceRule) now(now time.Time) (away bool, change time.Time) {
	if p.after == 0 || !p.known || p.here {
		return false, time.Time{}
	}
	if left := p.before.Add(p.after); left.After(now) { // people sit still, and are not seen for minutes
		return false, left
	}
	return true, time.Time{}
}

// Presence takes whether a sensor sees somebody.
func (r *Rules) Presence(here bool, now time.Time) { r.presence.sample(here, now) }

// Seen notes that somebody was at the device, as by a press of its buttons.
func (r *Rules) Seen(now time.Time) { r.presence.before = now }

// Sees returns what the sensor told last, and whether it has told anything.
func (r *Rules) Sees() (here, known bool) {
	return r.presence.here, r.presence.known && r.presence.after != 0
}
