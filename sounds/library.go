// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/rtttl"
	"github.com/ledpost/ledpost/sounds/synth"
)

// libraryBytes bounds the memory of rendered built-in sounds: about forty of
// the short ones at 48,000 frames a second.
const libraryBytes = 4 << 20

// tunes is the category of ringtones in the library: the id is their text.
const tunes = "rtttl"

// made returns what the library renders for t; its ID is "" if there is nothing
// to render.
func (t Track) made() Builtin {
	if t.Tune != "" {
		return Builtin{tunes, t.Tune}
	}
	return Builtin{t.Category, t.ID}
}

// renderMade renders a built-in sound or a ringtone.
func renderMade(category, id string, rate int) ([]int16, error) {
	if category != tunes {
		return synth.Render(category, id, rate)
	}
	t, err := rtttl.Parse(id)
	if err != nil {
		return nil, err
	}
	return t.Render(rate)
}

// A clip is a built-in sound or a ringtone that was or will be rendered.
type clip struct {
	name  Builtin
	pcm   []int16 // mono; read only after ready
	fault error
	ready atomic.Bool
}

// A library renders built-in sounds in a worker and keeps the most recently
// used.
type library struct {
	rate   int
	render func(category, id string, rate int) ([]int16, error)
	wake   chan struct{}
	tell   func() // called whenever a clip is ready; may be nil

	mu    sync.Mutex
	clips []*clip // latest used last
	queue []*clip // next first
}

func newLibrary(rate int) *library {
	return &library{rate: rate, render: renderMade, wake: make(chan struct{}, 1)}
}

// get returns the clip of b, which will be rendered soon, and before all others
// if it is urgent.
func (l *library) get(b Builtin, urgent bool) *clip {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.find(b)
	if c.ready.Load() {
		return c
	}
	queued := slices.Index(l.queue, c)
	if queued >= 0 && urgent {
		l.queue = slices.Delete(l.queue, queued, queued+1)
	}
	switch {
	case urgent:
		l.queue = slices.Insert(l.queue, 0, c)
	case queued < 0:
		l.queue = append(l.queue, c)
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
	return c
}

// find returns the clip of b, and marks it as the most recently used.
func (l *library) find(b Builtin) *clip {
	i := slices.IndexFunc(l.clips, func(c *clip) bool { return c.name == b })
	c := &clip{name: b}
	if i >= 0 {
		c = l.clips[i]
		l.clips = slices.Delete(l.clips, i, i+1)
	}
	l.clips = append(l.clips, c)
	return c
}

// run renders until ctx ends.
func (l *library) run(ctx context.Context) {
	for {
		c := l.next()
		if c == nil {
			select {
			case <-l.wake:
				continue
			case <-ctx.Done():
				return
			}
		}
		if !c.ready.Load() { // it may have been asked for twice
			c.pcm, c.fault = l.render(c.name.Category, c.name.ID, l.rate)
			c.ready.Store(true)
			if l.tell != nil {
				l.tell()
			}
		}
		if ctx.Err() != nil {
			return
		}
		l.trim()
	}
}

func (l *library) next() *clip {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		return nil
	}
	c := l.queue[0]
	l.queue = slices.Delete(l.queue, 0, 1)
	return c
}

// trim drops the least recently used clips while there are too many. A sound
// that plays keeps its clip.
func (l *library) trim() {
	l.mu.Lock()
	defer l.mu.Unlock()
	size := 0
	for i := len(l.clips) - 1; i >= 0; i-- {
		c := l.clips[i]
		if !c.ready.Load() {
			continue
		}
		if size += 2 * len(c.pcm); size > libraryBytes || c.fault != nil {
			l.clips = slices.Delete(l.clips, i, i+1)
		}
	}
}

// clipSource plays a clip, silent until it is rendered.
type clipSource struct {
	clip  *clip
	at    int
	plays int // left; endless below zero
}

func newClipSource(c *clip, repeat int) *clipSource {
	repeat = cmp.Or(repeat, -1)
	return &clipSource{clip: c, plays: repeat}
}

func (s *clipSource) take(samples [][2]float64) (n int, more bool) {
	if !s.clip.ready.Load() {
		return 0, true
	}
	pcm := s.clip.pcm
	if len(pcm) == 0 {
		return 0, false
	}
	for n < len(samples) && s.plays != 0 {
		k := min(len(samples)-n, len(pcm)-s.at)
		for i, v := range pcm[s.at : s.at+k] {
			f := float64(v) / (1 << 15)
			samples[n+i] = [2]float64{f, f}
		}
		n += k
		if s.at += k; s.at == len(pcm) {
			s.at = 0
			if s.plays > 0 {
				s.plays--
			}
		}
	}
	return n, s.plays != 0
}

func (s *clipSource) ready() bool { return s.clip.ready.Load() }

func (s *clipSource) err() error { return s.clip.fault }

// aheadURLs is how many sounds are fetched before they are needed. Each takes at
// most fetch.MaxBytes of memory, and so does the one that plays.
const aheadURLs = 3

// A shelf holds the downloads that play or wait to play. Only one goroutine may
// use it.
type shelf struct {
	client *fetch.Client
	ctx    context.Context // ends every download
	wg     *sync.WaitGroup
	items  map[string]*item
	begun  uint64 // downloads since the start
}

type item struct {
	*fetch.Download
	cancel context.CancelFunc
}

// get returns the download of url; one that has failed is started again.
func (s *shelf) get(url string) *fetch.Download {
	if it := s.items[url]; it != nil && !it.Failed() {
		return it.Download
	}
	s.drop(url)
	ctx, cancel := context.WithCancel(s.ctx)
	d := s.client.Download(url)
	s.items[url] = &item{d, cancel}
	s.begun++
	s.wg.Go(func() { defer cancel(); d.Run(ctx) })
	return d
}

// keep starts downloads of the new urls, and drops all downloads that are not
// listed.
func (s *shelf) keep(playing string, urls []string) {
	for url := range s.items {
		if url != playing && !slices.Contains(urls, url) {
			s.drop(url)
		}
	}
	for _, url := range urls {
		if s.items[url] == nil { // one that failed is tried again when it plays
			s.get(url)
		}
	}
}

func (s *shelf) drop(url string) {
	if it := s.items[url]; it != nil {
		it.cancel()
		it.Close()
		delete(s.items, url)
	}
}
