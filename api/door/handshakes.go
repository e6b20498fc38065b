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
type handshakes struct {
	each      *rate.Limiter // for one address
	strangers *turns        // of all addresses that have not shown a key yet
}

// handshakePatience is the longest time that a handshake may wait. It is
// shorter than the time limit of a request.
const handshakePatience = 5 * time.Second

func newHandshakes() *handshakes {
	return &handshakes{each: rate.New(16, time.Second/4), strangers: newTurns(64, time.Second/32)}
}

// wait waits for the turn of peer, which a says in full, or returns an error if
// that would take too long.
func (h *handshakes) wait(ctx context.Context, a netip.Addr, peer netip.Prefix, trusted bool) error {
	now := time.Now()
	delay, ok := h.each.Take(peer, now, handshakePatience)
	if !ok {
		return errHandshakes(peer)
	}
	ctx, cancel := context.WithDeadlineCause(ctx, now.Add(handshakePatience), errHandshakes(peer))
	defer cancel()
	if !trusted {
		return h.strangers.wait(ctx, turn{net: rate.Network(a), peer: peer, from: now.Add(delay)})
	}
	if delay == 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(delay):
		return nil
	}
}
