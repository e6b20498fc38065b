// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/synth"
)

// recorder is the line of a buzzer.
type recorder struct{ edges []time.Duration }

func (r *recorder) Set(bool) error { r.edges = append(r.edges, time.Since(zero)); return nil }
func (r *recorder) Close() error   { return nil }

var zero time.Time

// buzz returns the edges of a built-in sound on a buzzer's line, from its beginning.
func buzz(t *testing.T, category, id string) (edges []time.Duration) {
	const rate = 16000
	pcm := must.Get(synth.Render(category, id, rate))(t)
	r := &recorder{}
	synctest.Test(t, func(t *testing.T) {
		zero = time.Now()
		b := output.NewBuzzer(r, rate)
		for len(pcm) > 0 {
			n := min(len(pcm), output.Period)
			block := make([][2]float64, n)
			for i, v := range pcm[:n] {
				block[i] = [2]float64{float64(v) / 32768, float64(v) / 32768}
			}
			must.Do(t, b.Write(block))
			pcm = pcm[n:]
		}
		time.Sleep(time.Second)
		must.Do(t, b.Close())
	})
	return r.edges[:max(len(r.edges)-1, 0)] // without that of Close
}

// pitchAt is the frequency of the edges between two instants.
func pitchAt(edges []time.Duration, from, to float64) float64 {
	var in []time.Duration
	for _, e := range edges {
		if e.Seconds() >= from && e.Seconds() < to {
			in = append(in, e)
		}
	}
	if len(in) < 3 {
		return 0
	}
	return float64(len(in)-1) / 2 / (in[len(in)-1] - in[0]).Seconds()
}

// TestBuzzerPlaysAllSounds: each is heard from its beginning and at no time after its end.
func TestBuzzerPlaysAllSounds(t *testing.T) {
	for _, category := range Categories() {
		for _, id := range IDs(category) {
			edges := buzz(t, category, id)
			length := synth.Length(category, id)
			if len(edges) < 20 {
				t.Errorf("%s: %d edges", id, len(edges))
				continue
			}
			if first, last := edges[0], edges[len(edges)-1]; first > 200*time.Millisecond || last > length+80*time.Millisecond {
				t.Errorf("%s of %v sounds from %v to %v", id, length, first, last)
			}
			for i, e := range edges[1:] {
				if d := e - edges[i]; d > 0 && d < 124*time.Microsecond {
					t.Errorf("%s: %v between two edges", id, d)
					break
				}
			}
		}
	}
}

// TestBuzzerPlaysMelodies compares notes with those of the recipes: a step in which a note
// is played alone, after the delay of a window. Bells that ring on under the next note, as
// those of positive2, are not among them.
func TestBuzzerPlaysMelodies(t *testing.T) {
	for _, tt := range []struct {
		category, id string
		step         float64   // seconds from note to note
		notes        []float64 // hertz
	}{
		{"notifications", "notification", 0.3, []float64{880}},
		{"notifications", "notification2", 0.38, []float64{659.3, 523.3}},
		{"notifications", "positive1", 0.13, []float64{523.3, 659.3}},
		{"notifications", "negative1", 0.15, []float64{392, 329.6}},
		{"notifications", "lose2", 0.13, []float64{523.3, 415.3, 349.2, 261.6}},
		{"notifications", "negative5", 0.26, []float64{164.8, 155.6}},
	} {
		edges := buzz(t, tt.category, tt.id)
		for i, want := range tt.notes {
			at := 0.005 + tt.step*float64(i) + 0.03
			got := pitchAt(edges, at, 0.005+tt.step*float64(i+1))
			// An octave more or less is the same note: bells have no one fundamental.
			octave := math.Round(math.Log2(got / want))
			if got == 0 || math.Abs(octave) > 2 || math.Abs(got/want/math.Exp2(octave)-1) > 0.03 {
				t.Errorf("%s: note %d has %.1f Hz, want %.1f", tt.id, i+1, got, want)
			}
		}
	}
}

// TestBuzzerLeavesOutMotions: a buzzer is as loud as ever, and what goes with a motion is to be quiet.
func TestBuzzerLeavesOutMotions(t *testing.T) {
	for _, row := range []struct {
		output, playing string
	}{{"null", "flaps"}, {"buzzer", ""}} {
		synctest.Test(t, func(t *testing.T) {
			r := start(t, nil)
			synctest.Wait()           // Run has read it
			r.cfg.Output = row.output // before the first order, which Run takes after it
			r.Play(FlapTrack("flaps", 100))
			time.Sleep(time.Second)
			if got := r.Stats().Playing; got != row.playing {
				t.Errorf("%s plays %q, want %q", row.output, got, row.playing)
			}
		})
	}
}
