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
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestEveryPanelIsToldEverythingAgain: whatever the driver, a picture that stands
// still is sent again within two seconds, so that a panel that lost its supply, or
// got noise for data, shows it again. What chips need besides is in the tests of
// their packages.
func TestEveryPanelIsToldEverythingAgain(t *testing.T) {
	for name, cfg := range samples(t) {
		t.Run(name, func(t *testing.T) {
			b := must.Get(emulate(cfg))(t)
			p := must.Get(b.Open())(t)
			m := pictures(p.Bounds().Size(), true, 1)[0]
			must.Do(t, p.Draw(p.Bounds(), m, image.Point{}))
			want := b.Picture()
			r, ok := p.(Refresher)
			if !ok {
				t.Fatal("it is never sent again")
			}
			for range 3 {
				if after := r.RefreshAfter(); after <= 0 || after > 2*time.Second {
					t.Errorf("sent again after %v", after)
				}
				must.Do(t, r.Refresh())
			}
			if d := Differ(b.Picture(), want); d != nil {
				t.Error(d)
			}
		})
	}
}

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
