// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/sounds/synth"
	"github.com/ledpost/ledpost/sounds/wav"
)

var allowLoopback = Config{Output: "null", Allow: []string{"127.0.0.1"}}

// readWAV returns the samples of a file.
func readWAV(t *testing.T, name string) ([][2]float64, *wav.Decoder) {
	t.Helper()
	data := must.Get(os.ReadFile(name))(t)
	d := must.Get(wav.NewDecoder(bytes.NewReader(data)))(t)
	out := make([][2]float64, len(data))
	n, _ := d.Stream(out)
	return out[:n], d
}

// mp3File encodes a second of two tones with lame.
func mp3File(t testing.TB, rate, channels int) string {
	t.Helper()
	lame := testtool.Find(t, "lame")
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.wav"), filepath.Join(dir, "out.mp3")
	w := must.Get(wav.Create(in, wav.Format{Rate: rate, Channels: channels, Bits: 16}))(t)
	for i := range rate {
		x := float64(i) / float64(rate)
		w.Write([][2]float64{{0.4 * math.Sin(2*math.Pi*440*x), 0.4 * math.Sin(2*math.Pi*660*x)}})
	}
	w.Close()
	msg, err := exec.Command(lame, "--quiet", "-b", "64", "--resample", fmt.Sprint(float64(rate)/1000), in,
		out).CombinedOutput()
	if err != nil {
		t.Fatalf("lame: %v: %s", err, msg)
	}
	return out
}

// TestWriteMP3 writes what mpg123 decodes, at the file's own rate.
func TestWriteMP3(t *testing.T) {
	mpg123 := testtool.Find(t, "mpg123")
	for _, tt := range []struct{ rate, channels int }{{44100, 2}, {22050, 1}, {8000, 2}} {
		in := mp3File(t, tt.rate, tt.channels)
		out := filepath.Join(t.TempDir(), "out.wav")
		must.Do(t, Write(t.Context(), Config{}, in, out, true))
		raw := must.Get(exec.Command(mpg123, "-q", "-e", "f32", "-s", "--stereo", in).Output())(t)
		got, d := readWAV(t, out)
		if f := d.Format(); int(f.SampleRate) != tt.rate || f.NumChannels != tt.channels || f.Precision != 4 {
			t.Errorf("%d Hz: format %+v", tt.rate, f)
		}
		if len(got) != tt.rate || len(raw) != 8*tt.rate {
			t.Fatalf("%d Hz: %d frames, mpg123 has %d", tt.rate, len(got), len(raw)/8)
		}
		for i, s := range got {
			want := float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[8*i:])))
			if math.Abs(s[0]-want) > 1.0/(1<<14) {
				t.Fatalf("%d Hz: frame %d is %g, want %g", tt.rate, i, s[0], want)
			}
		}
	}
}

func TestWriteURL(t *testing.T) {
	srv := httptest.NewServer(serve(file(0.25, 22050, 5000)))
	defer srv.Close()
	out := filepath.Join(t.TempDir(), "out.wav")
	must.Do(t, Write(t.Context(), allowLoopback, srv.URL+"/a.wav", out, false))
	got, d := readWAV(t, out)
	if len(got) != 5000 || !slices.Equal(got[:2], [][2]float64{{0.25, 0.25}, {0.25, 0.25}}) ||
		d.Format().SampleRate != 22050 || d.Format().Precision != 2 {
		t.Errorf("%d frames of %+v", len(got), d.Format())
	}
	if err := Write(t.Context(), Config{}, srv.URL, out, false); err == nil {
		t.Error("loopback was not refused")
	}
}

func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	os.WriteFile(text, []byte("<html>hello"), 0o644)
	fifo := filepath.Join(dir, "fifo") // opening it would wait for a writer for ever
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Log("no FIFO:", err)
	}
	for _, src := range []string{"no-such-sound", text, dir, fifo, "/dev/zero", "http://", "ftp://x/y"} {
		out := filepath.Join(dir, "out.wav")
		if err := Write(t.Context(), Config{}, src, out, false); err == nil {
			t.Errorf("%s was written", src)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s left a file behind", src)
		}
	}
}

// TestWriteInPlace: a file may be written over itself, and one that breaks off
// leaves what was there, and nothing else.
func TestWriteInPlace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.wav")
	good := file(0.25, 22050, 50_000)
	os.WriteFile(name, good, 0o644)
	link := filepath.Join(dir, "link.wav")
	os.Symlink(name, link)
	created, _ := os.Stat(name) // with the umask of whoever runs the test
	for _, out := range []string{name, link} {
		must.Do(t, Write(t.Context(), Config{}, name, out, false))
		if now, err := os.Stat(name); err != nil || now.Mode() != created.Mode() {
			t.Errorf("%s: mode %v, want %v", out, now.Mode(), created.Mode())
		}
		if got, _ := readWAV(t, name); len(got) != 50_000 || got[49_999] != [2]float64{0.25, 0.25} {
			t.Fatalf("%s: %d frames are left of 50000", out, len(got))
		}
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(good)))
		w.Write(good[:len(good)/2])
	}))
	defer srv.Close()
	if err := Write(t.Context(), allowLoopback, srv.URL, name, false); err == nil {
		t.Error("a file that broke off was written")
	}
	if got, _ := readWAV(t, name); len(got) != 50_000 {
		t.Errorf("%d frames are left of 50000", len(got))
	}
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("left behind: %v", list)
	}
}

func TestBuiltins(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, WriteAll(t.Context(), Config{Rate: 8000}, dir, true))
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.wav"))
	if want := len(IDs("notifications")) + len(IDs("alarms")) + 1; len(files) != want || want == 0 {
		t.Errorf("%d files of %d sounds", len(files), want)
	}
	for _, src := range []string{"notifications/cat", "cat"} {
		if b, ok := lookup(src); !ok || b != (Builtin{"notifications", "cat"}) {
			t.Errorf("%s is %v", src, b)
		}
	}
	if b, ok := lookup("flap"); !ok || b != (Builtin{synth.Motions, "flap"}) {
		t.Errorf("the sound of a motion is %v", b)
	}
	if !Exists("notifications", "cat") || Exists("alarms", "cat") || Exists("", "") || Exists(synth.Motions, "flap") {
		t.Error("what exists")
	}
	var b bytes.Buffer
	must.Do(t, WAV(&b, "notifications", "cat", 22050))
	pcm, _ := synth.Render("notifications", "cat", 22050)
	if d, err := wav.NewDecoder(&b); err != nil || d.Format().SampleRate != 22050 || b.Len() == 0 || b.Cap() < 2*len(pcm) {
		t.Error(err)
	}
	b.Reset()
	if err := WAV(&b, "notifications", "x", 22050); !errors.Is(err, ErrUnknown) || b.Len() != 0 {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}

func TestPlayOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.wav")
	cfg := allowLoopback
	cfg.Output = "wav:" + out
	quiet := slog.New(slog.DiscardHandler)
	srv := httptest.NewServer(serve(file(0.25, 48000, 12_000)))
	defer srv.Close() // outside of the bubble: while it is waited for no time passes
	synctest.Test(t, func(t *testing.T) {
		must.Do(t, PlayOnce(t.Context(), cfg, quiet, srv.URL, 100))
		got, _ := readWAV(t, out)
		if n := count(got, 8192); n != 12_000 {
			t.Errorf("played %d frames of 12000", n)
		}
		if err := PlayOnce(t.Context(), cfg, quiet, "no-such-file", 100); !strings.Contains(fmt.Sprint(err), "no-such-file") {
			t.Errorf("%v", err)
		}
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		PlayOnce(ctx, cfg, quiet, "alarms/alarm1", 100)
		if d := time.Since(start) - 3*time.Second; d < 0 || d > 400*time.Millisecond {
			t.Errorf("ended %v after it was told to", d)
		}
	})
}

// TestEndToEnd plays an MP3 of a second from a server into a file, twice without
// a gap, then the fallback of a URL that leads nowhere.
func TestEndToEnd(t *testing.T) {
	data := must.Get(os.ReadFile(mp3File(t, 44100, 2)))(t)
	mux := http.NewServeMux()
	mux.HandleFunc("/good.mp3", serve(data))
	srv := httptest.NewServer(mux)
	defer srv.Close()
	out := filepath.Join(t.TempDir(), "out.wav")
	cfg := allowLoopback
	cfg.Output = "wav:" + out
	synctest.Test(t, func(t *testing.T) { // the server is outside: while it is waited for no time passes
		p := NewPlayer(cfg, slog.New(slog.DiscardHandler))
		stop := must.Run(t, p.Run)
		p.Play(Track{Key: "1", URL: srv.URL + "/good.mp3", Repeat: 2, Volume: 100})
		time.Sleep(5 * time.Second)
		p.Play(
			Track{Key: "2", URL: srv.URL + "/missing.mp3", Repeat: 1, Volume: 100, Fallback: Builtin{"notifications", "cat"}})
		time.Sleep(5 * time.Second)
		stop()
	})
	got, _ := readWAV(t, out)
	begin := 0 // the output opens before the sound is there
	for got[begin] == got[0] {
		begin++
	}
	for _, tone := range []struct{ hz, channel int }{{440, 0}, {660, 1}} {
		if a := amplitude(got[begin:begin+96000], tone.hz, tone.channel); a < 0.37 || a > 0.42 { // less if out of step
			t.Errorf("the tone of %d Hz has %.3f, want 0.4", tone.hz, a)
		}
	}
	pcm := must.Get(synth.Render("notifications", "cat", 48000))(t)
	if !contains(got, pcm) {
		t.Error("the fallback is not in the file")
	}
}

// amplitude of a tone, by the sum of its products with sine and cosine.
func amplitude(s [][2]float64, hz, channel int) float64 {
	var re, im float64
	for i, v := range s {
		x := 2 * math.Pi * float64(hz) * float64(i) / 48000
		re += v[channel] * math.Cos(x)
		im += v[channel] * math.Sin(x)
	}
	return 2 * math.Hypot(re, im) / float64(len(s))
}

// contains reports whether pcm is in s, sample for sample.
func contains(s [][2]float64, pcm []int16) bool {
	first := slices.IndexFunc(pcm, func(v int16) bool { return v != 0 })
	pcm = pcm[first:]
	for i := range len(s) - len(pcm) {
		same := true
		for j := 0; same && j < len(pcm); j++ {
			same = int16(s[i+j][0]*32768) == pcm[j]
		}
		if same {
			return true
		}
	}
	return false
}
