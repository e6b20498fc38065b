// SPDX-License-Identifier: Apache-2.0

package wav_test

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/sounds/wav"
)

func sine(n int) [][2]float64 {
	out := make([][2]float64, n)
	for i := range out {
		v := 0.8 * math.Sin(float64(i)*0.05)
		out[i] = [2]float64{v, -v / 2}
	}
	return out
}

func write(t *testing.T, f wav.Format, s [][2]float64) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.wav")
	w := must.Get(wav.Create(name, f))(t)
	for i := 0; i < len(s); i += 100 {
		must.Do(t, w.Write(s[i:min(i+100, len(s))]))
	}
	must.Do(t, w.Close())
	return name
}

func decode(t *testing.T, data []byte) ([][2]float64, *wav.Decoder) {
	t.Helper()
	// One byte a read: a network may give that little.
	d := must.Get(wav.NewDecoder(iotest.OneByteReader(bytes.NewReader(data))))(t)
	var out [][2]float64
	buf := make([][2]float64, 700)
	for {
		n, ok := d.Stream(buf)
		if !ok {
			return out, d
		}
		out = append(out, buf[:n]...)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, f := range []wav.Format{
		{Rate: 48000, Channels: 2, Bits: 16},
		{Rate: 8000, Channels: 1, Bits: 16},
		{Rate: 44100, Channels: 2, Bits: 32, Float: true},
		{Rate: 44100, Channels: 2, Bits: 32},
	} {
		in := sine(1234)
		data := must.Get(os.ReadFile(write(t, f, in)))(t)
		out, d := decode(t, data)
		if len(out) != len(in) || int(d.Format().SampleRate) != f.Rate || d.Format().NumChannels != f.Channels {
			t.Fatalf("%+v: %d frames of %+v, want %d", f, len(out), d.Format(), len(in))
		}
		for i := range in {
			want := in[i]
			if f.Channels == 1 {
				m := (want[0] + want[1]) / 2
				want = [2]float64{m, m}
			}
			if math.Abs(out[i][0]-want[0]) > 1.0/65536 || math.Abs(out[i][1]-want[1]) > 1.0/65536 {
				t.Fatalf("%+v: frame %d is %v, want %v", f, i, out[i], want)
			}
		}
	}
}

// TestFloatHeader: what is not PCM says how long its extension of the format is,
// and how many frames there are.
func TestFloatHeader(t *testing.T) {
	name := write(t, wav.Format{Rate: 48000, Channels: 2, Bits: 32, Float: true}, sine(1000))
	more := must.Get(wav.Continue(name, wav.Format{Rate: 48000, Channels: 2, Bits: 32, Float: true}))(t)
	more.Write(sine(234))
	must.Do(t, more.Close())
	data := must.Get(os.ReadFile(name))(t)
	want := "RIFF\xc2\x26\x00\x00WAVEfmt " +
		"\x12\x00\x00\x00\x03\x00\x02\x00\x80\xbb\x00\x00\x00\xdc\x05\x00\x08\x00\x20\x00\x00\x00" +
		"fact\x04\x00\x00\x00\xd2\x04\x00\x00data\x90\x26\x00\x00"
	if string(data[:58]) != want || len(data) != 58+8*1234 {
		t.Errorf("%d bytes, the header is\n%q, want\n%q", len(data), data[:58], want)
	}
	if got, _ := decode(t, data); len(got) != 1234 {
		t.Errorf("%d frames", len(got))
	}
}

func TestClips(t *testing.T) {
	if wav.S16(1.5) != 32767 || wav.S16(-1.5) != -32768 || wav.S32(2) != math.MaxInt32 || wav.S32(-2) != math.MinInt32 {
		t.Error("a sample above full scale wrapped round")
	}
}

// TestSox checks against a program that others wrote. Option -D leaves out
// its dither, which is random and can move a sample of 8 bits by two steps.
func TestSox(t *testing.T) {
	sox := testtool.Find(t, "sox")
	for _, args := range []string{"-b 8 -c 1", "-b 16 -c 2", "-b 24 -c 2", "-b 24 -c 1", "-b 32 -c 2",
		"-b 32 -e floating-point -c 2", "-b 16 -c 6"} {
		name := filepath.Join(t.TempDir(), "a.wav")
		cmd := exec.Command(sox, strings.Fields("-D -n -r 22050 "+args+" "+name+" synth 0.1 sine 440 gain -6")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("sox: %v: %s", err, out)
		}
		data := must.Get(os.ReadFile(name))(t)
		got, _ := decode(t, data)
		if len(got) != 2205 {
			t.Fatalf("%s: %d frames, want 2205", args, len(got))
		}
		for i, s := range got {
			want := 0.501 * math.Sin(2*math.Pi*440*float64(i)/22050)
			if math.Abs(s[0]-want) > 0.012 || math.Abs(s[1]-want) > 0.012 {
				t.Fatalf("%s: frame %d is %v, want %.3f", args, i, s, want)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	good := wav.Header(wav.Format{Rate: 8000, Channels: 1, Bits: 16}, 4)
	edit := func(at int, with ...byte) []byte {
		b := bytes.Clone(good)
		copy(b[at:], with)
		return b
	}
	for _, tt := range []struct {
		name string
		data []byte
	}{
		{"empty", nil},
		{"not RIFF", edit(0, 'X')},
		{"ends in the header", good[:30]},
		{"no channels", edit(22, 0, 0)},
		{"99 channels", edit(22, 99, 0)},
		{"rate zero", edit(24, 0, 0, 0, 0)},
		{"rate 4 GHz", edit(24, 255, 255, 255, 255)},
		{"12 bits", edit(34, 12)},
		{"ADPCM", edit(20, 2)},
		{"format chunk of 4 GiB", edit(16, 255, 255, 255, 255)},
		{"a chunk of 4 GiB before the data", edit(36, 'j', 'u', 'n', 'k', 255, 255, 255, 255)},
		{"data before the format", edit(12, 'd', 'a', 't', 'a')},
	} {
		if _, err := wav.NewDecoder(bytes.NewReader(tt.data)); err == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
}

func TestLyingSize(t *testing.T) {
	f := wav.Format{Rate: 8000, Channels: 1, Bits: 16}
	body := make([]byte, 1001) // half a frame at the end
	for _, size := range []uint32{0, 5000, math.MaxUint32} {
		got, d := decode(t, append(wav.Header(f, size), body...))
		if len(got) != 500 || d.Err() != nil {
			t.Errorf("size %d: %d frames, %v; want the 500 that are there", size, len(got), d.Err())
		}
	}
}

// FuzzDecoder: what is allocated is at most 256 KiB, of which a block of 512 frames
// of 32 channels takes 64, and 4 bytes a byte: a format chunk is kept while it is
// read.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte("RIFF\x00\x00\x00\x00WAVEfmt \x00\x04\x00\x00\x01\x00\x20\x00"))
	f.Add([]byte("RIFF\xff\xff\xff\xffWAVELIST\xff\xff\xff\xff"))
	f.Add(append(wav.Header(wav.Format{Rate: 8000, Channels: 2, Bits: 16}, 8), 1, 2, 3, 4, 5, 6, 7, 8))
	f.Add(append(wav.Header(wav.Format{Rate: 8000, Channels: 1, Bits: 32, Float: true}, 4), 0, 0, 192, 127))
	f.Fuzz(func(t *testing.T, data []byte) {
		buf := make([][2]float64, 300)
		memtest.AtMost(t, 256<<10+4*len(data), func() { drain(t, data, buf) })
	})
}

// drain decodes data to its end.
func drain(t *testing.T, data []byte, buf [][2]float64) {
	d, err := wav.NewDecoder(bytes.NewReader(data))
	if err != nil {
		return
	}
	for total := 0; ; {
		n, ok := d.Stream(buf)
		if !ok {
			return
		}
		for _, s := range buf[:n] {
			if !(math.Abs(s[0]) <= 64 && math.Abs(s[1]) <= 64) {
				t.Fatalf("sample %v", s)
			}
		}
		if total += n; total > len(data) {
			t.Fatal("more samples than bytes")
		}
	}
}
