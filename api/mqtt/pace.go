// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"io"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// How much is read from a broker: so much at once, for what it has kept for us, and then so much
// a second. More stays with the broker, as TCP has it. Answers to us wait behind it for as long as
// patience; a flood takes longer, and the connection ends.
const (
	mostPackets, packetsPerSecond = 2000, 200
	mostBytes, bytesPerSecond     = 8 << 20, 512 << 10
)

// intake is what comes to one client from its brokers, over all its connections. Any goroutine
// may use it. Make one with newIntake.
type intake struct {
	packets, bytes *rate.Limiter
	read           atomic.Uint64 // bytes so far
	skipped        atomic.Uint64 // messages that were too long
}

func newIntake() *intake {
	return &intake{packets: rate.NewLimiter(packetsPerSecond, mostPackets), bytes: rate.NewLimiter(bytesPerSecond, mostBytes)}
}

// counted counts what is read.
type counted struct {
	io.Reader
	n *atomic.Uint64
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(uint64(n))
	return n, err
}
