// SPDX-License-Identifier: Apache-2.0

// Package budget bounds the memory that bytes from outside take, all of them together:
// who reads or draws them takes their number from one budget first, and gives it back when
// they are no longer held. What would be too much is refused, not waited for: whoever waits
// holds something, too.
package budget

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
)

// ErrSpent is returned when a budget has less left than is asked for. It passes.
var ErrSpent = errors.New("budget: the memory for data from outside is in use")

// A Budget is a number of bytes. Make one with [New]; any goroutine may use it. A nil
// Budget has no bounds: programs that end with their task need none.
type Budget struct {
	size  int64
	whole *Budget // that it is a part of; nil = of none

	held, refused atomic.Int64
}

// New returns a budget of size bytes.
func New(size int64) *Budget { return &Budget{size: size} }

// Part returns a budget for some of those that take from b: what is taken from it is taken
// from b too, and they never have more than size bytes. Parts may add up to more than b.
func (b *Budget) Part(size int64) *Budget {
	if b == nil {
		return nil
	}
	return &Budget{size: size, whole: b}
}

// Size returns the number of bytes, 0 if it has no bounds.
func (b *Budget) Size() int64 {
	if b == nil {
		return 0
	}
	return b.size
}

// Held returns how many bytes are taken.
func (b *Budget) Held() int64 { return b.held.Load() }

// Refused returns how often the budget had too little left.
func (b *Budget) Refused() int64 { return b.refused.Load() }

// take takes n bytes from b and all that it is a part of, or nothing at all.
func (b *Budget) take(n int64) bool {
	if b == nil {
		return true
	}
	for {
		held := b.held.Load()
		if n < 0 || n > b.size-held {
			b.refused.Add(1)
			return false
		}
		if b.held.CompareAndSwap(held, held+n) {
			break
		}
	}
	if b.whole.take(n) {
		return true
	}
	b.held.Add(-n)
	return false
}

func (b *Budget) give(n int64) {
	for ; b != nil; b = b.whole {
		b.held.Add(-n)
	}
}

// Share is one task's part of a budget. The zero Share is of one without bounds. One
// goroutine may use it at a time.
type Share struct {
	of   *Budget
	held int64
}

// Hold returns a share that holds nothing yet. It must be released.
func (b *Budget) Hold() *Share { return &Share{of: b} }

// Take adds n bytes to the share, or returns ErrSpent: also for a negative n, which is a
// product of foreign numbers that was too large.
func (s *Share) Take(n int64) error {
	if !s.of.take(n) {
		return ErrSpent
	}
	s.held += n
	return nil
}

// Cover makes the share hold at least n bytes, or returns ErrSpent and leaves it as it is.
func (s *Share) Cover(n int64) error { return s.Take(max(0, n-s.held)) }

// again is after how long Wait tries again.
const again = 100 * time.Millisecond

// Wait is Take for tasks that nobody waits for: it tries again until there is room, or ctx
// ends. The share must hold nothing yet: two that wait for each other's bytes wait for ever.
// It returns ErrSpent at once for more than there ever is.
func (s *Share) Wait(ctx context.Context, n int64) error {
	if s.held > 0 {
		return ErrSpent
	}
	for b := s.of; b != nil; b = b.whole {
		if n < 0 || n > b.size {
			return ErrSpent
		}
	}
	for s.Take(n) != nil {
		if !pause.For(ctx, again) {
			return ctx.Err()
		}
	}
	return nil
}

// Keep gives back all that the share holds but n bytes.
func (s *Share) Keep(n int64) {
	if n < s.held {
		s.of.give(s.held - n)
		s.held = n
	}
}

// Release gives back all that the share holds. It can be used again then.
func (s *Share) Release() { s.Keep(0) }

type key struct{}

// With returns a context in which [Of] finds s.
func With(ctx context.Context, s *Share) context.Context { return context.WithValue(ctx, key{}, s) }

// Of returns the share of the task that ctx belongs to: one without bounds if it has none.
func Of(ctx context.Context) *Share {
	if s, ok := ctx.Value(key{}).(*Share); ok {
		return s
	}
	return &Share{}
}

// Parts are the budgets of a device by who takes from them, each a part of the one before:
// nobody keeps another one out who may do more. The zero Parts have no bounds.
type Parts struct {
	All    *Budget // the whole, which alone bodies of at most Small bytes are taken from
	Owner  *Budget // for what keys of scope all send and have drawn
	Guests *Budget // for keys of scope control, for icons and for answers of servers
	Sounds *Budget // of Guests, for downloads of sounds: any sender gives their address
	Sender *Budget // of Guests, for keys that may only send or read
}

// most is the size of the largest budget in bytes, and quarter the part of the memory of a
// machine that it is at most.
const most, quarter = 32 << 20, 4

// Small is the size in bytes of bodies for which there is always room.
const Small = 4 << 10

// Copies is how often the bytes of a body are held: as they came, and as what was read of them.
const Copies = 2

// reserve is what all others leave to small bodies: 256 connections may be open.
const reserve = 256 * Copies * Small

// Divide returns the budgets of a machine of so many bytes.
func Divide(machine int64) (p Parts) {
	p.All = New(max(min(most, machine/quarter), 2*reserve))
	p.Owner = p.All.Part(p.All.Size() - reserve)
	p.Guests = p.Owner.Part(p.Owner.Size() / 3 * 2)
	p.Sounds, p.Sender = p.Guests.Part(p.Guests.Size()/8*5), p.Guests.Part(p.Guests.Size()/3)
	return p
}

// step is by how many bytes a share grows while something is read.
const step = 4 << 10

// Reader returns a reader of r that takes each byte before it is read, copies times: as it
// comes, and for what is made of it. A Read may return ErrSpent.
func (s *Share) Reader(r io.Reader, copies int64) io.Reader { return &reader{r, s, copies, 0} }

type reader struct {
	from   io.Reader
	share  *Share
	copies int64
	left   int64 // bytes that are taken and not read yet
}

// Read implements [io.Reader].
func (r *reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		if err := r.share.Take(step * r.copies); err != nil {
			return 0, err
		}
		r.left = step
	}
	n, err := r.from.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	return n, err
}
