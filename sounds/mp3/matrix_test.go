// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"fmt"
	"math"
	"strconv"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// matrixSeconds is the length of the test sound. At other lengths too all files
// are right but one: of frames with main data of three bytes, 8 kbit/s stereo at
// 24 kHz, mpg123 1.31 may read the second channel eight bits early, here not.
const matrixSeconds = 1.2

// TestMatrix encodes 252 files with lame, every sampling rate at every bit rate
// and at two qualities of variable bit rate, mono and joint stereo, and compares
// with what mpg123 decodes.
func TestMatrix(t *testing.T) {
	if testing.Short() {
		t.Skip("encodes 252 files")
	}
	testtool.Find(t, "lame")
	testtool.Find(t, "mpg123")
	var mu sync.Mutex
	files, worstRMS, worst := 0, 0.0, 0.0
	t.Run("files", func(t *testing.T) {
		for _, c := range matrix() {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				b := lame(t, c.rate, matrixSeconds, c.args...)
				d, got := decodeAll(t, b, DecodeRaw)
				if f := d.Format(); int(f.SampleRate) != c.rate || f.NumChannels != c.channels {
					t.Errorf("format is %v", f)
				}
				rms, largest := compare(t, got, mpg123(t, b, c.channels))
				mu.Lock()
				defer mu.Unlock()
				files, worstRMS, worst = files+1, max(worstRMS, rms), max(worst, largest)
			})
		}
	})
	t.Logf("%d files: RMS error at most 2^%.1f (limit 2^%.1f), largest 2^%.1f (limit 2^%.1f)",
		files, math.Log2(worstRMS), math.Log2(maxRMS), math.Log2(worst), math.Log2(maxError))
	must.Equal(t, files, 252, "files")
}

// encoding is one way to encode the test sound.
type encoding struct {
	name     string
	rate     int
	channels int
	args     []string
}

func matrix() (all []encoding) {
	for i, rate := range hertz {
		rates := kbits[min(i/3, 1)][1:]
		if i >= 6 {
			rates = rates[:8] // lame goes up to 64 kbit/s in MPEG-2.5
		}
		for channels, mode := range map[int]string{1: "m", 2: "j"} {
			add := func(kind, flag, value string) {
				all = append(all, encoding{fmt.Sprintf("%d-%s-%s%s", rate, mode, kind, value), rate, channels,
					[]string{"-m", mode, flag, value}})
			}
			for _, kbit := range rates {
				add("cbr", "-b", strconv.Itoa(kbit))
			}
			add("vbr", "-V", "2")
			add("vbr", "-V", "7")
		}
	}
	return all
}
