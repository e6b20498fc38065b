// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/wav"
)

// TestSlowURL: a sound whose network is too slow stutters, but never stalls the
// mixer.
func TestSlowURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		good := file(0.25, 48000, 240_000)
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			time.Sleep(time.Second)
			for len(good) > 0 { // half as fast as it plays
				n := min(len(good), 48000)
				w.Write(good[:n])
				w.(http.Flusher).Flush()
				good = good[n:]
				time.Sleep(500 * time.Millisecond)
			}
		}))
		begin := time.Now()
		r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 1, Volume: 100})
		time.Sleep(30 * time.Second)
		if d := r.sinceFirst(begin); d < time.Second || d > 2*time.Second {
			t.Errorf("first heard after %v", d)
		}
		h := r.take()
		h = h[slices.IndexFunc(h, func(s [2]float64) bool { return s[0] != 0 }):]
		for len(h) > 0 && h[len(h)-1][0] == 0 { // the sound's own ends are steps
			h = h[:len(h)-1]
		}
		if j := jump(h); j > 0.02 {
			t.Errorf("stuttering clicks: a step of %.3f", j)
		}
		s := r.Stats()
		if s.Underruns != 0 || s.Failures != 0 || s.Starved < 2 || s.Starved > 10 {
			t.Errorf("%+v", s)
		}
	})
}

// TestSoon: what plays while it downloads is heard within half a second of its
// first 32 KiB, however few seconds they are.
func TestSoon(t *testing.T) {
	for _, f := range []wav.Format{
		{Rate: 8000, Channels: 2, Bits: 16},    // 1024 ms
		{Rate: 48000, Channels: 2, Bits: 16},   // 171 ms
		{Rate: 96000, Channels: 2, Bits: 24},   // 57 ms
		{Rate: 96000, Channels: 2, Bits: 32},   // 43 ms: less than two blocks
		{Rate: 192000, Channels: 16, Bits: 32}, // 2.7 ms
	} {
		synctest.Test(t, func(t *testing.T) {
			good := append(wav.Header(f, 1<<20), bytes.Repeat([]byte{0x20}, 32<<10)...)
			r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				time.Sleep(time.Second)
				w.Write(good[:32<<10])
				w.(http.Flusher).Flush()
				<-req.Context().Done()
			}))
			begin := time.Now()
			r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 1, Volume: 100})
			time.Sleep(3 * time.Second)
			if d := r.sinceFirst(begin); d < time.Second || d > 1500*time.Millisecond {
				t.Errorf("%+v: first heard after %v", f, d)
			}
		})
	}
}

// TestJustInTime: a sound that begins with little, since its network is hardly
// faster than it plays, does not break off when the output fills its buffer.
func TestJustInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		good := file(0.25, 48000, 240_000)
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			for len(good) > 0 { // 11 ms of sound each 10 ms
				n := min(len(good), 4*528)
				w.Write(good[:n])
				w.(http.Flusher).Flush()
				good = good[n:]
				time.Sleep(10 * time.Millisecond)
			}
		}))
		r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 1, Volume: 100})
		time.Sleep(10 * time.Second)
		if n, s := count(r.take(), 8192), r.Stats(); n != 240_000 || s.Starved+s.Failures != 0 {
			t.Errorf("heard %d frames, %+v", n, s)
		}
	})
}

// TestRingBegins: a sound that begins has what an output takes at once that was
// just opened, however slow its feed is.
func TestRingBegins(t *testing.T) {
	for _, rate := range []int{output.MinRate, 48000, output.MaxRate} {
		s := &ringSource{ring: newRing(4 * rate), rate: rate}
		block := make([][2]float64, blockFrames)
		for n := 0; n == 0; n, _ = s.take(block) {
			s.ring.put(t.Context(), make([][2]float64, 100))
		}
		for range output.Buffer/blockFrames - 1 {
			s.take(block)
		}
		if s.dry != 0 {
			t.Errorf("at %d Hz it runs dry while the output fills its buffer", rate)
		}
	}
}
