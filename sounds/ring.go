// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/sounds/output"
)

const (
	ringTime = 4 * time.Second // of sound between the network and the mixer
	// startFrames must be buffered for a sound to begin: an output that was
	// just opened fills its buffer at once, and take needs two blocks to go on.
	startFrames = output.Buffer + 2*blockFrames
	// startBytes are less than that in some codings. A sound of which they have come
	// waits for the rest no longer than patience: half a second but for what outputs
	// hold.
	startBytes = 32 << 10
	patience   = 200 * time.Millisecond
)

// A ring carries samples from a goroutine that may wait to one that must not,
// the mixer. It is the buffer between a slow network and the speaker.
type ring struct {
	buf     [][2]float32
	written atomic.Int64 // frames since the start
	read    atomic.Int64
	space   chan struct{} // filled when put may go on
	plenty  atomic.Bool   // startBytes have come
	closed  atomic.Bool   // nothing more will be written
	err     error         // why; read only after closed
}

func newRing(frames int) *ring {
	return &ring{buf: make([][2]float32, frames), space: make(chan struct{}, 1)}
}

// put writes all of samples, waiting for room, or returns ctx's error.
func (r *ring) put(ctx context.Context, samples [][2]float64) error {
	for len(samples) > 0 {
		n := min(len(samples), len(r.buf)-r.buffered())
		if n == 0 {
			select {
			case <-r.space:
				continue
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		at := int(r.written.Load() % int64(len(r.buf)))
		for _, s := range samples[:n] {
			r.buf[at] = [2]float32{float32(s[0]), float32(s[1])}
			if at++; at == len(r.buf) {
				at = 0
			}
		}
		r.written.Add(int64(n))
		samples = samples[n:]
	}
	return nil
}

// take reads the buffered frames, at most len(samples). It never waits.
func (r *ring) take(samples [][2]float64) int {
	n := min(len(samples), r.buffered())
	at := int(r.read.Load() % int64(len(r.buf)))
	for i := range samples[:n] {
		samples[i] = [2]float64{float64(r.buf[at][0]), float64(r.buf[at][1])}
		if at++; at == len(r.buf) {
			at = 0
		}
	}
	r.read.Add(int64(n))
	select {
	case r.space <- struct{}{}:
	default:
	}
	return n
}

// buffered is how many frames wait.
func (r *ring) buffered() int { return int(r.written.Load() - r.read.Load()) }

// close says that no more samples come, and why; nil is the regular end of the
// sound.
func (r *ring) close(err error) {
	r.err = err
	r.closed.Store(true)
}

// restartTime is how much must be buffered before a sound continues after it
// ran dry for the n-th time: more each time, because the network has proved
// slow.
func restartTime(n int) time.Duration { return min(time.Duration(n)*time.Second, ringTime*3/4) }

// ringSource plays what a feed brings.
type ringSource struct {
	ring    *ring
	rate    int
	flowing bool // enough was there to begin
	begun   bool
	waited  int // frames since startBytes had come
	dry     int // times it ran dry
}

// take stops one sample short of samples before the ring is empty, and ends a
// sound that broke off a little early, so that the voice has enough to fade out
// with.
func (s *ringSource) take(samples [][2]float64) (n int, more bool) {
	closed := s.ring.closed.Load() // before looking at the samples
	there := s.ring.buffered()
	if !s.flowing && !closed && there < s.need() {
		if s.ring.plenty.Load() {
			s.waited += len(samples)
		}
		return 0, true
	}
	s.flowing, s.begun = true, true
	if there >= 2*len(samples) {
		return s.ring.take(samples), true
	}
	if !closed {
		s.flowing = false
		s.dry++
		return s.ring.take(samples[:len(samples)-1]), true
	}
	n = s.ring.take(samples)
	return n, s.ring.err == nil && s.ring.buffered() > 0
}

// ready reports whether take would return samples or the end, now or soon: an
// output that is opened a little early first fills its buffer with silence
// instead of using up all samples that are buffered.
func (s *ringSource) ready() bool {
	there := s.ring.buffered()
	return s.flowing || s.ring.closed.Load() || there >= s.need() || !s.begun && there > 0
}

// need returns how much must be buffered to begin, or to go on after the ring
// ran dry; any amount is enough if no more arrives.
func (s *ringSource) need() int {
	switch {
	case s.begun:
		return s.frames(restartTime(s.dry))
	case s.waited >= s.frames(patience):
		return 1
	}
	return startFrames
}

// frames returns how many frames last d.
func (s *ringSource) frames(d time.Duration) int { return int(d * time.Duration(s.rate) / time.Second) }

func (s *ringSource) err() error { return s.ring.err }
