// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"context"
	"io"
	"math"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/wav"
)

func TestURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, serve(file(0.25, 48000, 100_000)))
		r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 3, Volume: 100})
		time.Sleep(10 * time.Second)
		h := r.take()
		at := slices.IndexFunc(h, func(s [2]float64) bool { return s[0] != 0 })
		if at < 0 || !slices.Equal(h[at:at+300_000], slices.Repeat([][2]float64{{0.25, 0.25}}, 300_000)) ||
			h[at+300_000][0] != 0 {
			t.Errorf("heard %d frames from %d on, want 300000 without a gap", count(h, 8192), at)
		}
		if s := r.Stats(); s.Fetches != 1 || s.Failures+s.Starved+s.Underruns != 0 {
			t.Errorf("%+v", s)
		}
		r.Play(Track{Key: "again", URL: "http://host/a.wav", Repeat: 1, Volume: 100})
		time.Sleep(time.Second)
		must.Equal(t, r.Stats().Fetches, 2, "fetches: the file was kept after its end")
	})
}

// TestRates plays at another rate, on a card of yet another one.
func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := wav.Format{Rate: 22050, Channels: 1, Bits: 16}
		b := wav.Header(f, 0)
		for i := range 22050 {
			v := math.Sin(2 * math.Pi * 1000 * float64(i) / 22050)
			b = wav.Append(b, f, [2]float64{v, v})
		}
		r := start(t, serve(b))
		r.rate = 44100
		r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 2, Volume: 100})
		time.Sleep(5 * time.Second)
		h := r.take()
		var n, up int
		for i := 1; i < len(h); i++ {
			if h[i][0] != 0 {
				n++
			}
			if h[i-1][0] < 0 && h[i][0] >= 0 {
				up++
			}
		}
		if up < 1995 || up > 2015 || n < 88000 || n > 88500 {
			t.Errorf("two seconds of 1000 Hz have %d periods in %d frames at 44100", up, n)
		}
	})
}

// TestFallback: whatever is wrong with a URL, its fallback is heard, and soon.
func TestFallback(t *testing.T) {
	// A sound that broke off ends up to this early, to fade out (ringSource.take).
	const breakOff = 2 * blockFrames * time.Second / 48000
	// What an output that is open already has yet to play.
	const held = (output.Buffer + 2*blockFrames) * time.Second / 48000
	good := file(0.25, 48000, 480_000)
	for _, tt := range []struct {
		name     string
		serve    http.HandlerFunc
		from, to time.Duration // after Play the fallback begins
	}{
		{"not found", http.NotFound, 0, 100 * time.Millisecond},
		{"a page", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html><body>no") }, 0,
			100 * time.Millisecond},
		{"nothing in it", func(w http.ResponseWriter, r *http.Request) {}, 0, 100 * time.Millisecond},
		{"a file without samples", serve(file(0, 48000, 0)), 0, 100 * time.Millisecond},
		{"lies about its type", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "audio/mpeg")
			io.WriteString(w, "\x89PNG\r\n\x1a\n")
		}, 0, 100 * time.Millisecond},
		{"too large", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "99999999")
			w.Write(good)
		}, 0, 100 * time.Millisecond},
		{"redirect to a file", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, 0, 100 * time.Millisecond},
		{"never answers", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 2 * time.Second,
			2100 * time.Millisecond},
		{"stalls after the header", func(w http.ResponseWriter, r *http.Request) {
			w.Write(good[:1000])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, 2 * time.Second, 2*time.Second + held},
		{"answers too late", func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(2500 * time.Millisecond)
			w.Write(good)
		}, 2 * time.Second, 2100 * time.Millisecond},
		{"ends early", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1920044")
			w.Write(good[:192_044]) // one second
		}, time.Second - breakOff, 1200 * time.Millisecond},
		{"stalls for good after a second", func(w http.ResponseWriter, r *http.Request) {
			w.Write(good[:192_044])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, 10 * time.Second, 10400 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := start(t, tt.serve)
				begin := time.Now()
				r.Play(Track{Key: "u", URL: "http://host/a.mp3", Type: "mp3", Repeat: 2, Volume: 100,
					Fallback: Builtin{"notifications", "dog"}})
				time.Sleep(15 * time.Second)
				h := r.take()
				if n := count(h, -8000); n != 48000 {
					t.Errorf("heard %d frames of the fallback, want twice 24000", n)
				}
				at := slices.IndexFunc(h, func(s [2]float64) bool { return s[0] < 0 })
				if at < 0 {
					t.Fatal("the fallback was not heard")
				}
				r.mu.Lock()
				after := r.opens[0].Sub(begin) + time.Duration(at)*time.Second/48000
				r.mu.Unlock()
				if after < tt.from || after > tt.to {
					t.Errorf("the fallback began after %v, want %v to %v", after, tt.from, tt.to)
				}
				begun := slices.IndexFunc(h, func(s [2]float64) bool { return s[0] > 0 })
				if j := jump(h[max(begun, 0):at]); j > 0.002 {
					t.Errorf("a step of %.3f before the fallback", j)
				}
				if s := r.Stats(); s.Failures != 1 || s.Fallbacks != 1 || s.Fault == "" || s.Underruns != 0 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// TestNoFallback goes on silent.
func TestNoFallback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, fallback := range []Builtin{{}, {"notifications", "no such"}} {
			r := start(t, http.HandlerFunc(http.NotFound))
			r.Play(Track{Key: "u", URL: "http://host/a.mp3", Repeat: 1, Volume: 100, Fallback: fallback})
			time.Sleep(time.Second)
			if s := r.Stats(); s.Failures != 1 || s.Fallbacks != 0 || s.Playing != "" {
				t.Errorf("%+v", s)
			}
			if d := r.sinceFirst(time.Time{}); d >= 0 {
				t.Error("something was heard")
			}
		}
	})
}

// TestLate: what was not heard within two seconds is not heard later, for its
// notification may be gone by then.
func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			time.Sleep(2500 * time.Millisecond)
			w.Write(file(0.25, 48000, 48000))
		}))
		r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 1, Volume: 100})
		time.Sleep(2100 * time.Millisecond)
		if s := r.Stats(); s.Playing != "" || s.Failures != 1 || s.Fault != errLate.Error() {
			t.Errorf("%+v", s)
		}
		time.Sleep(20 * time.Second)
		if n := len(r.take()); n != 0 {
			t.Errorf("heard %d frames", n)
		}
	})
}

// TestTooLong: a file of eleven minutes is cut off after ten, a radio never.
func TestTooLong(t *testing.T) {
	sound := append(wav.Header(wav.Format{Rate: 8000, Channels: 1, Bits: 8}, 0), make([]byte, 11*60*8000)...)
	for _, tt := range []struct {
		track Track
		want  int // minutes
	}{
		{Track{URL: "http://host/", Repeat: 1}, 10},
		{Track{file: "name", Repeat: 1}, 11},
		{Track{URL: "http://host/", Live: true}, 22},
	} {
		frames, opens := 0, 0
		open := func(context.Context) (opened, error) {
			if opens++; opens > 2 {
				return opened{}, decode.ErrUnsupported
			}
			s, err := decode.Open(bytes.NewReader(sound), "")
			return opened{sound: s}, err
		}
		put := func(block [][2]float64) error { frames += len(block); return nil }
		newFeed(tt.track, 8000, open, put, func(error) {}).run(t.Context())
		if got := math.Round(float64(frames) / 8000 / 60); got != float64(tt.want) {
			t.Errorf("%+v: %v minutes, want %d", tt.track, got, tt.want)
		}
	}
}
