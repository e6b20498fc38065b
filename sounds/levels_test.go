// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"log/slog"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sine is a source of a tone.
type sine struct {
	hz     float64
	at     int
	stalls bool
}

func (s *sine) take(samples [][2]float64) (n int, more bool) {
	if s.stalls {
		return 0, true
	}
	for i := range samples {
		v := math.Sin(2 * math.Pi * s.hz * float64(s.at) / 48000)
		samples[i] = [2]float64{v, v}
		s.at++
	}
	return len(samples), true
}
func (s *sine) ready() bool { return true }
func (s *sine) err() error  { return nil }

// TestLevels: the track's band is loud whatever the volume, while somebody asks; another
// voice is not measured, and silence follows the track and shows while it stalls.
func TestLevels(t *testing.T) {
	p := NewPlayer(Config{Rate: 48000}, slog.New(slog.DiscardHandler))
	e := newEngine(p)
	defer e.stop()
	block := make([][2]float64, blockFrames)
	loudest := func() (band int) {
		levels := p.Levels()
		for i, l := range levels {
			if l > levels[band] {
				band = i
			}
		}
		if levels[band] == 0 {
			return -1
		}
		return band
	}
	beside := newVoice(&sine{hz: 9700}, 100, 48000, false)
	tone := &sine{hz: 968}
	track := newVoice(tone, 10, 48000, false)
	track.tap = e.measure
	e.mixer.add(beside)
	e.mixer.add(track)
	mix := func() {
		for range 8 {
			e.mix(block)
		}
	}
	if mix(); loudest() != -1 {
		t.Error("it measures though nobody has asked")
	}
	if mix(); loudest() != 6 { // 60.5 Hz × 2^(6×2/3)
		t.Errorf("968 Hz is loudest in band %d, want 6", loudest())
	}
	p.asked.Store(time.Now().Add(-2 * watched).UnixNano())
	mix()
	if got := p.meter.Levels(); got != (Levels{}) {
		t.Errorf("nobody asks any more, and the levels are %v", got)
	}
	loudest()
	mix()
	tone.stalls = true
	if mix(); loudest() != -1 {
		t.Error("the bands stay loud while the track stalls")
	}
	tone.stalls = false
	if mix(); loudest() != 6 {
		t.Error("the track goes on, and its band is silent")
	}
	track.done = true
	if mix(); loudest() != -1 {
		t.Error("the bands stay loud after the track")
	}
}

// TestHeard: how a radio does that breaks off, comes back and is stopped, in order.
func TestHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, radio(0.25, func(n int32) time.Duration {
			if n == 2 {
				return -1
			}
			return 12 * time.Second
		}))
		var mu sync.Mutex
		var all []Heard
		go func() {
			for {
				select {
				case h := <-r.Heard():
					mu.Lock()
					all = append(all, h)
					mu.Unlock()
				case <-t.Context().Done():
					return
				}
			}
		}()
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(20 * time.Second)
		r.Play(Track{})
		time.Sleep(time.Second)
		r.end()
		mu.Lock()
		defer mu.Unlock()
		for _, want := range []Heard{
			{Key: "radio", Sounding: true, Title: "connection 1"},
			{Key: "radio", Title: "connection 3", Fault: `fetch: the server answers "503 Service Unavailable"`},
			{Key: "radio", Sounding: true, Title: "connection 3"},
			{},
		} {
			i := slices.Index(all, want)
			if i < 0 {
				t.Fatalf("%+v is missing, or too early, in %+v", want, all)
			}
			all = all[i+1:]
		}
	})
}

// TestHeardFaults: why nothing can be heard.
func TestHeardFaults(t *testing.T) {
	rows := []struct {
		name  string
		track Track
		want  Heard
	}{
		{"a server that is down", Track{Key: "a", URL: "http://radio/", Live: true, Volume: 9},
			Heard{Key: "a", Fault: `fetch: the server answers "503 Service Unavailable"`}},
		{"refused for good", Track{Key: "b", URL: "file://radio/", Live: true, Volume: 9},
			Heard{Key: "b", Ended: true, Fault: `fetch: refused: scheme "file" is not http or https`, Cause: Refused}},
	}
	for _, row := range rows {
		synctest.Test(t, func(t *testing.T) {
			r := start(t, radio(0.25, func(int32) time.Duration { return -1 }))
			r.Play(row.track)
			time.Sleep(5 * time.Second)
			if got := <-r.Heard(); got != row.want {
				t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
			}
		})
	}
}
