// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/output"
)

func cat(key string) Track {
	return Track{Key: key, Category: "notifications", ID: "cat", Repeat: 1, Volume: 100}
}

func TestOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		begin := time.Now()
		time.Sleep(time.Minute)
		if len(r.opens) != 0 {
			t.Fatal("open before the first sound")
		}
		r.Play(cat("1"))
		time.Sleep(8 * time.Second)
		r.Play(cat("2")) // within ten seconds: no reason to close
		time.Sleep(time.Minute)
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.opens) != 1 || len(r.closes) != 1 {
			t.Fatalf("opened %v, closed %v", r.opens, r.closes)
		}
		if d := r.closes[0].Sub(begin) - 78500*time.Millisecond; d.Abs() > 100*time.Millisecond {
			t.Errorf("closed %v after 10 s of silence", d)
		}
	})
}

// TestWaitsClosed: a URL that takes long does not hold the card.
func TestWaitsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			time.Sleep(1900 * time.Millisecond)
			w.Write(file(0.25, 48000, 48000))
		}))
		r.Play(Track{Key: "u", URL: "http://host/", Repeat: 1, Volume: 100})
		time.Sleep(1850 * time.Millisecond)
		if s := r.Stats(); s.Open {
			t.Error("open before there is anything to play")
		}
		time.Sleep(2 * time.Second)
		if n := count(r.take(), 8192); n != 48000 {
			t.Errorf("heard %d frames", n)
		}
	})
}

// TestRecording: a file goes on where it was when the output was closed.
func TestRecording(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.wav")
	synctest.Test(t, func(t *testing.T) {
		p := NewPlayer(Config{Output: "wav:" + name}, slog.New(slog.DiscardHandler))
		p.library.render = tone
		stop := must.Run(t, p.Run)
		for _, key := range []string{"1", "2"} {
			p.Play(cat(key))
			time.Sleep(30 * time.Second)
			if p.Stats().Open {
				t.Error("not closed after 30 s")
			}
		}
		stop()
	})
	got, _ := readWAV(t, name)
	if n := count(got, 8000); n != 2*24000 {
		t.Errorf("recorded %d frames of two sounds, want 48000", n)
	}
}

// TestUnplugged: the sound goes on in time when the card comes back.
func TestUnplugged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.Play(Track{Key: "a", Category: "alarms", ID: "cat", Volume: 100})
		time.Sleep(6 * time.Second)
		if r.Err() != nil {
			t.Error(r.Err())
		}
		gone := errors.New("no such device")
		r.breakOut(gone)
		time.Sleep(12 * time.Second)
		if !errors.Is(r.Err(), gone) {
			t.Errorf("the fault is %v", r.Err())
		}
		r.take()
		r.breakOut(nil)
		time.Sleep(6 * time.Second)
		if h := r.take(); count(h, 8000) < 48000 || r.Err() != nil {
			t.Errorf("back, but %d frames and %v", count(h, 8000), r.Err())
		}
		if len(r.opens) != 2 {
			t.Errorf("opened %d times", len(r.opens))
		}
		r.Play(Track{})
		time.Sleep(11 * time.Second)
		r.breakOut(gone)
		r.Play(cat("b"))
		time.Sleep(time.Second)
		if s := r.Stats(); s.Playing != "" || s.Underruns != 1 {
			t.Errorf("a finite sound does not end without a card: %+v", s)
		}
	})
}

// TestHiccup: a card that fails once is opened again at once; one that fails
// again and again is left alone for a while.
func TestHiccup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.Play(Track{Key: "a", Category: "alarms", ID: "cat", Volume: 100})
		time.Sleep(6 * time.Second)
		r.failOnce(errors.New("input/output error"))
		time.Sleep(time.Second)
		if s := r.Stats(); len(r.opens) != 2 || r.Err() != nil || s.Underruns != 1 {
			t.Errorf("opened %d times, %v, %+v", len(r.opens), r.Err(), s)
		}
		for range 10 {
			r.failOnce(errors.New("input/output error"))
			time.Sleep(time.Second)
		}
		if len(r.opens) > 5 {
			t.Errorf("opened %d times in ten seconds", len(r.opens))
		}
	})
}

func TestNothingFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.breakOut(output.ErrNone)
		r.Play(cat("1"))
		time.Sleep(time.Second)
		if !errors.Is(r.Err(), output.ErrNone) || r.Stats().Playing != "" {
			t.Errorf("%v, %+v", r.Err(), r.Stats())
		}
	})
}

// TestSaysWhy: that nothing was found is followed by what is wrong with the card.
func TestSaysWhy(t *testing.T) {
	busy := errors.New("hw:0,0 is busy")
	null := output.Choice{Name: "null", Why: busy}
	if err := silence(null, output.Config{Spec: "auto"}); !errors.Is(err, busy) || !errors.Is(err, errNoSpeaker) {
		t.Errorf("auto: %v", err)
	}
	if err := silence(null, output.Config{Spec: "null"}); err != nil {
		t.Errorf("null as asked: %v", err)
	}
}

func TestFaultyConfig(t *testing.T) {
	for _, cfg := range []Config{{Output: "oss"}, {Rate: 5}, {Allow: []string{"http://x"}}, {Output: "wav:"}} {
		p := NewPlayer(cfg, nil)
		p.Play(cat("1"))
		if err := p.Run(t.Context()); err == nil || p.Err() == nil || cfg.Check() == nil {
			t.Errorf("%+v was accepted", cfg)
		}
	}
	must.Do(t, (Config{}).Check())
}

// TestFadesOnExit: the end of Run is no click.
func TestFadesOnExit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.Play(Track{Key: "a", Category: "alarms", ID: "alarm1", Volume: 100})
		time.Sleep(time.Second)
		r.take()
		t.Cleanup(func() { // after the cleanup that ends Run
			h := r.take()
			if j := jump(h); j > natural(0.5)*1.01 || h[len(h)-1][0] != 0 {
				t.Errorf("ends with a step of %.3f at %v", j, h[len(h)-1])
			}
			must.Equal(t, len(r.closes), 1, "not closed")
		})
		t.Cleanup(func() {
			begin := time.Now()
			r.end()
			if d := time.Since(begin); d < 165*time.Millisecond || d > 400*time.Millisecond {
				t.Errorf("closed after %v: the card's buffer holds 171 ms", d)
			}
		})
	})
}

func TestListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		l, slow := r.Listen(), r.Listen()
		defer slow.Close()
		r.Play(cat("1"))
		var n, blocks int
		for n < 24000 {
			b, err := l.Read(t.Context())
			if err != nil || len(b) != 4*blockFrames {
				t.Fatalf("%d bytes, %v", len(b), err)
			}
			for i := 0; i < len(b); i += 4 {
				if b[i] == 8000&255 && b[i+1] == 8000>>8 && b[i+2] == b[i] && b[i+3] == b[i+1] {
					n++
				}
			}
			blocks++
		}
		if n != 24000 || l.Dropped() != 0 || l.Rate() != 48000 {
			t.Errorf("heard %d of 24000 frames, %d lost", n, l.Dropped())
		}
		time.Sleep(5 * time.Second)
		if slow.Dropped() < 200 {
			t.Errorf("who does not read lost %d blocks", slow.Dropped())
		}
		got := 0
		for range listenerBlocks {
			if _, err := slow.Read(t.Context()); err == nil {
				got++
			}
		}
		must.Equal(t, got, listenerBlocks, "blocks were kept")
		l.Close()
		l.Close()
		for range listenerBlocks + 1 {
			if _, err := l.Read(t.Context()); err != nil {
				return
			}
		}
		t.Error("a closed listener still hears")
	})
}

func TestListenerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		l := r.Listen()
		r.end()
		if _, err := l.Read(t.Context()); err == nil {
			t.Error("heard something after the player's end")
		}
		if _, err := r.Listen().Read(t.Context()); err == nil {
			t.Error("heard something after the player's end")
		}
	})
}

// TestSaidOnce: an output that is missing is tried every five seconds, and the log
// is told of it when that changes.
func TestSaidOnce(t *testing.T) {
	none, busy := output.Choice{Name: "null"}, errors.New("device is busy")
	card := output.Choice{Name: "alsa:hw:0,0", Heard: true,
		Open: func() (output.Output, error) { return output.NewNull(48000), nil }}
	var log strings.Builder
	s := speaker{
		cfg: output.Config{Spec: "alsa:hw:0,0", Rate: 48000},
		log: slog.New(slog.NewTextHandler(&log, nil)),
	}
	for _, step := range []struct {
		name   string
		choice output.Choice
		err    error
		want   string // what is logged; "" = nothing
	}{
		{"the first look", card, nil, "output=alsa:hw:0,0"},
		{"it is still there", card, nil, ""},
		{"it fails", card, busy, "device is busy"},
		{"it fails again", card, busy, ""},
		{"and again, as another error of the same words", none, fmt.Errorf("%w", busy), ""},
		{"for another reason", none, errors.New("device is gone"), "device is gone"},
		{"it is back", card, nil, "output=alsa:hw:0,0"},
		{"the old fault again", card, busy, "device is busy"},
	} {
		log.Reset()
		s.report(step.choice, step.err)
		if got := log.String(); (got == "") != (step.want == "") || !strings.Contains(got, step.want) {
			t.Errorf("%s: it says %q, want %q", step.name, got, step.want)
		}
		if !errors.Is(s.err, step.err) {
			t.Errorf("%s: Err is %v, want %v", step.name, s.err, step.err)
		}
	}
}
