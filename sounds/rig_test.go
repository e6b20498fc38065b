// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"cmp"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/wav"
)

// fakeOut is a card that keeps what it plays.
type fakeOut struct {
	*output.Null
	rig *rig
}

func (o fakeOut) Write(block [][2]float64) error {
	o.rig.mu.Lock()
	err := cmp.Or(o.rig.broken, o.rig.once)
	o.rig.once = nil
	for _, s := range block {
		if s[0] != 0 && o.rig.first.IsZero() {
			o.rig.first = time.Now()
		}
	}
	o.rig.heard = append(o.rig.heard, block...)
	o.rig.mu.Unlock()
	if err != nil {
		return err
	}
	return o.Null.Write(block)
}

func (o fakeOut) Close() error {
	o.rig.mu.Lock()
	defer o.rig.mu.Unlock()
	o.rig.closes = append(o.rig.closes, time.Now())
	return nil
}

// rig is a player on a fake card, with a network in memory, on fake time.
type rig struct {
	*Player
	mu     sync.Mutex
	heard  [][2]float64
	first  time.Time // something other than zero was heard
	opens  []time.Time
	closes []time.Time
	broken error
	once   error  // of the next Write only
	rate   int    // of the card
	end    func() // ends Run
}

// start runs a player in the bubble of the test; h is the network.
func start(t *testing.T, h http.Handler) *rig {
	r := &rig{rate: 48000}
	r.Player = NewPlayer(Config{Output: "null"}, slog.New(slog.DiscardHandler))
	if h == nil {
		h = http.NotFoundHandler()
	}
	var err error
	if r.client, err = fetch.New(fetch.Config{Dial: webtest.Serve(t, h)}); err != nil {
		t.Fatal(err)
	}
	r.library.render = tone
	r.find = func(output.Config) (output.Choice, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if errors.Is(r.broken, output.ErrNone) {
			return output.Choice{}, r.broken
		}
		return output.Choice{Name: "fake", Open: r.open}, nil
	}
	r.end = must.Run(t, r.Run)
	return r
}

func (r *rig) open() (output.Output, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken != nil {
		return nil, r.broken
	}
	r.opens = append(r.opens, time.Now())
	return fakeOut{output.NewNull(r.rate), r}, nil
}

func (r *rig) breakOut(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.broken = err
}

func (r *rig) failOnce(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.once = err
}

// take returns what was heard since the last call.
func (r *rig) take() [][2]float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.heard
	r.heard, r.first = nil, time.Time{}
	return h
}

// sinceFirst is when, after begin, something was first heard; below 0 = never.
func (r *rig) sinceFirst(begin time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.first.IsZero() {
		return -1
	}
	return r.first.Sub(begin)
}

const toneHz = 441

// tone stands for the synthesiser: half a second of a sine, but for some ids a
// constant that tells them apart.
func tone(category, id string, rate int) ([]int16, error) {
	pcm := make([]int16, rate/2)
	for i := range pcm {
		switch id {
		case "cat":
			pcm[i] = 8000
		case "dog":
			pcm[i] = -8000
		case "broken":
			return nil, errors.New("no such sound")
		default:
			pcm[i] = int16(16000 * math.Sin(2*math.Pi*toneHz*float64(i)/float64(rate)))
		}
	}
	return pcm, nil
}

// is reports whether a frame has the value of pcm on both sides, rounded as the clips are.
func is(s [2]float64, pcm int) bool { return math.Abs(s[0]*32768-float64(pcm)) < 0.6 && s[0] == s[1] }

// count is how many frames have the value of pcm.
func count(h [][2]float64, pcm int) (n int) {
	for _, s := range h {
		if is(s, pcm) {
			n++
		}
	}
	return n
}

// jump is the largest step from one sample to the next.
func jump(h [][2]float64) (worst float64) {
	for i := 1; i < len(h); i++ {
		worst = max(worst, math.Abs(h[i][0]-h[i-1][0]), math.Abs(h[i][1]-h[i-1][1]))
	}
	return worst
}

// natural is the largest step in a tone of the given amplitude.
func natural(amplitude float64) float64 { return 2 * amplitude * math.Sin(math.Pi*toneHz/48000) }

// file is a WAV file of n frames of the value v at rate.
func file(v float64, rate, n int) []byte {
	f := wav.Format{Rate: rate, Channels: 2, Bits: 16}
	b := wav.Header(f, uint32(4*n))
	for range n {
		b = wav.Append(b, f, [2]float64{v, v})
	}
	return b
}

func serve(data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "x", time.Time{}, bytes.NewReader(data))
	}
}
