// SPDX-License-Identifier: Apache-2.0

package output

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/wav"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		spec string
		rate int
		ok   bool
	}{
		{"", 48000, true},
		{"auto", 48000, true},
		{"alsa", 44100, true},
		{"alsa:hw:0,0", 48000, true},
		{"alsa:hw:Headphones", 48000, true},
		{"alsa:hw:Headphones,1", 48000, true},
		{"aplay", 48000, true},
		{"aplay:plughw:CARD=vc4hdmi,DEV=0", 48000, true},
		{"pw-cat", 48000, true},
		{"pulse", 48000, true},
		{"wav:/tmp/x.wav", 48000, true},
		{"null", 8000, true},
		{"browser", 192000, true},
		{"null", 7999, false},
		{"null", 192001, false},
		{"auto:x", 48000, false},
		{"alsa:", 48000, false},
		{"alsa:default", 48000, false},
		{"alsa:hw:", 48000, false},
		{"alsa:hw:0,x", 48000, false},
		{"alsa:hw:0,-1", 48000, false},
		{"aplay:", 48000, false},
		{"wav:", 48000, false},
		{"wav", 48000, false},
		{"oss", 48000, false},
	} {
		if err := Check(Config{Spec: tt.spec, Rate: tt.rate}); (err == nil) != tt.ok {
			t.Errorf("%q at %d: %v", tt.spec, tt.rate, err)
		}
	}
}

// alone hides the machine's sound servers and programs.
func alone(t *testing.T) string {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("PIPEWIRE_RUNTIME_DIR", "")
	t.Setenv("PULSE_SERVER", filepath.Join(dir, "none"))
	t.Setenv("PATH", dir)
	return dir
}

func TestAutoWithNothing(t *testing.T) {
	if cards, _ := filepath.Glob("/dev/snd/pcm*p"); len(cards) > 0 {
		t.Skip("this machine has a sound card")
	}
	alone(t)
	for simulator, want := range map[bool]string{true: "browser", false: "null"} {
		c, err := Find(Config{Rate: 48000, Simulator: simulator})
		if !errors.Is(c.Why, ErrNone) {
			t.Errorf("simulator %v: it does not say why: %v", simulator, c.Why)
		}
		if err != nil || c.Name != want || c.Silent() != (want == "null") || c.Heard {
			t.Errorf("simulator %v: %q, %v; want %q", simulator, c.Name, err, want)
		}
	}
	for _, spec := range []string{"alsa", "alsa:hw:7,0", "aplay", "pw-cat", "pulse"} {
		if c, err := Find(Config{Spec: spec, Rate: 48000}); err == nil {
			t.Errorf("%s was found: %+v", spec, c)
		}
	}
}

func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := NewNull(48000)
		block := make([][2]float64, Period)
		start := time.Now()
		for range 8 {
			n.Write(block)
		}
		if d := time.Since(start); d != 0 {
			t.Errorf("the buffer was full after %v, with eight blocks", d)
		}
		for range 4 * 3600 * 48000 / Period { // a float32 of seconds would drift
			n.Write(block)
		}
		if d := time.Since(start) - 4*time.Hour; d.Abs() > 30*time.Millisecond {
			t.Errorf("after four hours the pace is off by %v", d)
		}
		must.Equal(t, n.Underruns(), 0, "underruns without a pause")
		time.Sleep(170 * time.Millisecond)
		n.Write(block)
		must.Equal(t, n.Underruns(), 0, "underrun within the buffer")
		time.Sleep(200 * time.Millisecond)
		n.Write(block)
		must.Equal(t, n.Underruns(), 1, "underruns after a pause of 200 ms")
	})
}

func TestWAVGoesOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.wav")
	os.WriteFile(name, []byte("old"), 0o644)
	c := must.Get(Find(Config{Spec: "wav:" + name, Rate: 48000}))(t)
	synctest.Test(t, func(t *testing.T) {
		for i := range 2 {
			out := must.Get(c.Open())(t)
			for range 30 {
				must.Do(t, out.Write(constant(float64(i+1)/4)))
			}
			must.Do(t, out.Close())
		}
	})
	f := must.Get(os.Open(name))(t)
	defer f.Close()
	d := must.Get(wav.NewDecoder(f))(t)
	got := make([][2]float64, 100*Period)
	n, _ := d.Stream(got)
	if n != 60*Period || got[0][0] != 0.25 || got[n-1][1] != 0.5 {
		t.Errorf("%d frames from %v to %v, want %d from 0.25 to 0.5", n, got[0], got[n-1], 60*Period)
	}
}

func constant(v float64) [][2]float64 {
	b := make([][2]float64, Period)
	for i := range b {
		b[i] = [2]float64{v, v}
	}
	return b
}

func TestAppendS16(t *testing.T) {
	got := appendS16(nil, [][2]float64{{0.5, -1}, {math.Inf(1), 0}})
	if string(got) != "\x00\x40\x00\x80\xff\x7f\x00\x00" {
		t.Errorf("% x", got)
	}
}

func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		name string
		caps caps
		rate int
		want params // first
	}{
		{"takes all", caps{true, true, 8000, 192000, 1, 2}, 48000, params{16, 2, 48000, 1024, 8}},
		{"32 bits only: an I2S DAC", caps{false, true, 8000, 192000, 2, 2}, 44100, params{32, 2, 44100, 1024, 8}},
		{"mono", caps{true, false, 8000, 48000, 1, 1}, 48000, params{16, 1, 48000, 1024, 8}},
		{"eight channels only", caps{true, false, 8000, 48000, 8, 8}, 48000, params{16, 8, 48000, 1024, 8}},
		{"44.1 kHz at most", caps{true, false, 44100, 44100, 2, 2}, 48000, params{16, 2, 44100, 1024, 8}},
		{"96 kHz at least", caps{true, false, 96000, 192000, 2, 2}, 48000, params{16, 2, 96000, 1024, 8}},
		{"HDMI: no format of ours", caps{false, false, 32000, 192000, 2, 8}, 48000, params{}},
		{"nonsense", caps{true, true, 0, 0, 0, 0}, 48000, params{16, 1, 1, 1024, 8}},
	} {
		got := choose(tt.caps, tt.rate)
		if len(got) == 0 != (tt.want == params{}) || len(got) > 0 && got[0] != tt.want {
			t.Errorf("%s: %+v, want %+v first", tt.name, got, tt.want)
		}
	}
}

func TestTail(t *testing.T) {
	var w tail
	w.Write([]byte("underrun!!! (at least 3 ms long)\nunderrun!!!\n" + strings.Repeat("x", 5000)))
	w.Write([]byte("bad\n news\xff"))
	if w.underruns() != 2 || len(w.String()) > maxTail+3 || !strings.HasSuffix(w.String(), "bad news?") {
		t.Errorf("%d underruns, %q", w.underruns(), w.String())
	}
}

func TestMutes(t *testing.T) {
	on, off := false, true
	for _, tt := range []struct {
		name     string
		controls []control
		want     string
	}{
		{"no mixer: an I2S DAC", nil, ""},
		{"bcm2835", []control{{"PCM Playback Switch", on}, {"PCM Playback Volume", on}}, ""},
		{"bcm2835 muted", []control{{"PCM Playback Switch", off}, {"PCM Playback Volume", on}}, "PCM Playback Switch"},
		{"volume at its lowest", []control{{"PCM Playback Volume", off}}, "PCM Playback Volume"},
		{"laptop with its headphones unplugged",
			[]control{{"Master Playback Switch", on}, {"Headphone Playback Switch", off}, {"Speaker Playback Switch", on}}, ""},
		{"laptop with everything off", []control{{"Headphone Playback Switch", off}, {"Speaker Playback Switch", off}},
			"Speaker Playback Switch"},
		{"master off", []control{{"Speaker Playback Switch", on}, {"Master Playback Switch", off}}, "Master Playback Switch"},
		{"only the microphone", []control{{"Mic Playback Switch", off}, {"Capture Switch", off}}, ""},
	} {
		must.Equal(t, mutes(tt.controls), tt.want, tt.name)
	}
}
