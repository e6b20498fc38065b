// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// How much is read from a broker: so much at once, for what it has kept for us, and then so much
// a second. More stays with the broker, as TCP has it. A flood from a broker is read so slowly
// that answers to us come too late behind it, and the connection ends.
const (
	mostPackets, packetsPerSecond = 2000, 200
	mostBytes, bytesPerSecond     = 8 << 20, 512 << 10
)

// intake is what comes to one client from its brokers, over all its connections. Any goroutine
// may use it. Make one with newIntake.
type intake struct {
	packets, bytes *rate.Limiter
	skipped        atomic.Uint64 // messages that were too long
}

func newIntake() *intake {
	return &intake{packets: rate.NewLimiter(packetsPerSecond, mostPackets), bytes: rate.NewLimiter(bytesPerSecond, mostBytes)}
}

// pacedReader reads from r at the pace of in until ctx ends. Its reads are of mostBytes at most.
type pacedReader struct {
	ctx context.Context
	r   io.Reader
	in  *intake
}

// Read implements [io.Reader].
func (p pacedReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	if late := p.in.bytes.WaitN(p.ctx, n); err == nil {
		err = late
	}
	return n, err
}

// mostLabour is for how long commands are done one after the other. Then each is followed by a
// rest as long as it took: half of the time, and of a board's only core, is left for everything else.
const mostLabour = time.Second

// labour bounds the share of the time in which commands are done. The zero value has rested.
type labour struct {
	rested time.Time // when all work so far is made up for
}

// rest counts work that took so long until now, and returns how long to rest.
func (l *labour) rest(now time.Time, took time.Duration) time.Duration {
	if began := now.Add(-took); l.rested.Before(began) {
		l.rested = began
	}
	l.rested = l.rested.Add(2 * took)
	return l.rested.Sub(now) - mostLabour
}
