// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"time"
)

// pngFile is the chunks of a PNG that matter (PNG, third edition, 5 and 11.3.6): with frames it
// is animated.
type pngFile struct {
	header []byte // the body of IHDR
	shared []byte // whole chunks that every frame needs: palette, transparency
	loops  int    // 0 = for ever
	frames []pngFrame
}

// pngFrame is a frame of an animated PNG.
type pngFrame struct {
	at             image.Rectangle // within the canvas
	delay          time.Duration
	dispose, blend byte
	data           [][]byte // of IDAT or fdAT
}

// What becomes of a frame afterwards, and how it joins what is there.
const (
	pngClear, pngRevert = 1, 2
	pngOver             = 1
)

const signature = "\x89PNG\r\n\x1a\n"

// parsePNG reads the chunks of a PNG up to its end, or to the first that is not whole.
func parsePNG(data []byte) (f pngFile) {
	const head, check = 8, 4 // length and name, checksum
	animated := false
	for rest := data[len(signature):]; len(rest) >= head+check; {
		n := int64(binary.BigEndian.Uint32(rest))
		if n > int64(len(rest)-head-check) {
			break
		}
		whole, body := rest[:head+n+check], rest[head:head+n]
		rest = rest[len(whole):]
		switch string(whole[4:head]) {
		case "IHDR":
			f.header = body
		case "PLTE", "tRNS":
			f.shared = append(f.shared, whole...)
		case "acTL":
			if animated = n >= 8; animated {
				f.loops = int(binary.BigEndian.Uint32(body[4:]) & 0xFFFF)
			}
		case "fcTL":
			if animated {
				f.control(body)
			}
		case "IDAT": // without a frame before it, it is no part of the animation
			f.add(body)
		case "fdAT":
			f.add(body[min(4, len(body)):]) // after its number
		}
	}
	f.tidy()
	return f
}

// control reads a fcTL: number, width, height, x, y, delay as a fraction of seconds, dispose, blend.
func (f *pngFile) control(b []byte) {
	if len(b) < 26 {
		return
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(b[i:]) & 0x7FFFFFFF) }
	at := image.Pt(word(12), word(16))
	over, under := binary.BigEndian.Uint16(b[20:]), binary.BigEndian.Uint16(b[22:])
	under = cmp.Or(under, 100)
	p := pngFrame{dispose: b[24], blend: b[25], delay: time.Duration(over) * time.Second / time.Duration(under)}
	if p.delay == 0 {
		p.delay = gifDelay(0) // as browsers do
	}
	if size := image.Pt(word(4), word(8)); checkSize(size) == nil && at.X <= MaxSide && at.Y <= MaxSide {
		p.at = image.Rectangle{at, at.Add(size)}
	}
	f.frames = append(f.frames, p)
}

// add adds data to the last frame.
func (f *pngFile) add(data []byte) {
	if n := len(f.frames); n > 0 {
		f.frames[n-1].data = append(f.frames[n-1].data, data)
	}
}

// tidy leaves out the first frame that has no data or reaches over the canvas, and all behind it.
func (f *pngFile) tidy() {
	if len(f.header) != 13 {
		f.frames = nil
		return
	}
	canvas := image.Rect(0, 0, int(binary.BigEndian.Uint32(f.header)), int(binary.BigEndian.Uint32(f.header[4:])))
	for i, p := range f.frames {
		if len(p.data) == 0 || p.at.Empty() || !p.at.In(canvas) {
			f.frames = f.frames[:i]
			return
		}
	}
}

// alone returns p as a PNG of its own.
func (f *pngFile) alone(p pngFrame) []byte {
	head := bytes.Clone(f.header)
	binary.BigEndian.PutUint32(head, uint32(p.at.Dx()))
	binary.BigEndian.PutUint32(head[4:], uint32(p.at.Dy()))
	out := pngChunk([]byte(signature), "IHDR", head)
	out = append(out, f.shared...)
	for _, d := range p.data {
		out = pngChunk(out, "IDAT", d)
	}
	return pngChunk(out, "IEND", nil)
}

// pngChunk appends a chunk to out.
func pngChunk(out []byte, name string, body []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)))
	from := len(out)
	out = append(append(out, name...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}

func inspectPNG(data []byte) (facts, error) {
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	// as in the file, interlaced twice, and the canvas
	f := facts{size: image.Pt(c.Width, c.Height), ended: true, each: 2*4 + 4}
	switch c.ColorModel {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		f.each += 2 * 4
		f.dear = 2
	}
	if f.frames = max(1, len(parsePNG(data).frames)); f.frames > 1 {
		f.each += 4 // what a frame lies on
	}
	const each = 4 // a pixel of a PNG, at worst: 16 bits a channel, interlaced
	f.work = f.frames * (c.Width*c.Height*each + frameWork)
	return f, nil
}

func walkPNG(data []byte, visit visitor) (int, error) {
	f := parsePNG(data)
	if len(f.frames) > 1 {
		first, err := png.Decode(bytes.NewReader(f.alone(f.frames[0])))
		if err == nil {
			return f.loops, f.walk(first, visit)
		}
	}
	m, err := png.Decode(bytes.NewReader(data))
	return 0, single(m, err, visit)
}

// walk composites the frames, of which the first is m.
func (f *pngFile) walk(m image.Image, visit visitor) (err error) {
	canvas := image.NewRGBA(
		image.Rect(0, 0, int(binary.BigEndian.Uint32(f.header)), int(binary.BigEndian.Uint32(f.header[4:]))))
	var undone image.Rectangle
	var under []uint8
	for i, p := range f.frames {
		if i > 0 {
			if m, err = png.Decode(bytes.NewReader(f.alone(p))); err != nil {
				return nil // the picture ends before it
			}
		}
		if p.dispose == pngRevert {
			under = save(under[:0], canvas, p.at)
		}
		op := draw.Src
		if p.blend == pngOver {
			op = draw.Over
		}
		draw.Draw(canvas, p.at, m, m.Bounds().Min, op)
		if err := visit(Frame{canvas, p.delay}, undone.Union(p.at)); err != nil {
			return err
		}
		undone = image.Rectangle{}
		if p.dispose == pngClear || p.dispose == pngRevert {
			undone = p.at
			restore(canvas, p.at, under, p.dispose == pngClear)
		}
	}
	return nil
}
