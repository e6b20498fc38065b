// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/output"
)

// mp3Bench returns a feed that decodes an MP3 of 44.1 kHz stereo for ever.
func mp3Bench(b *testing.B, put func([][2]float64) error) *feed {
	name := mp3File(b, 44100, 2)
	return newFeed(Track{}, 48000, func(context.Context) (opened, error) { return openFile(name) }, put, func(error) {})
}

// BenchmarkBlock is all that a block of 1,024 frames costs: an MP3 of 44.1 kHz
// stereo is decoded, resampled to 48 kHz and put into the ring, taken out, mixed
// with its volume changing, handed to a listener and converted for the card.
// %core is the share of one core while it plays.
func BenchmarkBlock(b *testing.B) {
	r := newRing(4 * 48000)
	p := NewPlayer(Config{Output: "null"}, slog.New(slog.DiscardHandler))
	l := p.Listen()
	defer l.Close()
	e := newEngine(p)
	defer e.stop()
	v := newVoice(&ringSource{ring: r, rate: 48000}, 80, 48000, false)
	e.mixer.add(v)
	e.speaker.out = output.NewNull(1 << 30) // sets no pace
	done := errors.New("enough")
	n := 0
	put := func(block [][2]float64) error {
		if err := r.put(b.Context(), block); err != nil {
			return err
		}
		for r.buffered() > 20*blockFrames && n < b.N {
			v.setVolume(50 + n%50)
			e.speaker.play()
			e.publish()
			if _, err := l.Read(b.Context()); err != nil {
				return err
			}
			n++
		}
		if n >= b.N {
			return done
		}
		return nil
	}
	f := mp3Bench(b, put)
	b.ReportAllocs()
	b.ResetTimer()
	if err := f.run(b.Context()); err != done {
		b.Fatal(err)
	}
	b.StopTimer()
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/(float64(blockFrames)/48000*float64(time.Second))*100, "%core")
}

// BenchmarkMixer is the mixer's own part, with four voices.
func BenchmarkMixer(b *testing.B) {
	var m mixer
	c := &clip{pcm: make([]int16, 48000)}
	c.ready.Store(true)
	for range 4 {
		m.add(newVoice(newClipSource(c, 0), 80, 48000, false))
	}
	block := make([][2]float64, blockFrames)
	b.ReportAllocs()
	for b.Loop() {
		m.block(block)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/(float64(blockFrames)/48000*float64(time.Second))*100, "%core")
}

// TestBlockAllocates nothing: the engine's own part of a block, with a listener.
func TestBlockAllocates(t *testing.T) {
	p := NewPlayer(Config{Output: "null"}, slog.New(slog.DiscardHandler))
	l := p.Listen()
	defer l.Close()
	e := newEngine(p)
	defer e.stop()
	c := &clip{pcm: make([]int16, 48000)}
	c.ready.Store(true)
	e.mixer.add(newVoice(newClipSource(c, 0), 80, 48000, false))
	r := newRing(4 * 48000)
	e.mixer.add(newVoice(&ringSource{ring: r, rate: 48000}, 80, 48000, false))
	e.speaker.out = output.NewNull(1 << 30)
	in := make([][2]float64, blockFrames)
	n := testing.AllocsPerRun(200, func() {
		r.put(t.Context(), in)
		e.check(time.Now())
		e.speaker.play()
		e.publish()
		l.Read(t.Context())
	})
	must.Equal(t, n, 0, "allocations a block")
}
