package sounds

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/fetch/fetchtest"
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
	if r.client, err = fetch.New(fetch.Config{Dial: fetchtest.Serve(t, h)}); err != nil {
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
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- r.Run(ctx) }()
	r.end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(r.end)
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

// sound is a frame rounded as the clips are.
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

func TestURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, serve(file(0.25, 48000, 100_000)))
		r.Play(Track{Key: "u", URL: "http://host/a.wav", Repeat: 3, Volume: 100})
		time.Sleep(10 * time.Second)
		h := r.take()
		at := slices.IndexFunc(h, func(s [2]float64) bool { return s[0] != 0 })
		if at < 0 || !slices.Equal(h[at:at+300_000], slices.Repeat([][2]float64{{0.25, 0.25}}, 300_000)) || h[at+300_000][0] != 0 {
			t.Errorf("heard %d frames from %d on, want 300000 without a gap", count(h, 8192), at)
		}
		if s := r.Stats(); s.Fetches != 1 || s.Failures+s.Starved+s.Underruns != 0 {
			t.Errorf("%+v", s)
		}
		r.Play(Track{Key: "again", URL: "http://host/a.wav", Repeat: 1, Volume: 100})
		time.Sleep(time.Second)
		if s := r.Stats(); s.Fetches != 2 {
			t.Errorf("%d fetches: the file was kept after its end", s.Fetches)
		}
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
		{"a page", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html><body>no") }, 0, 100 * time.Millisecond},
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
		{"never answers", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 2 * time.Second, 2100 * time.Millisecond},
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
				r.Play(Track{Key: "u", URL: "http://host/a.mp3", Type: "mp3", Repeat: 2, Volume: 100, Fallback: Builtin{"notifications", "dog"}})
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

// TestRingBegins: a sound that begins has what its first block takes, at every rate.
func TestRingBegins(t *testing.T) {
	for _, rate := range []int{output.MinRate, 48000, output.MaxRate} {
		s := &ringSource{ring: newRing(4 * rate), rate: rate}
		block := make([][2]float64, blockFrames)
		for n := 0; n == 0; n, _ = s.take(block) {
			s.ring.put(t.Context(), make([][2]float64, 100))
		}
		if s.dry != 0 {
			t.Errorf("at %d Hz it runs dry with its first block", rate)
		}
	}
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
		f, frames, opens := newFeed(tt.track, 8000), 0, 0
		f.open = func(context.Context) (decode.Stream, io.Closer, error) {
			if opens++; opens > 2 {
				return nil, nil, decode.ErrUnsupported
			}
			s, err := decode.Open(bytes.NewReader(sound), "")
			return s, nil, err
		}
		f.put = func(block [][2]float64) error { frames += len(block); return nil }
		f.warn = func(error) {}
		f.run(t.Context())
		if got := math.Round(float64(frames) / 8000 / 60); got != float64(tt.want) {
			t.Errorf("%+v: %v minutes, want %d", tt.track, got, tt.want)
		}
	}
}
