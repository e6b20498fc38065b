// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/sounds/wav"
)

// radio sends WAV without an end at the pace it plays, with a title a second.
// each connection is told its number and ends after the time it returns.
func radio(v float64, each func(n int32) time.Duration) http.HandlerFunc {
	var connections atomic.Int32
	second := file(v, 48000, 48000)[wav.HeaderSize:]
	return func(w http.ResponseWriter, r *http.Request) {
		n := connections.Add(1)
		d := each(n)
		if d < 0 {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Icy-MetaInt", fmt.Sprint(len(second)))
		head := wav.Header(wav.Format{Rate: 48000, Channels: 2, Bits: 16}, 0)
		w.Write(head)
		first := second[:len(second)-len(head)] // the header counts too
		for end := time.Now().Add(d); time.Now().Before(end); {
			title := fmt.Sprintf("StreamTitle='connection %d';", n)
			w.Write(first)
			w.Write(append([]byte{2}, title+strings.Repeat("\x00", 32-len(title))...))
			w.(http.Flusher).Flush()
			first = second
			time.Sleep(time.Second)
		}
	}
}

func TestRadioReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, radio(0.25, func(n int32) time.Duration {
			if n == 3 || n == 4 {
				return -1
			}
			return 20 * time.Second
		}))
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(15 * time.Second)
		if s := r.Stats(); s.Title != "connection 1" || s.Playing != "radio" {
			t.Errorf("%+v", s)
		}
		time.Sleep(40 * time.Second)
		s := r.Stats()
		if s.Title != "connection 5" || s.Underruns != 0 || s.Failures != 0 || s.Starved > 5 {
			t.Errorf("%+v", s)
		}
		h := r.take()
		if n := count(h, 8192); n < 45*48000 {
			t.Errorf("heard %d s of 55", n/48000)
		}
		if j := jump(h); j > 0.002 {
			t.Errorf("a step of %.4f: it must fade in and out", j)
		}
	})
}

// TestRadioBackoff: one that is down is not asked all the time.
func TestRadioBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			asked.Add(1)
			http.Error(w, "down", http.StatusServiceUnavailable)
		}))
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(10 * time.Minute)
		if n := asked.Load(); n < 20 || n > 26 { // 1+2+4+8+16 s, then every 30
			t.Errorf("asked %d times in ten minutes", n)
		}
		if s := r.Stats(); s.Open || s.Playing != "radio" {
			t.Errorf("%+v: the card should be free", s)
		}
	})
}

// TestRadioEndsAtOnce: nor one that answers and hangs up.
func TestRadioEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			asked.Add(1)
			w.Write(file(0.25, 48000, 100))
		}))
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(time.Minute)
		if n := asked.Load(); n > 61 {
			t.Errorf("asked %d times in a minute", n)
		}
	})
}

// TestRadioBounded: a server that sends as fast as it can is held back.
func TestRadioBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent atomic.Int64
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			w.Write(wav.Header(wav.Format{Rate: 48000, Channels: 2, Bits: 16}, 0))
			second := file(0.25, 48000, 48000)[wav.HeaderSize:]
			for {
				n, err := io.Copy(w, bytes.NewReader(second))
				sent.Add(n)
				if err != nil {
					return
				}
			}
		}))
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(time.Minute)
		if n := sent.Load() / 192_000; n < 60 || n > 67 {
			t.Errorf("%d s were sent in 60 s", n)
		}
		if s := r.Stats(); s.Starved+s.Underruns+s.Failures != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestRadioFallback: an alarm that wakes with a radio is heard without it too.
func TestRadioFallback(t *testing.T) {
	for _, tt := range []struct {
		name   string
		each   func(int32) time.Duration
		within time.Duration
	}{
		{"down", func(int32) time.Duration { return -1 }, 2100 * time.Millisecond},
		{"goes down after 30 s", func(n int32) time.Duration {
			if n > 1 {
				return -1
			}
			return 30 * time.Second
		}, 42 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := start(t, radio(0.25, tt.each))
				r.Play(
					Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100, Fallback: Builtin{"notifications", "dog"}})
				time.Sleep(tt.within + 5*time.Second)
				if s := r.Stats(); s.Fallbacks != 1 || s.Playing != "radio" {
					t.Errorf("%+v", s)
				}
				if n := count(r.take(), -8000); n < 4*48000 { // repeat 0: it goes on
					t.Errorf("heard %d frames of the fallback", n)
				}
			})
		})
	}
}

// TestRadioUnasked: a sound that turns out to be a radio is played as one.
func TestRadioUnasked(t *testing.T) {
	live := radio(0.25, func(int32) time.Duration { return time.Hour })
	for _, tt := range []struct {
		name, path string
		serve      http.HandlerFunc
	}{
		{"a radio", "/live", live},
		{"one that does not send titles", "/a.mp3", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("icy-br", "128")
			w.Write(wav.Header(wav.Format{Rate: 48000, Channels: 2, Bits: 16}, 0))
			for r.Context().Err() == nil {
				w.Write(file(0.25, 48000, 48000)[wav.HeaderSize:])
			}
		}},
		{"a playlist by its name", "/a.m3u", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/a.m3u" {
				io.WriteString(w, "#EXTM3U\nhttp://radio/live")
				return
			}
			live(w, r)
		}},
		{"a playlist by its type", "/a", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/a" {
				w.Header().Set("Content-Type", "audio/x-scpls; charset")
				io.WriteString(w, "[playlist]\nFile1=http://radio/live")
				return
			}
			live(w, r)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := start(t, tt.serve)
				begin := time.Now()
				r.Play(
					Track{Key: "u", URL: "http://radio" + tt.path, Repeat: 1, Volume: 100, Fallback: Builtin{"notifications", "dog"}})
				time.Sleep(3 * time.Second)
				if d := r.sinceFirst(begin); d < 0 || d > 2*time.Second {
					t.Errorf("first heard after %v", d)
				}
				time.Sleep(2 * time.Minute) // 23 MiB
				s := r.Stats()
				if s.Playing != "u" || s.Failures+s.Fallbacks != 0 {
					t.Errorf("%+v", s)
				}
				if n := count(r.take(), 8192); n < 115*48000 {
					t.Errorf("heard %d s of 123", n/48000)
				}
				if tt.name == "a radio" && s.Title == "" {
					t.Error("no title")
				}
			})
		})
	}
}

// TestPlaylistOfFile: a file that a playlist leads to is played as often as asked.
func TestPlaylistOfFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.URL.Path == "/a.m3u" {
				io.WriteString(w, "http://host/a.wav")
				return
			}
			serve(file(0.25, 48000, 24_000))(w, req)
		}))
		r.Play(Track{Key: "u", URL: "http://host/a.m3u", Repeat: 2, Volume: 100})
		time.Sleep(10 * time.Second)
		if n, s := count(r.take(), 8192), r.Stats(); n != 48_000 || s.Failures != 0 || s.Playing != "" {
			t.Errorf("heard %d frames of 48000, %+v", n, s)
		}
	})
}

func TestRadioRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			w.Header().Set("Content-Type", "audio/aacp")
			w.Write(make([]byte, 5000))
		}))
		r.Play(Track{Key: "radio", URL: "http://radio/", Live: true, Volume: 100})
		time.Sleep(time.Second)
		if s := r.Stats(); s.Failures != 1 || !strings.Contains(s.Fault, "aacp") {
			t.Errorf("a coding that will never play: %+v", s)
		}
	})
}
