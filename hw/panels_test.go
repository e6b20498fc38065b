// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"bytes"
	"image"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
)

// opened opens a panel of every driver on its emulation, and some with what costs
// most: patterns, a white channel, several tiles. Those with a refresher process
// have the same tests in their packages.
func opened(t *testing.T) map[string]Panel {
	t.Helper()
	white := ws2812.Config{Order: "GRBW"}
	white.Width, white.Height, white.Tiles = 4, 4, [2]int{2, 2}
	configs := samples(t)
	configs["max7219 with dots"] = NewPanelConfig("max7219", &max7219.Config{Modules: 8, Rows: 2, Dither: true})
	configs["ws2812 with white"] = NewPanelConfig("ws2812", &white)
	all := map[string]Panel{}
	for name, cfg := range configs {
		e, err := emulate(cfg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if all[name], err = e.Open(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	l, r := all["ws2812 with white"], all["max7219"]
	all["composite"] = &composite{size: image.Pt(45, 8), tiles: []tile{
		{Panel: l, at: l.Bounds()}, {Panel: r, at: r.Bounds().Add(image.Pt(8, 0))},
	}}
	return all
}

// TestDriversAllocateNothing: not for a picture, new or the same, at any
// brightness, nor when it is sent again.
func TestDriversAllocateNothing(t *testing.T) {
	beneath := map[string]string{
		"ssd1306": "periph's driver allocates",
		"hub75":   "the emulated pins allocate; the driver has a test of its own",
	}
	for name, p := range opened(t) {
		if beneath[name] != "" {
			continue
		}
		pics := pictures(p.Bounds().Size(), false, 2)
		n, level := 0, 0.0
		draw := func() {
			n, level = n+1, level+0.003
			if level > 1 {
				level = 0
			}
			if err := p.SetBrightness(level); err != nil {
				t.Fatal(name, err)
			}
			if err := p.Draw(p.Bounds(), pics[n/2%2], image.Point{}); err != nil {
				t.Fatal(name, err)
			}
		}
		if got := testing.AllocsPerRun(400, draw); got != 0 {
			t.Errorf("%s: %v allocations a Draw", name, got)
		}
		r, ok := p.(Refresher)
		if !ok {
			continue
		}
		if got := testing.AllocsPerRun(400, func() {
			r.RefreshAfter()
			if err := r.Refresh(); err != nil {
				t.Fatal(name, err)
			}
		}); got != 0 {
			t.Errorf("%s: %v allocations a Refresh", name, got)
		}
	}
}

// TestDriversKeepNoPicture: what a caller does with its picture after Draw, it
// does for itself.
func TestDriversKeepNoPicture(t *testing.T) {
	for c, cfg := range samples(t) {
		spec := must.Get(cfg.Spec())(t)
		b := must.Get(emulate(cfg))(t)
		p := must.Get(b.Open())(t)
		m := pictures(spec.Size, true, 1)[0]
		must.Do(t, p.Draw(p.Bounds(), m, image.Point{}))
		before := b.Picture()
		clear(m.Pix)
		// Nothing of m is drawn: only a piece outside the panel.
		must.Do(t, p.Draw(image.Rect(-5, -5, -1, -1), m, image.Point{}))
		if d := Differ(b.Picture(), before); d != nil {
			t.Errorf("%s: %v", c, d)
		}
	}
}

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
		must.Fail(t, err, "no space left", name)
	}
}
