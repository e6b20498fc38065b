// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestRepeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		cat := Track{Key: "1", Category: "notifications", ID: "cat", Repeat: 3, Volume: 100}
		r.Play(cat)
		time.Sleep(5 * time.Second)
		h := r.take()
		if n := count(h, 8000); n != 3*24000 {
			t.Errorf("heard %d frames of the sound, want three times 24000", n)
		}
		at := slices.IndexFunc(h, func(s [2]float64) bool { return s[0] != 0 })
		if !slices.Equal(h[at:at+72000], slices.Repeat([][2]float64{h[at]}, 72000)) {
			t.Error("there is a gap between the repeats")
		}
		r.Play(cat)
		time.Sleep(time.Second)
		if n := count(r.take(), 8000); n != 0 {
			t.Errorf("the same key was played again: %d frames", n)
		}
		cat.Key = "2"
		r.Play(cat)
		time.Sleep(5 * time.Second)
		if n := count(r.take(), 8000); n != 3*24000 {
			t.Errorf("another key gave %d frames", n)
		}
		if s := r.Stats(); s.Playing != "" || s.Failures != 0 || s.Underruns != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestSameKey: a finite sound is heard to its end while the brain names it.
func TestSameKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		cat := Track{Key: "1", Category: "notifications", ID: "cat", Repeat: 2, Volume: 100}
		for range 100 {
			r.Play(cat)
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second)
		if n := count(r.take(), 8000); n != 48000 {
			t.Errorf("named a hundred times, heard %d frames, want 48000", n)
		}
	})
}

func TestUntilStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		begin := time.Now()
		r.Play(Track{Key: "1", Category: "alarms", ID: "alarm1", Volume: 100})
		synctest.Wait()
		if d := r.sinceFirst(begin); d < 0 || d > 50*time.Millisecond {
			t.Errorf("the first sample came after %v", d)
		}
		time.Sleep(time.Minute)
		if s := r.Stats(); s.Playing != "1" || !s.Open || s.Output != "fake" {
			t.Errorf("%+v", s)
		}
		r.take()
		r.Play(Track{})
		time.Sleep(time.Second)
		h := r.take()
		if j := jump(h); j > natural(0.5)*1.01 {
			t.Errorf("stopping makes a step of %.3f, the tone's own are %.3f", j, natural(0.5))
		}
		last := 0
		for i, s := range h {
			if s[0] != 0 {
				last = i
			}
		}
		if last > 8*blockFrames {
			t.Errorf("still heard %d frames after the stop", last)
		}
		if s := r.Stats(); s.Playing != "" {
			t.Errorf("%+v", s)
		}
	})
}

// TestNoClicks changes what can be changed in the middle of a tone.
func TestNoClicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		a := Track{Key: "a", Category: "alarms", ID: "alarm1", Volume: 100}
		r.Play(a)
		time.Sleep(1003 * time.Millisecond)
		for _, tt := range []struct {
			name  string
			limit float64
			next  Track
		}{
			{"quieter", 0.5, Track{Key: "a", Category: "alarms", ID: "alarm1", Volume: 10}},
			{"louder", 0.5, Track{Key: "a", Category: "alarms", ID: "alarm1", Volume: 100}},
			{"silent", 0.5, Track{Key: "a", Category: "alarms", ID: "alarm1", Volume: 0}},
			{"heard again", 0.5, Track{Key: "a", Category: "alarms", ID: "alarm1", Volume: 100}},
			{"replaced", 1, Track{Key: "b", Category: "alarms", ID: "alarm2", Volume: 100}},
			{"replaced by the same", 1, Track{Key: "c", Category: "alarms", ID: "alarm2", Volume: 100}},
			{"stopped", 0.5, Track{}},
		} {
			r.take()
			r.Play(tt.next)
			time.Sleep(217 * time.Millisecond)
			if j := jump(r.take()); j > natural(tt.limit)*1.03 {
				t.Errorf("%s: a step of %.4f, natural are %.4f", tt.name, j, natural(tt.limit))
			}
		}
	})
}

func TestVolume(t *testing.T) {
	for volume, db := range map[int]float64{100: 0, 50: -30, 1: -59.4, 0: math.Inf(-1), 150: 0, -5: math.Inf(-1)} {
		if got := 20 * math.Log10(loudness(volume)); got != db && math.Abs(got-db) > 0.01 {
			t.Errorf("volume %d is %.1f dB, want %.1f", volume, got, db)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.Play(Track{Key: "a", Category: "notifications", ID: "cat", Repeat: 0, Volume: 50})
		time.Sleep(time.Second)
		if h := r.take(); count(h, int(math.Round(8000*0.0316228))) < 40000 {
			t.Error("volume 50 is not 30 dB below full")
		}
		r.Play(Track{Key: "a", Category: "notifications", ID: "cat", Volume: 100})
		time.Sleep(time.Second)
		if h := r.take(); count(h, 8000) < 40000 {
			t.Error("a new volume has no effect")
		}
	})
}

func TestUnknownBuiltin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.Play(Track{Key: "a", Category: "notifications", ID: "broken", Volume: 50})
		time.Sleep(time.Second)
		if s := r.Stats(); s.Failures != 1 || s.Playing != "" || s.Fault == "" {
			t.Errorf("%+v", s)
		}
	})
}

// TestEnded: the end of a track is told, whatever it came from.
func TestEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		for _, track := range []Track{
			{Key: "played", Category: "alarms", ID: "alarm1", Repeat: 1, Volume: 100},
			{Key: "not to be had", URL: "http://sounds.example/gone.wav", Repeat: 1, Volume: 100},
		} {
			r.Play(track)
			time.Sleep(time.Minute)
			select {
			case key := <-r.Ended():
				if key != track.Key {
					t.Errorf("%q has ended, want %q", key, track.Key)
				}
			default:
				t.Errorf("%q never ended", track.Key)
			}
		}
		r.Play(Track{Key: "endless", Category: "alarms", ID: "alarm1", Volume: 100})
		time.Sleep(time.Minute)
		r.Play(Track{})
		time.Sleep(time.Minute)
		select {
		case key := <-r.Ended():
			t.Errorf("%q has ended by itself", key)
		default:
		}
	})
}
