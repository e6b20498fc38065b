// SPDX-License-Identifier: Apache-2.0

package door

import (
	"context"
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
)

// handshakes limits TLS handshakes: each costs the device a key exchange and a
// signature, and costs a client that sends only its first message almost
// nothing. Clients over the limit wait for their turn, up to handshakePatience.
// Any goroutine may use it.
//
// The owner waits for nobody, unless there are more than one client needs. All others
// take turns, and somebody who has shown no key has to be slow by himself, too.
type handshakes struct {
	each  *rate.Limiter // for one client of the owner, or one without a key
	turns *turns        // of all others
}

// caller is who says hello.
type caller struct {
	net  netip.Prefix // the network of the address
	who  netip.Prefix // the address, or the session that has shown a key; see sessionOf
	rank Rank         // of the key that who has shown
}

// handshakePatience is the longest time that a handshake may wait. It is
// shorter than the time limit of a request.
const handshakePatience = 5 * time.Second

func newHandshakes() *handshakes {
	// An address: sixteen at once, more than a browser opens for a page, and four a second. All
	// together: 64 at once and 32 a second, which leaves the processor to the panel.
	return &handshakes{each: rate.New(16, time.Second/4), turns: newTurns(64, time.Second/32)}
}

// wait waits for the turn of c, or returns an error if that would take too long. An
// address of the owner that says hello too often takes turns for the excess: somebody
// else may be behind the same address.
func (h *handshakes) wait(ctx context.Context, c caller) error {
	now := time.Now()
	from := now
	switch c.rank {
	case Owner:
		if _, ok := h.each.Take(c.who, now, 0); ok {
			return nil
		}
	case Keyless:
		delay, ok := h.each.Take(c.who, now, handshakePatience)
		if !ok {
			return errHandshakes(c.who)
		}
		from = now.Add(delay)
	}
	ctx, cancel := context.WithDeadlineCause(ctx, now.Add(handshakePatience), errHandshakes(c.who))
	defer cancel()
	return h.turns.wait(ctx, turn{net: c.net, peer: c.who, from: from})
}
