// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// frames is how many random pictures are recorded and decoded for each panel.
const frames = 100

// pictures are random; of black and white if mono.
func pictures(size image.Point, mono bool, n int) (out []*image.RGBA) {
	rng := rand.New(rand.NewPCG(uint64(size.X), uint64(size.Y)))
	for range n {
		m := image.NewRGBA(image.Rectangle{Max: size})
		for i := range size.X * size.Y {
			c := color.RGBA{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32()), 255}
			if mono {
				c.R = uint8(rng.IntN(2) * 255)
				c.G, c.B = c.R, c.R
			}
			m.SetRGBA(i%size.X, i/size.X, c)
		}
		out = append(out, m)
	}
	return out
}

// recorded draws pictures on a panel whose port records, and returns the file.
func recorded(t *testing.T, cfg PanelConfig, path string, pics []*image.RGBA) {
	t.Helper()
	b := must.Get(Open(Config{Panel: cfg}))(t)
	for _, m := range pics {
		must.Do(t, b.Panel.Draw(m.Rect, m, image.Point{}))
	}
	must.Do(t, b.Panel.Close())
}

// sigrok decodes a file and calls line for each annotation, without its prefix.
func sigrok(t *testing.T, path, decoders, annotations string, line func(string)) {
	t.Helper()
	out, err := exec.Command(testtool.Find(t, "sigrok-cli"), "-I", "vcd", "-i", path, "-P", decoders, "-A",
		annotations).Output()
	must.Do(t, err)
	s := bufio.NewScanner(strings.NewReader(string(out)))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		_, text, _ := strings.Cut(s.Text(), ": ")
		line(text)
	}
}

// sigrokSPI decodes the bytes of each transfer.
func sigrokSPI(t *testing.T, path string, transfer func([]byte)) {
	sigrok(t, path, "spi:clk=CLK:mosi=MOSI:cs=CS", "spi=mosi-transfer", func(text string) {
		b := must.Get(hex.DecodeString(strings.ReplaceAll(text, " ", "")))(t)
		transfer(b)
	})
}

// sequence checks that what is shown is each of the expected pictures in turn.
type sequence struct {
	want []image.Image
	next int
	last *Difference
}

func (s *sequence) shown(got image.Image) {
	if s.next < len(s.want) {
		if s.last = Differ(got, s.want[s.next]); s.last == nil {
			s.next++
		}
	}
}

func (s *sequence) done(t *testing.T) {
	t.Helper()
	if s.next != len(s.want) {
		t.Errorf("picture %d of %d was never shown: %v", s.next+1, len(s.want), s.last)
	}
}

// emulated is what an emulated panel shows of each picture when the driver draws
// it there.
func emulated(t *testing.T, cfg PanelConfig, pics []*image.RGBA) (out []image.Image) {
	t.Helper()
	for _, m := range pics {
		img := must.Get(Light(cfg, m, 1))(t)
		out = append(out, img)
	}
	return out
}

func images(pics []*image.RGBA) (out []image.Image) {
	for _, m := range pics {
		out = append(out, m)
	}
	return out
}

func TestSigrokMAX7219Chain(t *testing.T) {
	testtool.Find(t, "sigrok-cli")
	path := filepath.Join(t.TempDir(), "a.vcd")
	cfg := max7219.Config{Port: "vcd:" + path}
	pics := pictures(image.Pt(37, 8), true, frames)
	recorded(t, NewPanelConfig("max7219", &cfg), path, pics)
	chain := must.Get(max7219.NewChain(cfg))(t)
	sigrokShows(t, path, chain, images(pics))
}

// sigrokShows checks that the transfers in the file show the pictures in turn on a panel.
func sigrokShows[M image.Image](t *testing.T, path string, panel interface {
	Send([]byte)
	Picture() M
}, want []image.Image) {
	t.Helper()
	s := &sequence{want: want}
	sigrokSPI(t, path, func(data []byte) {
		panel.Send(data)
		s.shown(panel.Picture())
	})
	s.done(t)
}

// TestSigrokMAX7219Module reads registers by sigrok's own decoder of the chip,
// which knows one module.
func TestSigrokMAX7219Module(t *testing.T) {
	testtool.Find(t, "sigrok-cli")
	path := filepath.Join(t.TempDir(), "a.vcd")
	pics := pictures(image.Pt(8, 8), true, frames)
	recorded(t, NewPanelConfig("max7219", &max7219.Config{Modules: 1, Port: "vcd:" + path}), path, pics)
	s := &sequence{want: images(pics)}
	shown := image.NewRGBA(image.Rect(0, 0, 8, 8))
	sigrok(t, path, "spi:clk=CLK:mosi=MOSI:cs=CS,max7219", "max7219", func(text string) {
		var digit, value int
		if n, _ := fmt.Sscanf(text, "Digit %d: %x", &digit, &value); n != 2 {
			return
		}
		for x := range 8 {
			shown.Set(x, digit-1, color.Gray{uint8(value >> (7 - x) & 1 * 255)})
		}
		s.shown(shown)
	})
	s.done(t)
}

func small() pixel.Layout { return pixel.Layout{Width: 8, Height: 8} }

func TestSigrokWS2812(t *testing.T) {
	testtool.Find(t, "sigrok-cli")
	path := filepath.Join(t.TempDir(), "a.vcd")
	ws := ws2812.Config{Port: "vcd:" + path, Layout: small()}
	ws.Limit = -1
	cfg := NewPanelConfig("ws2812", &ws)
	pics := pictures(image.Pt(8, 8), false, frames)
	recorded(t, cfg, path, pics)
	s := &sequence{want: emulated(t, cfg, pics)}
	shown, led := image.NewRGBA(image.Rect(0, 0, 8, 8)), 0
	m := must.Get(small().Map(64))(t)
	sigrok(t, path, "rgb_led_ws281x:din=MOSI", "rgb_led_ws281x=rgb:reset", func(text string) {
		var c color.RGBA
		if n, _ := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); n == 3 && led < 64 {
			at := int(m.Pixel[led])
			c.A = 255
			shown.SetRGBA(at%8, at/8, c)
			led++
			return
		}
		if led != 64 && s.next > 0 {
			t.Errorf("%d LEDs before %q", led, text)
		}
		led = 0
		s.shown(shown)
	})
	s.done(t)
}

func TestSigrokAPA102(t *testing.T) {
	testtool.Find(t, "sigrok-cli")
	path := filepath.Join(t.TempDir(), "a.vcd")
	apa := apa102.Config{Port: "vcd:" + path, Layout: small()}
	apa.Limit = -1
	cfg := NewPanelConfig("apa102", &apa)
	pics := pictures(image.Pt(8, 8), false, frames)
	recorded(t, cfg, path, pics)
	strip := must.Get(apa102.NewStrip(apa))(t)
	sigrokShows(t, path, strip, emulated(t, cfg, pics))
}

func TestSigrokUnicornHD(t *testing.T) {
	testtool.Find(t, "sigrok-cli")
	path := filepath.Join(t.TempDir(), "a.vcd")
	u := unicornhd.Config{Port: "vcd:" + path, PowerLimit: -1}
	cfg := NewPanelConfig("unicornhd", &u)
	pics := pictures(image.Pt(16, 16), false, frames)
	recorded(t, cfg, path, pics)
	hat := must.Get(unicornhd.NewHAT(u))(t)
	sigrokShows(t, path, hat, emulated(t, cfg, pics))
}
