// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// blockLength is how many samples make one pair of numbers in a digest.
const blockLength = 256

// digest condenses samples to two numbers for each block of each channel: sums
// with random signs. An error of one sample changes them as much as that
// sample; noise changes them like its RMS times 16.
func digest(s [][2]float64, channels int) (d []float64) {
	r := rand.New(rand.NewPCG(4, 5))
	for ; len(s) > 0; s = s[min(blockLength, len(s)):] {
		block := make([]float64, 2*channels)
		for _, v := range s[:min(blockLength, len(s))] {
			signs := r.Uint64()
			for i := range block {
				block[i] += v[i/2] * float64(1-2*int(signs>>i&1))
			}
		}
		d = append(d, block...)
	}
	return d
}

// TestCorpus compares the committed files with digests of what mpg123 decodes
// from them. A digest may be off by a third of the largest error allowed.
func TestCorpus(t *testing.T) {
	if *update {
		writeCorpus(t)
	}
	for name, b := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			d, s := decodeAll(t, b, DecodeRaw)
			want := must.Get(os.ReadFile("testdata/" + strings.TrimSuffix(name, "mp3") + "digest"))(t)
			got := digest(s, d.Format().NumChannels)
			if len(got) != len(want)/4 {
				t.Fatalf("%d samples: a digest of %d, want %d", len(s), len(got), len(want)/4)
			}
			for i, v := range got {
				ref := float64(math.Float32frombits(binary.LittleEndian.Uint32(want[4*i:])))
				if e := math.Abs(v - ref); !(e < maxError/3) {
					t.Fatalf("block %d of %d is off by %.3g", i, len(got), e)
				}
			}
		})
	}
}

// writeCorpus encodes the files again: three of every rate, and some that have
// what the others lack.
func writeCorpus(t *testing.T) {
	all := []encoding{
		{"44100-free", 44100, 2, []string{"-m", "j", "--freeformat", "-b", "200"}},
		{"48000-crc", 48000, 2, []string{"-m", "j", "-p", "-b", "96"}},
		{"44100-j-cbr320", 44100, 2, []string{"-m", "j", "-b", "320"}},
	}
	for i, rate := range hertz {
		low, middle := kbits[min(i/3, 1)][1], []int{128, 48, 32}[i/3]
		all = append(all,
			encoding{"", rate, 1, []string{"-m", "m", "-b", strconv.Itoa(low)}},
			encoding{"", rate, 2, []string{"-m", "j", "-b", strconv.Itoa(middle)}},
			encoding{"", rate, 2, []string{"-m", "j", "-V", "2"}})
	}
	for _, e := range all {
		if e.name == "" {
			kind := map[string]string{"-b": "cbr", "-V": "vbr"}[e.args[2]]
			e.name = strconv.Itoa(e.rate) + "-" + e.args[1] + "-" + kind + e.args[3]
		}
		length := 0.35
		if e.rate < 16000 {
			length = 2
		}
		b := lame(t, e.rate, length, e.args...)
		var sums []byte
		for _, v := range digest(mpg123(t, b, e.channels), e.channels) {
			sums = binary.LittleEndian.AppendUint32(sums, math.Float32bits(float32(v)))
		}
		for end, data := range map[string][]byte{"mp3": b, "digest": sums} {
			must.Do(t, os.WriteFile("testdata/"+e.name+"."+end, data, 0o666))
		}
	}
}
