// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/gopxl/beep/v2"

	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/resample"
)

const (
	maxTime    = 10 * time.Minute // of one play of a file (docs/decisions.md 10)
	maxBackoff = 30 * time.Second // between attempts to reach a radio
	// grainFrames is how much is decoded at once: little, so that on a slow
	// network the samples that have arrived are not held back.
	grainFrames = 64
)

var (
	errNoSamples = errors.New("sounds: the file has no sound in it")
	errStuck     = errors.New("sounds: the decoder makes no progress")
)

// An opener opens a sound at its beginning, once per pass.
type opener func(context.Context) (opened, error)

// opened is what an opener found.
type opened struct {
	sound   decode.Stream
	source  io.Closer // what it is read from, to be closed after it; nil = nothing
	endless bool      // a radio: it plays until it is replaced, whatever the track says
}

// A feed decodes a sound from the network or a file and hands it on at one rate.
// It has its own goroutine and may wait for the network.
type feed struct {
	// Immutable.
	open opener
	rate int                            // of what put is given
	put  func(block [][2]float64) error // takes the sound; may wait
	warn func(error)                    // called for every broken connection

	// The sound, as far as known: a pass may turn out to be a radio.
	plays int           // passes; 0 = endless
	live  bool          // the end of a pass means a broken connection
	limit time.Duration // of one pass, cut off there; 0 = none

	cur    *opened // nil between passes
	done   int     // passes that are over
	played int64   // frames of this pass
	from   int     // rate of this section
	err    error   // what ended it all
}

// newFeed returns the feed of t: it opens the sound with open and passes it to
// put at rate.
func newFeed(t Track, rate int, open opener, put func([][2]float64) error, warn func(error)) *feed {
	f := &feed{open: open, rate: rate, put: put, warn: warn, plays: t.Repeat}
	switch {
	case t.Live:
		f.radio()
	case t.URL != "":
		f.limit = maxTime
	}
	return f
}

// radio makes f play until its context ends, and open a stream again that
// breaks off.
func (f *feed) radio() { f.live, f.plays, f.limit = true, 0, 0 }

// run feeds until the sound is over, which is no error, or ctx ends.
func (f *feed) run(ctx context.Context) error {
	defer f.close()
	banks := map[int]*resample.Bank{}
	block := make([][2]float64, grainFrames)
	for f.begin(ctx) {
		f.from = int(f.cur.sound.Format().SampleRate)
		var s beep.Streamer = section{f, ctx}
		if f.from != f.rate {
			if banks[f.from] == nil {
				banks[f.from] = resample.NewBank(f.from, f.rate)
			}
			s = resample.New(banks[f.from], s)
		}
		for n, ok := s.Stream(block); ok; n, ok = s.Stream(block) {
			if err := f.put(block[:n]); err != nil {
				return err
			}
		}
	}
	return f.err
}

// close closes the current pass.
func (f *feed) close() {
	if f.cur != nil && f.cur.source != nil {
		f.cur.source.Close()
	}
	f.cur = nil
}

// begin makes sure that a pass is open, the current or the next one; it returns
// false when all are over.
func (f *feed) begin(ctx context.Context) bool {
	backoff := time.Second
	for f.cur == nil && f.err == nil && (f.plays == 0 || f.done < f.plays) {
		if err := ctx.Err(); err != nil {
			f.err = context.Cause(ctx)
			break
		}
		o, err := f.open(ctx)
		if err == nil {
			f.cur, f.played = &o, 0
			if o.endless {
				f.radio()
			}
			break
		}
		if !f.live || !again(err) {
			f.err = err
			break
		}
		f.warn(err)
		pause.For(ctx, backoff)
		backoff = min(2*backoff, maxBackoff)
	}
	return f.cur != nil && f.err == nil
}

// again reports whether a radio that cannot be played may be playable later.
func again(err error) bool {
	return !slices.ContainsFunc([]error{fetch.ErrRefused, fetch.ErrPlaylist, decode.ErrUnsupported},
		func(never error) bool { return errors.Is(err, never) })
}

// end closes a pass, which broke off if err is not nil.
func (f *feed) end(ctx context.Context, err error) {
	played := f.played
	f.close()
	f.done++
	switch {
	case ctx.Err() != nil:
		f.err = context.Cause(ctx)
	case f.live:
		if err == nil {
			err = errors.New("sounds: the radio ended the stream")
		}
		f.warn(err)
		if !again(err) {
			f.err = err
		} else if played < int64(10*f.from) {
			pause.For(ctx, time.Second) // one that ends at once is not asked again at once
		}
	case err != nil:
		f.err = err
	case played == 0:
		f.err = errNoSamples
	}
}

// A section is a stretch of a feed, over any number of passes, that has one
// rate: the resampler runs from one pass to the next without a gap.
type section struct {
	f   *feed
	ctx context.Context
}

// Stream fills samples; a short return is the end of the section.
func (s section) Stream(samples [][2]float64) (n int, ok bool) {
	f := s.f
	for n < len(samples) && f.begin(s.ctx) && int(f.cur.sound.Format().SampleRate) == f.from {
		k, more := f.cur.sound.Stream(samples[n:])
		n += k
		f.played += int64(k)
		switch {
		case !more:
			f.end(s.ctx, f.cur.sound.Err())
		case k == 0 && int(f.cur.sound.Format().SampleRate) == f.from:
			f.end(s.ctx, errStuck)
		case f.limit > 0 && f.played > int64(f.limit/time.Second)*int64(f.from):
			f.warn(fmt.Errorf("sounds: cut off after %v", f.limit))
			f.end(s.ctx, nil)
		}
	}
	return n, n > 0
}

// Err is for beep.Streamer; run looks at the feed's.
func (s section) Err() error { return nil }
