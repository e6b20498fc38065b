// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"image"
	"net/netip"
	"time"
)

// Each of these methods handles one packet that came from an address at t, and
// returns why it is dropped, if it is. A raw packet allocates nothing.

// lmsp handles packets of the open session. They must come from the same
// address as its first one.
func (r *receiver) lmsp(packet []byte, from netip.Addr, t time.Time) error {
	p, err := parseLMSP(packet)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tidy(t)
	if p.session != r.session || r.session == (SessionID{}) || r.bound.IsValid() && r.bound != from {
		return errSession
	}
	if err := p.check(r.canvas.Rect); err != nil {
		return err
	}
	if err := r.admit(sender{protocol: lmspName, addr: from, source: p.session, keyed: true}, t); err != nil {
		return err
	}
	r.bound = from // not before: a packet that was refused binds nobody
	if err := p.draw(r.canvas); err != nil {
		return err
	}
	r.show()
	return nil
}

// ddp handles pixels; queries are answered elsewhere. A picture shows when a packet
// pushes it, and when one with another time code follows; from senders that do not push,
// when its last pixel has come or one that was there before.
func (r *receiver) ddp(p ddp, from netip.Addr, t time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := p.check(r.canvas.pixels()); err != nil {
		return err
	}
	s := sender{protocol: ddpName, addr: from}
	if r.owns(s, t) && ddpLate(r.sequence, p.sequence) {
		return errLate
	}
	if err := r.admit(s, t); err != nil {
		return err
	}
	r.sequence = p.sequence
	g, waits := &r.gathering, r.gathering.waits(t)
	if g.n > 0 && (p.code != g.code || !waits && (p.offset < g.reached || g.over(t))) {
		r.show()
	}
	r.canvas.run(p.offset/p.stride(), p.data, p.stride())
	g.add(t)
	g.code, g.reached = p.code, p.offset+len(p.data)
	switch {
	case p.pushes():
		g.synced = t
		r.show()
	case !waits && (g.reached >= p.stride()*r.canvas.pixels() || r.canvas.pixels() <= ddpPixels):
		r.show()
	default:
		r.wait(t)
	}
	return nil
}

// artnet handles channels; polls are answered elsewhere. Art-Net counts
// universes from 0.
func (r *receiver) artnet(p artnet, from netip.Addr, t time.Time) error {
	s := sender{protocol: artnetName, addr: from}
	switch p.operation {
	case artSync:
		return r.sync(s, 0, t)
	case artDMX:
	default:
		return errIgnored
	}
	late := func(last uint8) bool { return p.sequence != 0 && last != 0 && dmxLate(last, p.sequence) }
	return r.dmx(s, p.universe-(r.opts.Universe-1), 0, p.sequence, late, p.channels, t)
}

// sacn handles channels.
func (r *receiver) sacn(p sacn, from netip.Addr, t time.Time) error {
	s := sender{protocol: sacnName, addr: from, source: p.source, priority: p.priority}
	switch {
	case p.syncs && p.sync == 0:
		return errIgnored
	case p.syncs: // it has no priority
		return r.sync(s, p.sync, t)
	case p.preview():
		return errIgnored
	case p.ends():
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.arbiter.release(s) {
			r.turn()
		}
		return nil
	}
	late := func(last uint8) bool { return dmxLate(last, p.sequence) }
	return r.dmx(s, p.universe-r.opts.Universe, p.sync, p.sequence, late, p.channels, t)
}

// dmx draws the channels of the panel's nth universe, counted from 0. Each
// universe has its own sequence numbers. on is the universe on which a sACN source
// synchronises, 0 without synchronisation.
func (r *receiver) dmx(
	s sender, n, on int, sequence uint8, late func(last uint8) bool, channels []byte, t time.Time,
) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n < 0 || n >= len(r.universes) {
		return errOutside
	}
	seen := &r.universes[n]
	if r.owns(s, t) && seen.heard && late(seen.sequence) {
		return errLate
	}
	if err := r.admit(s, t); err != nil {
		return err
	}
	*seen = universe{sequence, true}
	r.listenFor(on)
	waits := r.gathering.waits(t)
	r.next(n, waits, t)
	channels = channels[:min(len(channels), 3*universePixels)] // the last two channels are unused
	r.canvas.run(n*universePixels, channels, 3)
	r.came(n, waits, t)
	return nil
}

// owns reports whether s has the panel at t.
func (r *receiver) owns(s sender, t time.Time) bool {
	r.tidy(t)
	return r.arbiter.taken && s.same(r.arbiter.owner)
}

// A universe is the state of one universe of the owner's stream.
type universe struct {
	sequence uint8
	heard    bool
}

// universes returns how many universes the pixels of a panel need.
func universes(size image.Point) int { return (size.X*size.Y + universePixels - 1) / universePixels }
