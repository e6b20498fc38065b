// SPDX-License-Identifier: Apache-2.0

package stream

import "time"

const (
	// gatherFor is how long pieces of a picture are waited for after the first, if the
	// sender does not say when it is complete.
	gatherFor = 50 * time.Millisecond
	// unsynced is after which time without a word that a picture is complete a sender
	// counts as one that says none (Art-Net 4, "ArtSync").
	unsynced = 4 * time.Second
)

// gathering is the picture of which pieces have come that do not show yet, so that the
// pieces change at once. The zero value with a piece for each universe has not received any of them.
type gathering struct {
	pieces []bool    // those that have come
	n      int       // how many packets have
	first  time.Time // when the first came
	synced time.Time // when the sender last said that a picture is complete; zero = never
	on     int       // sACN: the universe on which it says so; 0 = none

	begun int // the piece that came first
	head  int // the one with which complete pictures have begun lately
	heads int // how many in a row

	reached int    // DDP: the end of the last packet
	code    uint32 // and its time code; 0 = none
}

// sure is how many pictures in a row must have begun with one piece to tell by it where the next
// one begins.
const sure = 3

// ends reports whether piece n belongs to the next picture: it has come before, the others have
// waited for long enough, or it is the one with which pictures begin. Without the last, the loss
// of that one would join each picture to the next from then on.
func (g *gathering) ends(n int, t time.Time) bool {
	return g.n > 0 && (g.pieces[n] || g.over(t) || g.heads >= sure && n == g.head)
}

// completed notes that all pieces have come.
func (g *gathering) completed() {
	if g.begun == g.head {
		g.heads = min(g.heads+1, sure)
	} else {
		g.head, g.heads = g.begun, 1
	}
}

// reset forgets the sender.
func (g *gathering) reset() {
	clear(g.pieces)
	*g = gathering{pieces: g.pieces}
}

// waits reports whether at t the sender itself says when a picture is complete.
func (g *gathering) waits(t time.Time) bool { return !g.synced.IsZero() && t.Sub(g.synced) < unsynced }

// over reports whether what has come has waited for long enough.
func (g *gathering) over(t time.Time) bool { return g.n > 0 && t.Sub(g.first) >= gatherFor }

// add notes that a packet has come.
func (g *gathering) add(t time.Time) {
	if g.n++; g.n == 1 {
		g.first = t
	}
}

// next shows what has come if piece n belongs to the next picture. r.mu must be held.
func (r *receiver) next(n int, waits bool, t time.Time) {
	if !waits && r.gathering.ends(n, t) {
		r.show()
	}
}

// came notes that piece n has been drawn, and shows the picture if that was the last one.
func (r *receiver) came(n int, waits bool, t time.Time) {
	g := &r.gathering
	if !g.pieces[n] {
		if g.pieces[n] = true; g.n == 0 {
			g.begun = n
		}
		g.add(t)
	}
	if g.n == len(g.pieces) {
		g.completed()
		if !waits {
			r.show()
			return
		}
	}
	r.wait(t)
}

// wait makes flush look again when the picture has to show at the latest.
func (r *receiver) wait(t time.Time) {
	g := &r.gathering
	if g.waits(t) {
		r.timer.Reset(g.synced.Add(unsynced).Sub(t))
	} else {
		r.timer.Reset(g.first.Add(gatherFor).Sub(t))
	}
}

// flush shows what has waited for long enough at t.
func (r *receiver) flush(t time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch g := &r.gathering; {
	case g.n == 0:
	case !g.waits(t) && g.over(t):
		r.show()
	default:
		r.wait(t)
	}
}

// sync shows what s has sent. on is the universe on which a sACN source says so.
func (r *receiver) sync(s sender, on int, t time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := &r.gathering
	if !r.owns(s, t) || on != g.on {
		return errIgnored
	}
	if g.synced = t; g.n > 0 {
		r.show()
	}
	return nil
}

// listenFor notes the universe on which a sACN source says that a picture is complete.
func (r *receiver) listenFor(universe int) {
	if r.gathering.on == universe {
		return
	}
	r.gathering.on, r.gathering.synced = universe, time.Time{}
	select { // the newest counts
	case <-r.syncs:
	default:
	}
	r.syncs <- universe // has room: only packets, one at a time, write to it
}
