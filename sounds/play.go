// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/sounds/synth"
)

const (
	// fallbackTime is how long it may take until a URL is heard; after that its
	// fallback plays, or nothing (docs/decisions.md 4).
	fallbackTime = 2 * time.Second
	// lostTime is how long a sound may stutter, or a radio be unreachable,
	// before the fallback plays.
	lostTime = 10 * time.Second
	// pollTime is how often an awaited sound is checked while the output is
	// closed.
	pollTime = 50 * time.Millisecond
)

var (
	errLate = errors.New("sounds: nothing was heard within 2 s")
	errLost = errors.New("sounds: nothing was received for 10 s")
)

// A play is one playing of a track, from the moment it was ordered.
type play struct {
	track    Track
	voice    *voice
	stop     context.CancelFunc // of its feed
	begun    time.Time
	sounded  time.Time // last
	fallback bool      // the fallback plays or has been used up
	ended    bool
	starved  uint64 // of voice, counted
}

// end stops the feed; the samples in the ring still fade out.
func (c *play) end() {
	if c.stop != nil {
		c.stop()
	}
}

// start begins t.
func (e *engine) start(t Track) *play {
	t.Repeat = max(t.Repeat, 0)
	e.p.setTitle("")
	e.p.breakOff(nil)
	c := &play{track: t, begun: time.Now()}
	if t.Fallback != (Builtin{}) {
		e.p.library.get(t.Fallback, false)
	}
	if t.URL == "" && t.file == "" {
		c.fallback = true
		e.sound(c, newClipSource(e.p.library.get(t.made(), true), t.Repeat), false)
		return c
	}
	ctx, cancel := context.WithCancel(e.ctx)
	c.stop = cancel
	r := newRing(int(ringTime/time.Second) * e.p.cfg.Rate)
	f := newFeed(t, e.p.cfg.Rate,
		e.opener(t, func() { r.plenty.Store(true) }),
		func(block [][2]float64) error { return r.put(ctx, block) },
		func(err error) {
			e.p.log.Warn("sound broke off", "sound", redact(t), "err", err)
			if ctx.Err() == nil { // else another one plays
				e.p.breakOff(err)
			}
		})
	e.wg.Go(func() { defer cancel(); r.close(f.run(ctx)) })
	e.sound(c, &ringSource{ring: r, rate: e.p.cfg.Rate}, t.Live)
	return c
}

// sound makes src the voice of c.
func (e *engine) sound(c *play, src source, fadeIn bool) {
	c.voice = newVoice(src, c.track.Volume, e.p.cfg.Rate, fadeIn)
	c.voice.tap = e.measure
	c.starved = 0
	e.mixer.add(c.voice)
}

// check ends the current play or starts its fallback if it is time.
func (e *engine) check(now time.Time) {
	c := e.cur
	if c == nil || c.ended {
		return
	}
	v := c.voice
	e.counts.Starved += v.starved - c.starved
	c.starved = v.starved
	if v.heard && (v.dry == 0 || c.sounded.IsZero()) {
		c.sounded = now
	}
	switch {
	case v.done && v.fault != nil:
		e.fail(c, v.fault)
	case v.done:
		e.finish(c)
	case c.fallback || c.track.Live && c.track.Fallback == (Builtin{}): // a radio is tried forever
	case !v.heard && now.Sub(c.begun) >= fallbackTime:
		e.fail(c, errLate)
	case c.track.Fallback == (Builtin{}):
	case v.heard && now.Sub(c.sounded) >= lostTime:
		e.fail(c, errLost)
	}
}

// fail ends c's sound, and plays its fallback if there is one.
func (e *engine) fail(c *play, err error) {
	e.counts.Failures++
	e.counts.Fault = err.Error()
	e.p.breakOff(err)
	c.end()
	c.voice.fadeOut()
	again := !c.fallback && synth.Known(c.track.Fallback.Category, c.track.Fallback.ID)
	e.p.log.Warn("sound cannot be played", "sound", redact(c.track), "err", err, "fallback", again)
	if !again {
		e.finish(c)
		return
	}
	c.fallback = true
	e.prepare(e.ahead) // this gives up the download
	e.counts.Fallbacks++
	e.sound(c, newClipSource(e.p.library.get(c.track.Fallback, true), c.track.Repeat), false)
}

// finish marks c as over; its Key stays known.
func (e *engine) finish(c *play) {
	c.end()
	c.ended = true
	e.prepare(e.ahead) // its download is not needed any more
	e.p.ended(c.track.Key)
}
