// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"encoding/binary"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/sounds/spectrum"
	"github.com/ledpost/ledpost/sounds/wav"
)

// listenerBlocks is how many blocks wait for a listener: 0.7 s at 48,000.
const listenerBlocks = 32

// A Listener receives the sound as blocks of S16LE stereo. A slow reader loses blocks;
// the player never waits for it.
type Listener struct {
	rate    int
	free    chan []byte // empty buffers
	full    chan []byte
	ended   chan struct{}
	end     func()
	holding []byte // what Read returned last
	dropped atomic.Uint64
}

// Rate is the blocks' rate in frames a second; it never changes.
func (l *Listener) Rate() int { return l.rate }

// Dropped is how many blocks were lost because they were not read in time.
func (l *Listener) Dropped() uint64 { return l.dropped.Load() }

// Read waits for the next block and returns it; the block is valid until the
// next Read. No block arrives while nothing plays. The error is ctx's, or
// io.EOF after Close and once the player has ended. Only one goroutine at a
// time may call it.
func (l *Listener) Read(ctx context.Context) ([]byte, error) {
	if l.holding != nil {
		l.free <- l.holding
		l.holding = nil
	}
	select {
	case l.holding = <-l.full:
		return l.holding, nil
	case <-l.ended:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close ends the listening; a second call does nothing.
func (l *Listener) Close() error {
	l.end()
	return nil
}

// listeners holds all listeners. The mixer's goroutine calls send; any
// goroutine may call the other methods.
type listeners struct {
	mu    sync.Mutex
	ended bool
	list  atomic.Pointer[[]*Listener] // replaced, never changed
}

func (ls *listeners) add(rate int) *Listener {
	l := &Listener{
		rate:  rate,
		free:  make(chan []byte, listenerBlocks+1),
		full:  make(chan []byte, listenerBlocks),
		ended: make(chan struct{}),
	}
	for range listenerBlocks {
		l.free <- make([]byte, 0, 4*blockFrames)
	}
	l.end = sync.OnceFunc(func() { ls.remove(l); close(l.ended) })
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.ended {
		l.end = func() {}
		close(l.ended)
		return l
	}
	list := append(slices.Clone(ls.all()), l)
	ls.list.Store(&list)
	return l
}

func (ls *listeners) all() []*Listener {
	if p := ls.list.Load(); p != nil {
		return *p
	}
	return nil
}

func (ls *listeners) remove(l *Listener) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(ls.all()), func(x *Listener) bool { return x == l })
	ls.list.Store(&list)
}

// send gives a block to all listeners. It allocates nothing and never waits.
func (ls *listeners) send(block [][2]float64) {
	for _, l := range ls.all() {
		select {
		case buf := <-l.free:
			buf = buf[:0]
			for _, s := range block {
				buf = binary.LittleEndian.AppendUint16(buf, uint16(wav.S16(s[0])))
				buf = binary.LittleEndian.AppendUint16(buf, uint16(wav.S16(s[1])))
			}
			select {
			case l.full <- buf:
			default: // Read holds one buffer more than full has room for
				l.free <- buf
				l.dropped.Add(1)
			}
		default:
			l.dropped.Add(1)
		}
	}
}

// stop ends all listeners, and any that are added later.
func (ls *listeners) stop() {
	ls.mu.Lock()
	ls.ended = true
	list := ls.all()
	ls.mu.Unlock()
	for _, l := range list {
		l.Close()
	}
}

// Bands is the number of bands of Levels.
const Bands = spectrum.Bands

// Levels is how loud each band of a sound is, the lowest first: 0 for silence to 255 for a
// full sine, in equal steps of dB.
type Levels = spectrum.Levels

// watched is for how long after a call of Levels the player measures.
const watched = time.Second

// Levels returns how loud the bands of the track that plays are, whatever its volume. Any
// goroutine may call it, and nobody waits. The player measures only while somebody asks once
// a second: the first answer is silence.
func (p *Player) Levels() Levels {
	p.asked.Store(time.Now().UnixNano())
	return p.meter.Levels()
}

// measure takes a block of the track that plays, before its volume. An empty block is of a
// track that stalls: silence, for the bars would stand still else.
func (e *engine) measure(block [][2]float64) {
	if len(block) > 0 && time.Since(time.Unix(0, e.p.asked.Load())) < watched {
		e.p.meter.Add(block)
		e.measured = true
	}
}

// settle ends a block: without a track, or without somebody who asks, the bands are silent.
func (e *engine) settle() {
	if !e.measured {
		e.p.meter.Clear()
	}
	e.measured = false
}
