// SPDX-License-Identifier: Apache-2.0

package budget

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestShares: what is taken is missing to others until it is released, and what does not
// fit takes nothing.
func TestShares(t *testing.T) {
	b := New(100)
	one, two := b.Hold(), b.Hold()
	for _, step := range []struct {
		why     string
		do      func() error
		want    error
		held    int64
		refused int64
	}{
		{"the first", func() error { return one.Take(60) }, nil, 60, 0},
		{"more of it", func() error { return one.Take(30) }, nil, 90, 0},
		{"too much for another", func() error { return two.Take(11) }, ErrSpent, 90, 1},
		{"exact rest", func() error { return two.Take(10) }, nil, 100, 1},
		{"nothing always fits", func() error { return two.Take(0) }, nil, 100, 1},
		{"a byte", func() error { return two.Take(1) }, ErrSpent, 100, 2},
		{"after the release", func() error { one.Release(); return two.Take(90) }, nil, 100, 2},
		{"a release twice", func() error { one.Release(); two.Release(); two.Release(); return nil }, nil, 0, 2},
		{"more than there is", func() error { return one.Take(101) }, ErrSpent, 0, 3},
		{"more than any number", func() error { return one.Take(math.MaxInt64) }, ErrSpent, 0, 4},
		{"a product that was too large", func() error { return one.Take(math.MinInt64) }, ErrSpent, 0, 5},
		{"of which some is kept", func() error { err := one.Take(50); one.Keep(20); return err }, nil, 20, 5},
		{"it covers what it has", func() error { return one.Cover(20) }, nil, 20, 5},
		{"it covers more", func() error { return one.Cover(30) }, nil, 30, 5},
		{"more than there is to cover", func() error { return one.Cover(101) }, ErrSpent, 30, 6},
		{"it keeps no more than it has", func() error { one.Keep(40); return nil }, nil, 30, 6},
	} {
		if err := step.do(); err != step.want || b.Held() != step.held || b.Refused() != step.refused {
			t.Errorf("%s: %v with %d held and %d refused, want %v, %d, %d",
				step.why, err, b.Held(), b.Refused(), step.want, step.held, step.refused)
		}
	}
}

// TestParts: a part has no more than its own, and no more than is left of the whole; a
// refusal by the whole takes nothing from the part.
func TestParts(t *testing.T) {
	whole := New(100)
	part := whole.Part(60)
	inner := part.Part(50)
	mine, all := inner.Hold(), whole.Hold()
	for _, step := range []struct {
		why                    string
		do                     func() error
		want                   error
		whole, part, innermost int64
	}{
		{"it takes from all three", func() error { return mine.Take(40) }, nil, 40, 40, 40},
		{"more than the innermost", func() error { return mine.Take(11) }, ErrSpent, 40, 40, 40},
		{"the whole by itself", func() error { return all.Take(60) }, nil, 100, 40, 40},
		{"nothing is left of the whole", func() error { return mine.Take(5) }, ErrSpent, 100, 40, 40},
		{"refused bytes are not held", func() error { all.Release(); return mine.Take(10) }, nil, 50, 50, 50},
		{"all comes back", func() error { mine.Release(); return nil }, nil, 0, 0, 0},
	} {
		err := step.do()
		if err != step.want || whole.Held() != step.whole || part.Held() != step.part || inner.Held() != step.innermost {
			t.Errorf("%s: %v with %d, %d and %d held", step.why, err, whole.Held(), part.Held(), inner.Held())
		}
	}
}

// TestWithoutBounds: no budget, and a context without a share, refuse nothing.
func TestWithoutBounds(t *testing.T) {
	var b *Budget
	s := b.Part(5).Hold()
	if err := s.Take(1 << 50); err != nil || b.Size() != 0 {
		t.Error(err, b.Size())
	}
	s.Release()
	must.Do(t, Of(t.Context()).Take(1<<50))
	mine := New(5).Hold()
	if Of(With(t.Context(), mine)) != mine {
		t.Error("the share of a context is another one")
	}
}

// TestWait: who waits gets what is released, gives up with its context, and does not begin to
// wait for more than there ever is.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(100)
		other, mine := b.Hold(), b.Part(80).Hold()
		other.Take(50)
		time.AfterFunc(time.Second, other.Release)
		if begun := time.Now(); mine.Wait(t.Context(), 60) != nil || time.Since(begun) > time.Second+again {
			t.Errorf("after %v", time.Since(begun))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := b.Hold().Wait(ctx, 60); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		mine.Release()
		if err := mine.Wait(t.Context(), 81); err != ErrSpent {
			t.Error(err)
		}
		mine.Take(1)
		if err := mine.Wait(t.Context(), 1); err != ErrSpent {
			t.Errorf("a share that holds something waits: %v", err)
		}
	})
}

// TestReader: bytes are taken before they are read.
func TestReader(t *testing.T) {
	for _, row := range []struct {
		why    string
		size   int
		copies int64
		budget int64
		held   int64
		err    error
	}{
		{"it fits", 3 * step, 1, 1 << 20, 4 * step, nil}, // the last one finds the end
		{"each byte counts twice", step + 1, 2, 1 << 20, 4 * step, nil},
		{"it becomes too much", 3 * step, 1, 2 * step, 2 * step, ErrSpent},
		{"nothing comes", 0, 1, 2 * step, step, nil},
		{"there is no room at all", 10, 1, step - 1, 0, ErrSpent},
	} {
		b := New(row.budget)
		share, source := b.Hold(), bytes.NewReader(make([]byte, row.size))
		got, err := io.ReadAll(iotest.HalfReader(share.Reader(source, row.copies)))
		read := row.size - source.Len()
		if err != row.err || b.Held() != row.held || int64(read)*row.copies > b.Held() || len(got) != read {
			t.Errorf("%s: %v with %d held after %d bytes, want %v, %d", row.why, err, b.Held(), read, row.err, row.held)
		}
		if share.Release(); b.Held() != 0 {
			t.Errorf("%s: %d bytes are left", row.why, b.Held())
		}
	}
	broken := errors.New("broken")
	r := New(step).Hold().Reader(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken)), 1)
	if _, err := io.ReadAll(r); err != broken {
		t.Error(err)
	}
}

// TestDivide: on every machine small bodies of all connections have room when all others have
// taken all that they get, and a larger scope has more than a smaller one.
func TestDivide(t *testing.T) {
	for _, row := range []struct{ machine, all int64 }{
		{512 << 20, 32 << 20}, {8 << 30, 32 << 20}, {64 << 20, 16 << 20}, {1 << 20, 4 << 20}, {math.MaxInt64, 32 << 20},
	} {
		p := Divide(row.machine)
		if p.All.Size() != row.all {
			t.Errorf("%d bytes: %d, want %d", row.machine, p.All.Size(), row.all)
		}
		for _, b := range []*Budget{p.Sender, p.Guests, p.Owner} { // each has something left that the one before has not
			if err := b.Hold().Take(b.Size() - b.Held()); err != nil {
				t.Errorf("%d bytes: %v", row.machine, err)
			}
		}
		if p.Sounds.Size() > p.Guests.Size() || p.Sender.Size() >= p.Guests.Size() || p.Guests.Size() >= p.Owner.Size() {
			t.Errorf("%d bytes: %d, %d, %d, %d", row.machine, p.Sounds.Size(), p.Sender.Size(), p.Guests.Size(), p.Owner.Size())
		}
		if p.Sounds.Size() < p.Guests.Size()/2 || p.Sender.Size() < p.Guests.Size()/4 {
			t.Errorf("%d bytes: little for sounds, %d, and senders, %d", row.machine, p.Sounds.Size(), p.Sender.Size())
		}
		for range 256 {
			if err := p.All.Hold().Take(Copies * Small); err != nil {
				t.Fatalf("%d bytes: a small body: %v", row.machine, err)
			}
		}
	}
}

// TestManyAtOnce: however many take, keep, wait and release, in parts of parts, no more is held
// than there is, and all of it comes back.
func TestManyAtOnce(t *testing.T) {
	p := Divide(1) // the least there is
	parts := []*Budget{p.All, p.Owner, p.Guests, p.Sounds, p.Sender}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 1))
			for range 2000 {
				b := parts[random.IntN(len(parts))]
				s := b.Hold()
				s.Take(random.Int64N(b.Size()))
				s.Take(random.Int64N(b.Size() / 8))
				if s.Keep(random.Int64N(b.Size())); random.IntN(4) == 0 {
					io.ReadAll(s.Reader(bytes.NewReader(make([]byte, 3*step)), Copies))
				}
				for _, b := range parts {
					if held := b.Held(); held > b.Size() || held < 0 {
						t.Errorf("%d bytes held of %d", held, b.Size())
					}
				}
				s.Release()
			}
		})
	}
	wg.Wait()
	for i, b := range parts {
		if b.Held() != 0 || b.Refused() == 0 {
			t.Errorf("part %d: %d bytes are left, %d times refused", i, b.Held(), b.Refused())
		}
	}
}
