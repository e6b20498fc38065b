// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/testtool"
)

// art is a palette of red, green, blue and white.
var art = []byte{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}

// paint is a frame of the colours R, G, B and W at x, y; '.' is clear.
func paint(x, y int, disposal byte, rows string) rawFrame {
	lines := strings.Fields(rows)
	f := rawFrame{bits: 3, transparent: 7, disposal: disposal, delay: 5}
	f.rect = image.Rect(0, 0, len(lines[0]), len(lines)).Add(image.Pt(x, y))
	for _, c := range []byte(strings.Join(lines, "")) {
		i := strings.IndexByte("RGBW", c)
		f.pixels = append(f.pixels, byte(i&7))
	}
	return f
}

func decodeFrames(t *testing.T, size image.Point, frames ...rawFrame) *Icon {
	t.Helper()
	return must.Get(Decode(rawGIF{size: size, global: art, background: 3, frames: frames}.bytes()))(t)
}

func TestDisposal(t *testing.T) {
	first := "RRRR RRRR RRRR"
	for _, tt := range []struct {
		why    string
		frames []rawFrame
		last   string
	}{
		{"0 leaves the frame", []rawFrame{paint(0, 0, 0, first), paint(1, 1, 0, "GG"), paint(3, 0, 0, "B")},
			"RRRB RGGR RRRR"},
		{"1 leaves the frame", []rawFrame{paint(0, 0, 1, first), paint(1, 1, 1, "GG"), paint(3, 0, 1, "B")},
			"RRRB RGGR RRRR"},
		{"2 clears where the frame was", []rawFrame{paint(0, 0, 1, first), paint(1, 1, 2, "G."), paint(3, 0, 1, "B")},
			"RRRB R..R RRRR"},
		{"3 brings back what was under it", []rawFrame{paint(0, 0, 1, first), paint(1, 1, 3, "GG"), paint(3, 0, 1, "B")},
			"RRRB RRRR RRRR"},
		{"3 twice brings the first back",
			[]rawFrame{paint(0, 0, 1, first), paint(0, 0, 3, "GG"), paint(1, 0, 3, "BB"), paint(3, 2, 1, "B")},
			"RRRR RRRR RRRB"},
		{"3 on the first frame clears", []rawFrame{paint(0, 0, 3, first), paint(1, 1, 1, "G")}, ".... .G.. ...."},
		{"the background colour is not painted", []rawFrame{paint(1, 1, 1, "G")}, ".... .G.. ...."},
		{"clear pixels show what is under them", []rawFrame{paint(0, 0, 1, first), paint(0, 0, 1, "G..G")}, "GRRG RRRR RRRR"},
		{"over the edge is cut off", []rawFrame{paint(0, 0, 1, first), paint(3, 2, 1, "GG GG")}, "RRRR RRRR RRRG"},
	} {
		ic := decodeFrames(t, image.Pt(4, 3), tt.frames...)
		t.Run(tt.why, func(t *testing.T) {
			pixtest.Equal(t, ic.Frames[len(ic.Frames)-1].Image, strings.ReplaceAll(tt.last, " ", "\n"))
		})
	}
}

func TestDelaysAndLoops(t *testing.T) {
	for hundredths, want := range map[uint16]time.Duration{0: 100, 1: 100, 2: 20, 3: 30, 10: 100, 65535: 655350} {
		f := paint(0, 0, 0, "R")
		f.delay = hundredths
		if got := decodeFrames(t, image.Pt(1, 1), f, f).Frames[1].Delay; got != want*time.Millisecond {
			t.Errorf("delay %d is %v, want %v", hundredths, got, want*time.Millisecond)
		}
	}
	for loops, want := range map[int]int{-1: 1, 0: 0, 1: 2, 65535: 65536} {
		ic, err := Decode(
			rawGIF{size: image.Pt(1, 1), global: art, loops: loops, frames: []rawFrame{paint(0, 0, 0, "R")}}.bytes())
		if err != nil || ic.Loops != want {
			t.Errorf("loop count %d plays %d times, want %d; %v", loops, ic.Loops, want, err)
		}
	}
}

// The pixels of whole frames are those of image/gif.
func TestLikeImageGIF(t *testing.T) {
	testtool.Sequential(t)
	for _, g := range corpus() {
		data := g.bytes()
		want, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		got, err := Decode(data)
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		first := image.NewRGBA(image.Rectangle{Max: g.size})
		for i, m := 0, want.Image[0]; i < len(m.Pix); i++ {
			at := m.Rect.Min.Add(image.Pt(i%m.Stride, i/m.Stride))
			first.Set(at.X, at.Y, m.Palette[m.Pix[i]])
		}
		if !bytes.Equal(got.Frames[0].Image.Pix, first.Pix) || len(got.Frames) != len(want.Image) {
			t.Errorf("%s: differs from image/gif", g.name)
		}
	}
}

// large is a GIF of n frames of 1024×1024 pixels in two colours by turns.
func large(n int) []byte {
	g := rawGIF{size: image.Pt(1024, 1024), global: art, loops: 0}
	for i := range n {
		f := rawFrame{rect: image.Rectangle{Max: g.size}, bits: 2, transparent: -1, delay: 4}
		f.pixels = bytes.Repeat([]byte{byte(i % 2)}, 1<<20)
		g.frames = append(g.frames, f)
	}
	return g.bytes()
}

// However many frames a picture has, memory is that of a few.
func TestMemoryOfManyFrames(t *testing.T) {
	testtool.Sequential(t)
	data := large(40)
	if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), "too many at once") {
		t.Errorf("Decode of 160 MB: %v", err)
	}
	frames := 0
	r := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ic := must.Get(decodeFit(t.Context(), data, room{side: 8}))(b)
			frames = len(ic.Frames)
		}
	})
	if frames != 40 || r.AllocedBytesPerOp() > 8<<20 {
		t.Errorf("%d frames took %d bytes", frames, r.AllocedBytesPerOp())
	}
}

func TestWalkStops(t *testing.T) {
	stop := errors.New("stop")
	n := 0
	_, err := Walk(large(3), func(Frame) error { n++; return stop })
	if err != stop || n != 1 {
		t.Errorf("after %d frames: %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := decodeFit(ctx, large(3), room{side: 8}); err == nil {
		t.Error("decoding goes on after its context has ended")
	}
}

func TestDecodeErrors(t *testing.T) {
	png := onePixel()
	for why, data := range map[string][]byte{
		"nothing":              nil,
		"text":                 []byte("hello"),
		"PNG with broken data": bytes.Replace(png, []byte("IDAT"), []byte("IDAX"), 1),
		"GIF without a pixel": rawGIF{size: image.Pt(2, 2), global: art,
			frames: []rawFrame{{rect: image.Rect(0, 0, 2, 2), bits: 2, transparent: -1}}}.bytes(),
	} {
		if ic, err := Decode(data); err == nil || ic != nil || !strings.HasPrefix(err.Error(), "icons: ") {
			t.Errorf("%s: %v, %v", why, ic, err)
		}
	}
}

// gif64 is an animated GIF of n frames of 8×8 pixels.
func gif64(t testing.TB, n int) []byte {
	t.Helper()
	p := color.Palette{color.RGBA{}, color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}}
	g := &gif.GIF{}
	for i := range n {
		m := image.NewPaletted(image.Rect(0, 0, 8, 8), p)
		for j := range m.Pix {
			m.Pix[j] = uint8((j + i*7) * (j + i) % 4)
		}
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 5)
		g.Disposal = append(g.Disposal, byte(i%4))
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

func BenchmarkDecodeGIF64(b *testing.B) {
	data := gif64(b, 64)
	b.ReportAllocs()
	for b.Loop() {
		must.Get(Decode(data))(b)
	}
}

// One frame of the largest size: what a hostile picture costs a frame.
func BenchmarkDecodeLarge(b *testing.B) {
	data := large(1)
	b.ReportAllocs()
	for b.Loop() {
		must.Get(decodeFit(b.Context(), data, room{side: 8}))(b)
	}
}
