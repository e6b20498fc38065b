// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// rawAPNG is an animated PNG; its hidden picture, if there is one, is no frame.
type rawAPNG struct {
	size   image.Point
	hidden *image.NRGBA
	plays  uint32
	frames []rawPNGFrame
}

type rawPNGFrame struct {
	at             image.Point
	rows           string // of R, G, B, W and '.', which is clear
	over, under    uint16 // the delay
	dispose, blend byte
}

// picture returns the frame's own picture.
func (f rawPNGFrame) picture() *image.NRGBA {
	lines := strings.Fields(f.rows)
	m := image.NewNRGBA(image.Rect(0, 0, len(lines[0]), len(lines)))
	for y, line := range lines {
		for x, c := range line {
			m.Set(x, y, map[rune]color.Color{'R': red, 'G': color.NRGBA{0, 255, 0, 255}, 'B': color.NRGBA{0, 0, 255, 255},
				'W': color.White, '.': color.Transparent}[c])
		}
	}
	return m
}

var red = color.NRGBA{255, 0, 0, 255}

// pixelData returns what a PNG of m has in IDAT, with alpha.
func pixelData(m *image.NRGBA) []byte {
	one := rawPNG{kind: 6, depth: 8, w: m.Rect.Dx(), h: m.Rect.Dy()}
	for _, v := range m.Pix {
		one.samples = append(one.samples, uint16(v))
	}
	whole := one.bytes()
	at := bytes.Index(whole, []byte("IDAT"))
	return whole[at+4 : at+4+int(binary.BigEndian.Uint32(whole[at-4:]))]
}

func (a rawAPNG) bytes() []byte {
	b := bytes.NewBuffer(rawPNG{kind: 6, depth: 8, w: a.size.X, h: a.size.Y}.header())
	chunk(b, "acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(len(a.frames))), a.plays))
	if a.hidden != nil {
		chunk(b, "IDAT", pixelData(a.hidden))
	}
	number := uint32(0)
	next := func() []byte { number++; return binary.BigEndian.AppendUint32(nil, number-1) }
	for i, f := range a.frames {
		m := f.picture()
		control := next()
		for _, v := range []int{m.Rect.Dx(), m.Rect.Dy(), f.at.X, f.at.Y} {
			control = binary.BigEndian.AppendUint32(control, uint32(v))
		}
		control = binary.BigEndian.AppendUint16(control, f.over)
		control = binary.BigEndian.AppendUint16(control, f.under)
		chunk(b, "fcTL", append(control, f.dispose, f.blend))
		if i == 0 && a.hidden == nil {
			chunk(b, "IDAT", pixelData(m))
		} else {
			chunk(b, "fdAT", append(next(), pixelData(m)...))
		}
	}
	chunk(b, "IEND", nil)
	return b.Bytes()
}

// moving has a frame of each kind.
func moving() rawAPNG {
	return rawAPNG{size: image.Pt(4, 2), plays: 3, frames: []rawPNGFrame{
		{rows: "RRRR RRRR", over: 1, under: 20},
		{at: image.Pt(1, 0), rows: "G.", over: 30, under: 0, blend: pngOver, dispose: pngRevert},
		{at: image.Pt(1, 0), rows: "G.", over: 1, under: 2},
		{at: image.Pt(0, 1), rows: "BB", dispose: pngClear},
		{at: image.Pt(3, 1), rows: "W", over: 2, under: 1000},
	}}
}

// TestAnimatedPNG: what blends, replaces, stays, is cleared and comes back, and for how long.
func TestAnimatedPNG(t *testing.T) {
	ic := must.Get(Decode(moving().bytes()))(t)
	if len(ic.Frames) != 5 || ic.Loops != 3 {
		t.Fatalf("%d frames, %d loops", len(ic.Frames), ic.Loops)
	}
	for i, row := range []struct {
		why, want string
		delay     time.Duration
	}{
		{"the first", "RRRR RRRR", 50 * time.Millisecond},
		{"over it; a delay under 0 is in hundredths", "RGRR RRRR", 300 * time.Millisecond},
		{"that is taken back, and clear replaces", "RG.R RRRR", 500 * time.Millisecond},
		{"no time is a tenth of a second", "RG.R BBRR", 100 * time.Millisecond},
		{"the blue is cleared", "RG.R ..R#", 2 * time.Millisecond},
	} {
		if ic.Frames[i].Delay != row.delay {
			t.Errorf("%s: %v, want %v", row.why, ic.Frames[i].Delay, row.delay)
		}
		t.Run(row.why, func(t *testing.T) {
			pixtest.Equal(t, ic.Frames[i].Image, strings.ReplaceAll(row.want, " ", "\n"))
		})
	}
}

// TestOddAnimatedPNG: what is broken in an animation costs no more than the frames behind it.
func TestOddAnimatedPNG(t *testing.T) {
	hidden := moving()
	hidden.hidden = rawPNGFrame{rows: "WWWW WWWW"}.picture()
	outside := moving()
	outside.frames[2].at = image.Pt(3, 0)
	first := moving()
	first.frames[0].rows = "RRRRR RRRRR"
	first.hidden = hidden.hidden
	garbled := moving().bytes()
	at := bytes.LastIndex(garbled, []byte("fdAT"))
	garbled[at+9] ^= 0xFF
	for _, row := range []struct {
		why    string
		data   []byte
		frames int
		begins color.RGBA
	}{
		{"a picture for viewers that know no animation is no frame", hidden.bytes(), 5, color.RGBA{255, 0, 0, 255}},
		{"a frame that reaches over the canvas", outside.bytes(), 2, color.RGBA{255, 0, 0, 255}},
		{"no frame can be read: the picture for others", first.bytes(), 1, color.RGBA{255, 255, 255, 255}},
		{"the last frame is garbled", garbled, 4, color.RGBA{255, 0, 0, 255}},
	} {
		ic, err := Decode(row.data)
		if err != nil || len(ic.Frames) != row.frames || ic.Frames[0].Image.RGBAAt(0, 0) != row.begins {
			t.Errorf("%s: %+v, %v", row.why, ic, err)
		}
	}
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, hidden.hidden))
	if ic := must.Get(Decode(b.Bytes()))(t); len(ic.Frames) != 1 || ic.Frames[0].Delay != 0 {
		t.Errorf("a still PNG: %d frames", len(ic.Frames))
	}
}
