// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/sounds/synth"
)

// An engine is what Run owns: the mixer, the speaker, and the current play.
type engine struct {
	p        *Player
	ctx      context.Context // of downloads and feeds
	cancel   context.CancelFunc
	wg       sync.WaitGroup
	mixer    mixer
	speaker  speaker
	shelf    shelf
	cur      *play // nil = silence
	ahead    []Track
	quiet    int // frames of silence since a voice was last heard
	counts   Stats
	told     Heard // last
	measured bool  // some of this block
}

func newEngine(p *Player) *engine {
	e := &engine{p: p}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	e.shelf = shelf{client: p.client, ctx: e.ctx, wg: &e.wg, items: map[string]*item{}}
	e.speaker = speaker{cfg: p.cfg.output(), log: p.log, find: p.find, mix: e.mix}
	e.wg.Go(func() { p.library.run(e.ctx) })
	return e
}

// run plays until ctx ends.
func (e *engine) run(ctx context.Context) {
	e.speaker.probe()
	e.publish()
	for ctx.Err() == nil {
		if t, ahead, changed := e.p.orders(); changed {
			e.change(t)
			e.prepare(ahead)
		}
		e.check(time.Now())
		if e.idle() {
			e.speaker.close()
			e.publish()
			e.wait(ctx)
			continue
		}
		e.speaker.open()
		e.speaker.play()
		e.publish()
	}
}

// wait sleeps until there may be something to do.
func (e *engine) wait(ctx context.Context) {
	var poll <-chan time.Time
	if len(e.mixer.voices) > 0 {
		poll = time.After(pollTime)
	}
	select {
	case <-e.p.wake:
	case <-poll:
	case <-ctx.Done():
	}
}

// stop fades out, waits until the fade has been heard, and waits for everything
// that was started.
func (e *engine) stop() {
	e.change(Track{})
	if e.speaker.out != nil && len(e.mixer.voices) > 0 {
		e.speaker.play()
		e.speaker.drain()
	}
	e.speaker.close()
	e.cancel()
	e.wg.Wait()
	e.publish()
}

// mix fills a block with everything that sounds.
func (e *engine) mix(block [][2]float64) {
	e.mixer.block(block)
	e.settle()
	e.p.hearers.send(block)
	e.counts.Blocks++
	e.quiet += len(block)
	if e.mixer.sounding() {
		e.quiet = 0
	}
}

// idle reports whether there is nothing to hear, so that the output need not be
// open.
func (e *engine) idle() bool {
	closing := e.speaker.out == nil || e.quiet >= int(idleTime/time.Second)*e.p.cfg.Rate
	return closing && !e.mixer.ready()
}

// change makes t what plays.
func (e *engine) change(t Track) {
	if e.cur != nil && !t.Silent() && t.Key == e.cur.track.Key {
		e.cur.track.Volume = t.Volume
		e.cur.voice.setVolume(t.Volume)
		return
	}
	if e.cur != nil {
		e.cur.voice.fadeOut()
		e.cur.end()
		e.cur = nil
	}
	if !t.Silent() && (t.Category != synth.Motions || e.p.cfg.Output != "buzzer") {
		e.cur = e.start(t)
		e.quiet = 0
	}
}

// prepare fetches and renders what waits.
func (e *engine) prepare(ts []Track) {
	e.ahead = ts
	var urls []string
	for i, t := range ts {
		switch {
		case t.URL == "":
			if made := t.made(); i < 2*aheadURLs && made.ID != "" {
				e.p.library.get(made, false)
			}
		case !t.Live && len(urls) < aheadURLs && !slices.Contains(urls, t.URL):
			urls = append(urls, t.URL)
		}
	}
	playing := ""
	if e.cur != nil && !e.cur.ended && !e.cur.fallback {
		playing = e.cur.track.URL
	}
	e.shelf.keep(playing, urls)
}

// publish shows the state to other goroutines.
func (e *engine) publish() {
	s := e.counts
	s.Output, s.Open = e.speaker.choice.Name, e.speaker.out != nil
	s.Underruns, s.Fetches = e.speaker.dry(), e.shelf.begun
	titled := false
	if e.cur != nil && !e.cur.ended {
		s.Playing, titled = e.cur.track.Key, e.cur.track.URL != "" && !e.cur.fallback
	}
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	if titled {
		s.Title = e.p.title
	}
	e.p.stats, e.p.err = s, e.speaker.err
	e.tell(s.Title, e.p.broke, e.p.cause)
}

// silentFor is how long a track may be silent before it no longer counts as
// sounding.
const silentFor = 2 * time.Second

// tell reports the state of the current play if it has changed.
func (e *engine) tell(title, broke string, cause Cause) {
	h := Heard{Title: title, Fault: broke, Cause: cause}
	if c := e.cur; c != nil {
		h.Key, h.Ended = c.track.Key, c.ended
		h.Sounding = !c.ended && !c.sounded.IsZero() && time.Since(c.sounded) < silentFor
	}
	if h.Sounding || h.Key == "" {
		h.Fault, h.Cause = "", Unplayable
	}
	if h != e.told {
		e.told = h
		e.p.told.Put(h)
	}
}

// titleTime is the least time between two titles in the log: a stream with ever
// new titles would fill it.
const titleTime = 10 * time.Second

// setTitle stores the title that a stream gives, "" = none, and logs it if it
// is new.
func (p *Player) setTitle(s string) {
	p.mu.Lock()
	fresh := s != "" && s != p.title && time.Since(p.titled) >= titleTime
	if p.title = s; fresh {
		p.titled = time.Now()
	}
	p.mu.Unlock()
	if fresh {
		p.log.Info("a stream has a new title", "title", s)
	}
}
