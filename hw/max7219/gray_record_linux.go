// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"errors"
	"fmt"
	"sync"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/refresh"
)

// recordGray refreshes a chain whose port records: within this process, since a
// recording needs neither rights nor real time. Another program's process, such as a
// test's, cannot be started again as a refresher.
func recordGray(p GrayParams) (publisher, error) {
	port, err := bus.OpenSPI(p.Port)
	if err != nil {
		return nil, err
	}
	b, err := newGrayBackend(p, port)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	r := &recordedGray{back: make([]byte, p.FrameSize()), newest: make([]byte, p.FrameSize()),
		end: make(chan struct{}), ended: make(chan struct{})}
	go r.run(b)
	return r, nil
}

// recordedGray is a refresher in a goroutine. Its methods are for one goroutine,
// except Note and Stats.
type recordedGray struct {
	back       []byte // the giver's
	end, ended chan struct{}
	err        error // of the last round; valid once ended is closed

	mu     sync.Mutex
	newest []byte
	shown  bool   // newest is a frame
	rounds uint32 // since the start
}

// run shows round after round, and makes the chain dark at the end.
func (r *recordedGray) run(b *grayBackend) {
	defer close(r.ended)
	frame := make([]byte, len(r.newest))
	for r.err == nil && !r.over() {
		if !r.take(frame) {
			refresh.SleepUntil(refresh.Now() + b.params.Each)
			continue
		}
		r.err = b.Refresh(frame)
	}
	r.err = errors.Join(r.err, b.Blank())
}

// over reports whether Close was called.
func (r *recordedGray) over() bool {
	select {
	case <-r.end:
		return true
	default:
		return false
	}
}

// take copies the newest frame, if there is one.
func (r *recordedGray) take(frame []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	copy(frame, r.newest)
	if r.shown {
		r.rounds++
	}
	return r.shown
}

func (r *recordedGray) Back() []byte { return r.back }

// Publish implements publisher.
func (r *recordedGray) Publish() error {
	r.mu.Lock()
	copy(r.newest, r.back)
	r.shown = true
	r.mu.Unlock()
	return r.Err()
}

// Err implements publisher.
func (r *recordedGray) Err() error {
	select {
	case <-r.ended:
		return fmt.Errorf("%w: %w", refresh.ErrStopped, r.err)
	default:
		return nil
	}
}

// Stats implements publisher: a round is a refresh.
func (r *recordedGray) Stats() refresh.Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return refresh.Stats{Frames: r.rounds}
}

func (r *recordedGray) Note() string { return "recorded" }

// Close implements publisher; it may be called again.
func (r *recordedGray) Close() error {
	if !r.over() {
		close(r.end)
	}
	<-r.ended
	return r.err
}
