// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"bytes"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestCompareCutCapture: a recording whose program was killed, or whose disk lost
// its power, is compared as far as it goes.
func TestCompareCutCapture(t *testing.T) {
	for name, cfg := range samples(t) {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.vcd")
			b := must.Get(Open(Config{Panel: onPort(t, cfg, "vcd:"+path)}))(t)
			pics := pictures(b.Panel.Bounds().Size(), true, 2)
			for _, m := range []*image.RGBA{pics[0], pics[0], pics[1]} {
				must.Do(t, b.Panel.Draw(m.Rect, m, image.Point{}))
			}
			must.Do(t, b.Panel.Close())
			whole := must.Get(os.ReadFile(path))(t)
			for _, n := range []int{len(whole) * 7 / 8, len(whole)*7/8 + 1, len(whole)*7/8 + 2, len(whole) - 3} {
				for _, tail := range []int{0, 100_000} {
					capture := append(bytes.Clone(whole[:n]), make([]byte, tail)...)
					if err := Compare(cfg, []io.Reader{bytes.NewReader(capture)}, Expectation{Picture: pics[0]}); err != nil {
						t.Errorf("%d of %d bytes and %d zeros, which end %q: %v", n, len(whole), tail, whole[n-8:n], err)
					}
				}
			}
		})
	}
}

// TestRecordingOnAFullDisk: a panel that records nothing does not open.
func TestRecordingOnAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full")
	}
	for name, cfg := range samples(t) {
		b, err := Open(Config{Panel: onPort(t, cfg, "vcd:/dev/full")})
		if err == nil {
			b.Panel.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
