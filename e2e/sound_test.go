// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopxl/beep/v2"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/wav"
)

// heard reads a recording, or a sound, as one channel: nothing where there is no
// whole header yet.
func heard(path string) (samples []float64, rate beep.SampleRate) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0
	}
	defer f.Close()
	d, err := wav.NewDecoder(f)
	if err != nil {
		return nil, 0
	}
	for buf := make([][2]float64, 1024); ; {
		n, ok := d.Stream(buf)
		for _, s := range buf[:n] {
			samples = append(samples, s[0])
		}
		if !ok {
			return samples, d.Format().SampleRate
		}
	}
}

// alike is how alike the sound short and the part of long are that fits it best,
// 0 to 1.
func alike(long, short []float64) (best float64) {
	const step = 16 // of places that are tried: fine enough for what follows the ear
	short = short[:min(len(short), 24000)]
	for at := 0; at+len(short) <= len(long); at += step {
		var product, a, b float64
		for i := 0; i < len(short); i += 7 {
			product += long[at+i] * short[i]
			a += long[at+i] * long[at+i]
			b += short[i] * short[i]
		}
		if a > 0 && b > 0 {
			best = max(best, math.Abs(product)/math.Sqrt(a*b))
		}
	}
	return best
}

// TestSoundOfAURL posts a notification whose sound comes from the network, and
// one whose sound cannot be had, to a device that records what it plays.
func TestSoundOfAURL(t *testing.T) {
	dir := t.TempDir()
	served := filepath.Join(dir, "served.wav")
	writeSound := func(path, id string) {
		f := must.Get(os.Create(path))(t)
		defer f.Close()
		must.Do(t, sounds.WAV(f, "notifications", id, 48000))
	}
	writeSound(served, "dog")
	fallback := filepath.Join(dir, "fallback.wav")
	writeSound(fallback, "cat")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/dog.wav" {
			http.NotFound(w, r)
			return
		}
		http.ServeFile(w, r, served)
	}))
	defer server.Close()

	record := filepath.Join(dir, "record.wav")
	cfg := filepath.Join(dir, "config.toml")
	text := "[audio]\noutput = \"wav:" + record + "\"\nallow = [\"127.0.0.1\"]\n"
	must.Do(t, os.WriteFile(cfg, []byte(text), 0o600))
	r := rig.Launch(t, nil, "--config", cfg)
	r.Call("PUT", "/api/v2/device/audio", `{"volume":100}`, nil)
	post := func(path string) {
		r.Call("POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"x"}],"sound":{"url":"`+server.URL+path+
			`","fallback":{"category":"notifications","id":"cat"}}}}`, nil)
	}
	for _, tt := range []struct{ name, url, path string }{
		{"the sound of the URL", "/dog.wav", served},
		{"the fallback of the broken one", "/gone.wav", fallback},
	} {
		post(tt.url)
		short, _ := heard(tt.path)
		eventually.True(t, tt.name+" is in the recording", func() bool {
			long, rate := heard(record)
			return rate == 48000 && alike(long, short) >= 0.9
		})
	}
	r.Stop()
}

// TestNoSpeaker: clients are not told of a speaker that is not there.
func TestNoSpeaker(t *testing.T) {
	for _, output := range []string{"null", "alsa:hw:31,0"} {
		cfg := filepath.Join(t.TempDir(), "config.toml")
		must.Do(t, os.WriteFile(cfg, []byte("[audio]\noutput = \""+output+"\"\n"), 0o600))
		r := rig.Launch(t, nil, "--config", cfg)
		eventually.True(t, output+" is not available", func() bool {
			audio := struct{ Available bool }{true}
			r.Call("GET", "/api/v2/device/audio", "", &audio)
			return !audio.Available
		})
		r.Stop()
	}
}

// TestDismissAfterTheSound: what has been shown and heard cannot be dismissed. A
// machine that is busy with other things may still be playing then; a device
// that never learns of the end always is.
func TestDismissAfterTheSound(t *testing.T) {
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\noutput = \"null\"\n")...)
	status := 0
	for range 5 {
		var posted struct{ Success struct{ ID string } }
		r.Call("POST", "/api/v2/device/notifications",
			`{"model":{"frames":[{"text":"x"}],"sound":{"id":"knock-knock"}}}`, &posted)
		path := "/api/v2/device/notifications/" + posted.Success.ID
		eventually.True(t, "it has been shown", func() bool {
			var is struct{ Outcome string }
			r.Call("GET", path, "", &is)
			return is.Outcome == "shown"
		})
		if status, _ = r.Ask("DELETE", path, ""); status == http.StatusNotFound {
			break
		}
	}
	r.Stop()
	if status != http.StatusNotFound {
		t.Errorf("dismissing what has ended answers %d, want 404", status)
	}
}

// TestSilentLibraries: the library behind FLAC writes a line a frame about some
// rates, which anyone who serves a sound could fill the journal with.
func TestSilentLibraries(t *testing.T) {
	ffmpeg, dir := testtool.Find(t, "ffmpeg"), t.TempDir()
	tone, out := filepath.Join(dir, "a.flac"), filepath.Join(dir, "a.wav")
	if said, err := exec.Command(ffmpeg, "-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=24000:duration=1",
		tone).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if said, err := exec.Command(rig.Binary(t), "play", "-o", out, tone).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v; it says %.300q", err, said)
	}
	if samples, _ := heard(out); len(samples) == 0 {
		t.Error("nothing was played")
	}
}

// station plays silence for as long as it is listened to, under a title.
func station(title string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		second := append(wav.Header(wav.Format{Rate: 48000, Channels: 2, Bits: 16}, 0), make([]byte, 192000)...)
		w.Header().Set("Icy-MetaInt", fmt.Sprint(len(second)))
		meta := "StreamTitle='" + title + "';"
		blocks := (len(meta) + 15) / 16
		meta += strings.Repeat("\x00", 16*blocks-len(meta))
		for _, err := w.Write(second); err == nil; _, err = w.Write(make([]byte, len(second))) {
			w.Write(append([]byte{byte(blocks)}, meta...))
		}
	}
}

// TestTitleOfAStream: what a stream calls its piece is logged and told to
// Prometheus, until it is not heard any more.
func TestTitleOfAStream(t *testing.T) {
	server := httptest.NewServer(station(`Zwölf – "Two"`))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "record.wav")
	r := rig.Launch(t, nil, rig.Configured(t, "[audio]\noutput = \"wav:"+out+"\"\nallow = [\"127.0.0.1\"]\n")...)
	const told = `ledpost_sound_title{title="Zwölf – \"Two\""} 1`
	var posted struct{ Success struct{ ID string } }
	r.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"text":"x"}],"sound":{"url":"`+server.URL+`/","repeat":0}}}`, &posted)
	eventually.True(t, told, func() bool { return strings.Contains(r.Metrics(), told) })
	r.Call("DELETE", "/api/v2/device/notifications/"+posted.Success.ID, "", nil)
	eventually.True(t, "no title", func() bool { return !strings.Contains(r.Metrics(), "ledpost_sound_title{") })
	r.Stop()
	if log := r.Log.String(); strings.Count(log, "a stream has a new title") != 1 || !strings.Contains(log, "Zwölf") {
		t.Errorf("the log does not tell the title once:\n%s", log)
	}
}
