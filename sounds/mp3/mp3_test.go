// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"encoding/binary"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

var update = flag.Bool("update", false, "make testdata again with lame and mpg123")

// source is a file in memory.
type source struct{ *bytes.Reader }

func (source) Close() error { return nil }

func file(b []byte) io.ReadCloser { return source{bytes.NewReader(b)} }

// stream is b without Seek.
func stream(b []byte) io.ReadCloser { return io.NopCloser(struct{ io.Reader }{bytes.NewReader(b)}) }

// drain returns all samples that d still has, of whatever format.
func drain(t testing.TB, d *Decoder) [][2]float64 {
	t.Helper()
	var all [][2]float64
	buf := make([][2]float64, 1000) // no multiple of a frame
	for {
		n, ok := d.Stream(buf)
		if ok != (n > 0) {
			t.Fatalf("Stream returned %d, %v", n, ok)
		}
		if !ok {
			return all
		}
		all = append(all, buf[:n]...)
	}
}

// openers are the two ways to open a source.
var openers = map[string]func(io.ReadCloser) (*Decoder, error){"cut": Decode, "raw": DecodeRaw}

// decodeAll decodes b, which must be without error.
func decodeAll(t testing.TB, b []byte, open func(io.ReadCloser) (*Decoder, error)) (*Decoder, [][2]float64) {
	t.Helper()
	d := must.Get(open(file(b)))(t)
	all := drain(t, d)
	must.Do(t, d.Err())
	return d, all
}

// The limits of ISO 11172-4 for full accuracy, full scale being 2 high.
var (
	maxRMS   = math.Exp2(-15) / math.Sqrt(12)
	maxError = math.Exp2(-14)
)

// compare fails unless got is want within the limits, and equally long. It
// returns the RMS and the largest error.
func compare(t testing.TB, got, want [][2]float64) (rms, largest float64) {
	t.Helper()
	must.Equal(t, len(got), len(want), "samples")
	sum, worst := 0.0, 0
	n := min(len(got), len(want))
	for i := range n {
		for ch := range 2 {
			e := math.Abs(got[i][ch] - want[i][ch])
			sum += e * e
			if e > largest || e != e {
				largest, worst = e, i
			}
		}
	}
	rms = math.Sqrt(sum / float64(2*max(n, 1)))
	if !(rms < maxRMS && largest < maxError) {
		t.Errorf("error: RMS %.3g of at most %.3g, largest %.3g of %.3g at sample %d of %d",
			rms, maxRMS, largest, maxError, worst, n)
	}
	return rms, largest
}

// mpg123 returns the samples that mpg123 decodes from b, all of it.
func mpg123(t testing.TB, b []byte, channels int) [][2]float64 {
	t.Helper()
	cmd := exec.Command(testtool.Find(t, "mpg123"), "-q", "-e", "f32", "--no-gapless", "-s", "-")
	cmd.Stdin = bytes.NewReader(b)
	return floats(run(t, cmd), channels)
}

// run returns the output of cmd.
func run(t testing.TB, cmd *exec.Cmd) []byte {
	t.Helper()
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, complaints.Bytes())
	}
	return out
}

// floats reads interleaved 32-bit samples.
func floats(b []byte, channels int) [][2]float64 {
	all := make([][2]float64, len(b)/4/channels)
	for i := range all {
		for ch := range 2 {
			at := 4 * (i*channels + min(ch, channels-1))
			all[i][ch] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[at:])))
		}
	}
	return all
}

// lame encodes the test sound at the given rate. Only to a file can it write the
// Info frame.
func lame(t testing.TB, rate int, length float64, args ...string) []byte {
	t.Helper()
	return encode(t, rate, testSound(rate, length), args...)
}

// encode is lame for any sound.
func encode(t testing.TB, rate int, s [][2]float64, args ...string) []byte {
	t.Helper()
	khz := strconv.FormatFloat(float64(rate)/1000, 'f', -1, 64)
	name := filepath.Join(t.TempDir(), "sound.mp3")
	args = append(args, "--quiet", "--resample", khz, "-", name)
	cmd := exec.Command(testtool.Find(t, "lame"), args...)
	cmd.Stdin = bytes.NewReader(wav(rate, s))
	run(t, cmd)
	return must.Get(os.ReadFile(name))(t)
}

// testSound has all that matters to an encoder: tones that rise to the highest
// frequency, noise that is partly the same on both sides, silence, and knocks,
// for which it switches to short blocks.
func testSound(rate int, length float64) [][2]float64 {
	r := rand.New(rand.NewPCG(uint64(rate), 0))
	s := make([][2]float64, int(length*float64(rate)))
	phase := 0.0
	for i := range s {
		at := float64(i) / float64(len(s))
		phase += math.Pi * 0.9 * at
		middle := 0.2*math.Sin(phase) + 0.05*(2*r.Float64()-1)
		knock := 0.5 * math.Exp(-float64(i%(rate/9))/float64(rate)*300) * (2*r.Float64() - 1)
		for ch := range 2 {
			s[i][ch] = middle + 0.1*math.Sin(float64(i)*(0.02+0.005*float64(ch))) + knock*(0.3+0.7*float64(ch))
			if at > 0.6 && at < 0.7 {
				s[i][ch] = 0
			}
		}
	}
	return s
}

// wav is s as a WAV file of 16 bits.
func wav(rate int, s [][2]float64) []byte {
	b := append([]byte("RIFF"), make([]byte, 40)...)
	copy(b[8:], "WAVEfmt ")
	binary.LittleEndian.PutUint32(b[4:], uint32(36+4*len(s)))
	for i, v := range []uint32{16, 1 | 2<<16, uint32(rate), uint32(4 * rate), 4 | 16<<16} {
		binary.LittleEndian.PutUint32(b[16+4*i:], v)
	}
	copy(b[36:], "data")
	binary.LittleEndian.PutUint32(b[40:], uint32(4*len(s)))
	for _, v := range s {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(v[0]*32767)))
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(v[1]*32767)))
	}
	return b
}

// corpus returns the committed files by name.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/*.mp3")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d files in testdata, want 30 (%v)", len(names), err)
	}
	all := make(map[string][]byte)
	for _, name := range names {
		b := must.Get(os.ReadFile(name))(t)
		all[filepath.Base(name)] = b
	}
	return all
}
