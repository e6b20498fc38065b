package hw

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// drivers opens every driver that sends frames by itself, with what costs most:
// patterns, a white channel, several tiles. Those with a refresher process, and
// what wraps a periph driver, have the same test in their packages.
func drivers(t *testing.T) map[string]Panel {
	t.Helper()
	all := map[string]Panel{}
	add := func(name string, p Panel, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = p
	}
	spi := func() *bus.Emulated { return &bus.Emulated{} }
	m, err := max7219.New(spi(), max7219.Config{})
	add("max7219", m, err)
	m, err = max7219.New(spi(), max7219.Config{Modules: 8, Rows: 2, Dither: true})
	add("max7219 with dots", m, err)
	s, err := ws2812.New(spi(), ws2812.Config{})
	add("ws2812", s, err)
	white := ws2812.Config{Order: "GRBW"}
	white.Width, white.Height, white.Tiles = 4, 4, [2]int{2, 2}
	s, err = ws2812.New(spi(), white)
	add("ws2812 with white", s, err)
	s, err = apa102.New(spi(), apa102.Config{})
	add("apa102", s, err)
	s, err = unicornhd.New(spi(), unicornhd.Config{})
	add("unicornhd", s, err)
	l, r := all["ws2812 with white"], all["max7219"]
	add("composite", &composite{size: image.Pt(45, 8), parts: []part{
		{Panel: l, at: l.Bounds()}, {Panel: r, at: r.Bounds().Add(image.Pt(8, 0))},
	}}, nil)
	return all
}

// TestDriversAllocateNothing: not for a picture, new or the same, at any
// brightness, nor when it is sent again.
func TestDriversAllocateNothing(t *testing.T) {
	for name, p := range drivers(t) {
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
	for _, c := range []string{"ws2812", "apa102", "max7219", "unicornhd"} {
		cfg := PanelConfig{Driver: c}
		size, _, err := cfg.Check()
		if err != nil {
			t.Fatal(err)
		}
		b, err := newBench(cfg)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.open()
		if err != nil {
			t.Fatal(err)
		}
		m := pictures(size, true, 1)[0]
		if err := p.Draw(p.Bounds(), m, image.Point{}); err != nil {
			t.Fatal(err)
		}
		before := b.picture()
		clear(m.Pix)
		// Nothing of m is drawn: only a piece outside the panel.
		if err := p.Draw(image.Rect(-5, -5, -1, -1), m, image.Point{}); err != nil {
			t.Fatal(err)
		}
		if d := difference(b.picture(), before); d != nil {
			t.Errorf("%s: %v", c, d)
		}
	}
}
