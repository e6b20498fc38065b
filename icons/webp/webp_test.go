// SPDX-License-Identifier: Apache-2.0

package webp

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"image"
	"image/color"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// picture is a file, decoded.
type picture struct {
	frames []Frame // with images of their own
	loops  int
}

func decode(data []byte) (p picture, err error) {
	p.loops, err = Walk(data, func(f Frame) error {
		own := *f.Image
		own.Pix = bytes.Clone(f.Image.Pix)
		f.Image = &own
		p.frames = append(p.frames, f)
		return nil
	})
	return p, err
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile("testdata/" + name))(t)
}

// TestLossless: every pixel of every frame is as it was before it was encoded. The
// sum is of the raw frames of ffmpeg's testsrc2=size=64x32:rate=10:duration=3, of
// which libwebp made the file.
func TestLossless(t *testing.T) {
	ic := must.Get(decode(read(t, "lossless.webp")))(t)
	h, n := sha256.New(), 0
	for _, f := range ic.frames {
		for range f.Delay / (100 * time.Millisecond) { // the encoder joins frames that are alike
			h.Write(f.Image.Pix)
			n++
		}
	}
	if n != 30 || ic.loops != 0 {
		t.Errorf("%d frames, %d loops, want 30 for ever", n, ic.loops)
	}
	const want = "da3e8be446025fc3f038983765ad37756abc68b3a19258dbded737af3caa9623"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the sum of the pixels is %s", got)
	}
}

func TestKinds(t *testing.T) {
	for _, row := range []struct {
		name   string
		frames int
		size   image.Point
	}{
		{"lossy.webp", 8, image.Pt(64, 32)},
		{"still.webp", 1, image.Pt(16, 16)},
	} {
		ic, err := decode(read(t, row.name))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if len(ic.frames) != row.frames || ic.frames[0].Image.Rect.Size() != row.size {
			t.Errorf("%s: %d frames of %v", row.name, len(ic.frames), ic.frames[0].Image.Rect)
		}
	}
}

// pixel is a VP8L chunk of one pixel: every code has one symbol, so that no bits
// but these are needed (RFC 9649, 3.7).
func pixel(c color.NRGBA) []byte {
	var bits bitWriter
	bits.put(0x2f, 8)
	bits.put(0, 14) // width and height less one
	bits.put(0, 14)
	bits.put(1, 1) // alpha is used
	bits.put(0, 3) // version
	bits.put(0, 1) // no transform
	bits.put(0, 1) // no colour cache
	bits.put(0, 1) // no meta codes
	for _, symbol := range []uint8{c.G, c.R, c.B, c.A, 0} {
		bits.put(1, 1) // simple
		bits.put(0, 1) // of one symbol
		bits.put(1, 1) // of 8 bits
		bits.put(uint64(symbol), 8)
	}
	return chunkOf("VP8L", bits.bytes)
}

type bitWriter struct {
	bytes []byte
	n     int
}

func (w *bitWriter) put(v uint64, n int) {
	for i := range n {
		if w.n%8 == 0 {
			w.bytes = append(w.bytes, 0)
		}
		w.bytes[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

// chunkOf is a chunk with its padding.
func chunkOf(name string, body []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
	return pad(append(out, body...))
}

// frame is an ANMF of a picture of one pixel; x is even.
func frame(x, flags int, ms int, picture []byte) []byte {
	b := make([]byte, 16)
	putUint24(b, x/2)
	putUint24(b[12:], ms)
	b[15] = byte(flags)
	return chunkOf("ANMF", append(b, picture...))
}

// animated is a whole file of w×1 pixels.
func animated(w, loops int, frames ...[]byte) []byte {
	head := make([]byte, 10)
	head[0] = 2
	putUint24(head[4:], w-1)
	body := append([]byte("WEBP"), chunkOf("VP8X", head)...)
	body = append(body, chunkOf("ANIM", []byte{9, 9, 9, 9, byte(loops), 0})...)
	for _, f := range frames {
		body = append(body, f...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

var red, clear = color.NRGBA{255, 0, 0, 255}, color.NRGBA{}

// TestComposition: what blends, replaces, stays and is cleared.
func TestComposition(t *testing.T) {
	const over, replace, keep, dispose = 0, 2, 0, 1
	data := animated(3, 4,
		frame(0, over|keep, 40, pixel(red)),
		frame(2, over|dispose, 50, pixel(color.NRGBA{0, 255, 0, 255})),
		frame(0, over|keep, 60, pixel(clear)),
		frame(0, replace|keep, 70, pixel(clear)),
		frame(2, over|keep, 0, pixel(color.NRGBA{0, 0, 255, 128})),
	)
	ic := must.Get(decode(data))(t)
	if ic.loops != 4 {
		t.Errorf("%d loops, want 4", ic.loops)
	}
	none, blue := color.RGBA{}, color.RGBA{0, 0, 128, 128}
	opaque := color.RGBA{255, 0, 0, 255}
	for i, row := range []struct {
		why   string
		want  [3]color.RGBA
		delay time.Duration
	}{
		{"the background's colour is not shown", [3]color.RGBA{opaque, none, none}, 40 * time.Millisecond},
		{"the first frame stays", [3]color.RGBA{opaque, none, {0, 255, 0, 255}}, 50 * time.Millisecond},
		{"clear over red is red, and the green is cleared", [3]color.RGBA{opaque, none, none}, 60 * time.Millisecond},
		{"clear in place of red", [3]color.RGBA{none, none, none}, 70 * time.Millisecond},
		{"half clear is premultiplied; no time is a tenth of a second", [3]color.RGBA{none, none, blue},
			100 * time.Millisecond},
	} {
		f := ic.frames[i]
		var got [3]color.RGBA
		for x := range got {
			got[x] = f.Image.RGBAAt(x, 0)
		}
		if got != row.want || f.Delay != row.delay {
			t.Errorf("%s: %v for %v, want %v for %v", row.why, got, f.Delay, row.want, row.delay)
		}
	}
}

func TestRefused(t *testing.T) {
	one := animated(1, 0, frame(0, 0, 10, pixel(red)))
	other := frame(0, 0, 10, pixel(red))
	putUint24(other[8+6:], 1) // a frame of two pixels
	for _, row := range []struct {
		why  string
		data []byte
		says string
	}{
		{"nothing", nil, "not a WebP"},
		{"a GIF", []byte("GIF89a......"), "not a WebP"},
		{"a header alone", []byte("RIFF\x04\x00\x00\x00WEBP"), "not a WebP"},
		{"more than there is", one[:len(one)-1], "ends early"},
		{"a chunk longer than the file", append([]byte("RIFF\x0c\x00\x00\x00WEBP"), "VP8X\xff\xff\xff\xff"...), "ends early"},
		{"an animation without a frame", animated(1, 0), "not a WebP"},
		{"a frame without a picture", animated(1, 0, frame(0, 0, 10, nil)), "no picture"},
		{"a frame beside the picture", animated(1, 0, frame(2, 0, 10, pixel(red))), "outside"},
		{"a picture of another size", animated(2, 0, other), "in a frame of"},
		{"data for a larger picture",
			animated(1, 0, frame(0, 0, 10, append(pixel(red), chunkOf("ALPH", make([]byte, frameSlack))...))), "too many for"},
	} {
		if _, err := decode(row.data); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want an error with %q", row.why, err, row.says)
		}
	}
	if _, err := decode(one); err != nil {
		t.Errorf("the one that the others are made of: %v", err)
	}
}

// TestBrokenLater: the frames before a broken one play, and the file is said not to be whole.
func TestBrokenLater(t *testing.T) {
	good, outside := frame(0, 0, 10, pixel(red)), frame(2, 0, 10, pixel(red))
	whole := animated(1, 0, good, good, good)
	garbled := bytes.Clone(whole)
	garbled[len(garbled)-12] ^= 0xFF // in the last picture's head
	for _, row := range []struct {
		why    string
		data   []byte
		frames int
	}{
		{"all of it", whole, 3},
		{"cut within the last frame", whole[:len(whole)-3], 2},
		{"cut after the second", whole[:len(whole)-len(good)], 2},
		{"the second is broken", animated(1, 0, good, frame(0, 0, 10, nil), good), 1},
		{"the last lies outside", animated(1, 0, good, good, outside), 2},
		{"the last is garbled", garbled, 2},
	} {
		ic, err := decode(row.data)
		info, _ := Inspect(row.data)
		if err != nil || len(ic.frames) != row.frames || info.Frames < row.frames ||
			info.Whole != (row.frames == 3) && row.why != "the last is garbled" {
			t.Errorf("%s: %d frames, %v, %+v", row.why, len(ic.frames), err, info)
		}
	}
}

// FuzzWebP: whatever comes costs memory in proportion to its length and to the
// pixels that come out.
func FuzzWebP(f *testing.F) {
	for _, name := range []string{"lossless.webp", "lossy.webp", "still.webp"} {
		f.Add(read(f, name))
	}
	f.Add(animated(3, 1, frame(0, 1, 40, pixel(red)), frame(2, 2, 40, pixel(clear))))
	f.Fuzz(func(t *testing.T, data []byte) {
		// 150 times the data are a lossless decoder's tables (see frameSlack); 24 a
		// pixel are the canvas, the frame and what it is decoded from.
		pixels := 0
		if info, err := Inspect(data); err == nil {
			pixels = info.Size.X * info.Size.Y * info.Frames
		}
		if pixels > 1<<22 {
			return // only slow
		}
		memtest.AtMost(t, 1<<20+200*len(data)+32*pixels, func() {
			_, _ = Walk(data, func(f Frame) error {
				if !f.Changed.In(f.Image.Rect) || f.Delay < 0 {
					t.Errorf("%v of a frame of %v for %v", f.Changed, f.Image.Rect, f.Delay)
				}
				return nil
			})
		})
	})
}
