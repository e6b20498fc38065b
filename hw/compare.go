package hw

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"time"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// Expectation is what a capture of a panel's wires is compared with.
type Expectation struct {
	// Picture that the panel shall show at some time of the capture, of the
	// panel's size.
	Picture *image.RGBA
	// Brightness that the panel was set to, above 0 to 1; 0 is 1.
	Brightness float64
	// Lines names the lines of the capture that carry the bus, where they do not
	// have their usual names: "MOSI" → "D1".
	Lines vcd.Wiring
}

// Difference is how the frame of a capture that comes closest to the expected
// picture differs from it: of equally close ones the last. A dark frame, as panels
// have when they are switched on, is only closest to a dark picture or where
// there is no other.
type Difference struct {
	At     time.Duration // when the frame was complete
	Frames int           // in the capture
	Wrong  int           // pixels of the frame
	Pixel  image.Point   // the first wrong one, row by row
	Got    color.NRGBA64 // what its LED showed: the light of its channels
	Want   color.NRGBA64 // what it should have

	dark bool // the frame is, the picture is not
}

// closer says whether d comes closer than later, a later frame's; nil does not.
func (d *Difference) closer(later *Difference) bool {
	switch {
	case d == nil:
		return false
	case d.dark != later.dark:
		return later.dark
	}
	return d.Wrong < later.Wrong
}

func (d *Difference) Error() string {
	return fmt.Sprintf("pixel (%d, %d) shows %s, expected %s; %d pixels differ in the closest of %d frames, at %v",
		d.Pixel.X, d.Pixel.Y, web(d.Got), web(d.Want), d.Wrong, d.Frames, d.At)
}

func web(c color.NRGBA64) string { return fmt.Sprintf("#%02x%02x%02x", c.R>>8, c.G>>8, c.B>>8) }

// bench is an emulated panel on which captures are played and pictures drawn.
type bench struct {
	// open opens the panel's driver on the emulated one.
	open func() (Panel, error)
	// play plays a capture and calls frame whenever a frame may be complete.
	play func(d *vcd.Reader, lines vcd.Wiring, frame func(at time.Duration) error) error
	// picture is what the LEDs show.
	picture func() image.Image
}

// Compare plays the dump of a logic analyser, or of a port "vcd:…", into the
// emulated panel that cfg describes. It returns nil when some frame shows the
// expected picture, and a *Difference when none does; another error means that
// it could not tell. Light may differ by one step of 8 bits, as dithering does.
func Compare(cfg PanelConfig, capture io.Reader, want Expectation) error {
	size, _, err := cfg.Check()
	if err != nil {
		return fmt.Errorf("hw: panel: %w", err)
	}
	if got := want.Picture.Rect.Size(); got != size {
		return fmt.Errorf("hw: the expected picture has %d×%d pixels, the panel %d×%d", got.X, got.Y, size.X, size.Y)
	}
	expected, err := drawn(cfg, want)
	if err != nil {
		return fmt.Errorf("hw: %w", err)
	}
	d, err := vcd.NewReader(capture)
	if err != nil {
		return fmt.Errorf("hw: %w", err)
	}
	return played(cfg, d, want.Lines, expected)
}

// drawn is what the LEDs show when the driver draws the expected picture.
func drawn(cfg PanelConfig, want Expectation) (image.Image, error) {
	b, err := newBench(cfg)
	if err != nil {
		return nil, err
	}
	p, err := b.open()
	if err != nil {
		return nil, err
	}
	level := want.Brightness
	if level == 0 {
		level = 1
	}
	if err := p.SetBrightness(level); err != nil {
		return nil, err
	}
	if err := p.Draw(p.Bounds(), want.Picture, want.Picture.Rect.Min); err != nil {
		return nil, err
	}
	return b.picture(), nil
}

// played compares the frames of a capture with what is expected.
func played(cfg PanelConfig, d *vcd.Reader, lines vcd.Wiring, expected image.Image) error {
	b, err := newBench(cfg)
	if err != nil {
		return fmt.Errorf("hw: %w", err)
	}
	var closest *Difference
	frames, matched, nothing := 0, false, dark(expected)
	err = b.play(d, lines, func(at time.Duration) error {
		frames++
		diff := difference(b.picture(), expected)
		if diff == nil {
			matched = true
			return io.EOF // enough
		}
		if diff.At, diff.dark = at, !nothing && dark(b.picture()); !closest.closer(diff) {
			closest = diff
		}
		return nil
	})
	switch {
	case matched:
		return nil
	case err != nil:
		return fmt.Errorf("hw: %w", err)
	case closest == nil:
		return fmt.Errorf("hw: the capture has no frame for a %s panel", cfg.Driver)
	}
	closest.Frames = frames
	return closest
}

// difference is nil when two pictures show the same light.
func difference(got, want image.Image) *Difference {
	var d *Difference
	b := want.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			g := color.NRGBA64Model.Convert(got.At(x, y)).(color.NRGBA64)
			w := color.NRGBA64Model.Convert(want.At(x, y)).(color.NRGBA64)
			if near(g.R, w.R) && near(g.G, w.G) && near(g.B, w.B) {
				continue
			}
			if d == nil {
				d = &Difference{Pixel: image.Pt(x, y), Got: g, Want: w}
			}
			d.Wrong++
		}
	}
	return d
}

// dark says whether no LED is lit.
func dark(m image.Image) bool { return difference(m, image.NewRGBA(m.Bounds())) == nil }

// near is within one step of 8 bits.
func near(a, b uint16) bool { return max(a, b)-min(a, b) <= 257 }

// newBench emulates the panel that cfg describes.
func newBench(cfg PanelConfig) (bench, error) {
	switch cfg.Driver {
	case "max7219":
		return benchMAX7219(cfg.MAX7219)
	case "hub75":
		return benchHUB75(cfg.HUB75)
	case "ws2812":
		return benchWS2812(cfg.WS2812)
	case "apa102":
		return benchAPA102(cfg.APA102)
	case "unicornhd":
		return benchUnicornHD(cfg.UnicornHD)
	case "ssd1306":
		return benchSSD1306(cfg.SSD1306), nil
	case "composite":
		return bench{}, fmt.Errorf("a composite has a bus for each part: compare one part at a time, with a configuration of its own")
	}
	return bench{}, fmt.Errorf("captures of driver %q cannot be compared", cfg.Driver)
}

func benchMAX7219(cfg max7219.Config) (bench, error) {
	if cfg.Levels > 2 {
		return bench{}, fmt.Errorf("levels of gray follow one another too fast for one frame: compare with levels = 2")
	}
	c, err := max7219.NewChain(cfg)
	if err != nil {
		return bench{}, err
	}
	return bench{
		open: func() (Panel, error) { return opened(max7219.New(c, cfg)) },
		play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.SPI(lines, func(at time.Duration, data []byte) error {
				c.Send(data)
				return frame(at)
			})
		},
		picture: func() image.Image { return c.Picture() },
	}, nil
}

func benchHUB75(cfg hub75.Config) (bench, error) {
	e, err := hub75.NewEmulator(cfg)
	if err != nil {
		return bench{}, err
	}
	return bench{
		open: func() (Panel, error) { return e.Panel(), nil },
		play: e.Replay,
		picture: func() image.Image {
			_ = e.Err() // ends the last row's pass; what is wrong is in the picture
			return e.Picture()
		},
	}, nil
}

func benchWS2812(cfg ws2812.Config) (bench, error) {
	s, err := ws2812.NewStrip(cfg)
	if err != nil {
		return bench{}, err
	}
	return bench{
		open: func() (Panel, error) { return opened(ws2812.New(s, cfg)) },
		play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return playStrip(s, d, lines, frame)
		},
		picture: func() image.Image { return s.Picture() },
	}, nil
}

// playStrip plays the level of one wire.
func playStrip(s *ws2812.Strip, d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
	n, last := 0, time.Duration(0)
	check := func() error {
		if s.Frames() == n {
			return nil
		}
		n = s.Frames()
		return frame(last)
	}
	err := d.Changes(lines, vcd.Data, func(at time.Duration, high bool) error {
		last = at
		s.Level(at, high)
		return check()
	})
	if err != nil {
		return err
	}
	s.Rest(last + time.Millisecond) // nothing follows the last frame
	return check()
}

func benchAPA102(cfg apa102.Config) (bench, error) {
	s, err := apa102.NewStrip(cfg)
	if err != nil {
		return bench{}, err
	}
	return bench{
		open: func() (Panel, error) { return opened(apa102.New(s, cfg)) },
		play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.Bits(lines, func(at time.Duration, high bool) error {
				n := s.Frames()
				if s.Bit(high); s.Frames() == n {
					return nil
				}
				return frame(at)
			})
		},
		picture: func() image.Image { return s.Picture() },
	}, nil
}

func benchUnicornHD(cfg unicornhd.Config) (bench, error) {
	h, err := unicornhd.NewHAT(cfg)
	if err != nil {
		return bench{}, err
	}
	return bench{
		open: func() (Panel, error) { return opened(unicornhd.New(h, cfg)) },
		play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.SPI(lines, func(at time.Duration, data []byte) error {
				h.Send(data)
				return frame(at)
			})
		},
		picture: func() image.Image { return h.Picture() },
	}, nil
}

func benchSSD1306(cfg ssd1306.Config) bench {
	c := ssd1306.NewChip(cfg)
	return bench{
		open: func() (Panel, error) { return opened(ssd1306.New(c, cfg)) },
		play: func(d *vcd.Reader, lines vcd.Wiring, frame func(time.Duration) error) error {
			return d.I2C(lines, func(at time.Duration, addr uint16, data []byte) error {
				if c.Send(addr, data) != nil {
					return nil // to another chip on the bus
				}
				return frame(at)
			})
		},
		picture: func() image.Image { return c.Picture() },
	}
}
