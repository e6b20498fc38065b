// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"compress/lzw"
	"errors"
	"image"
	"image/color"
	"io"
)

// canvas composites the frames of one GIF as browsers do: pixels that no frame
// has painted stay clear, whatever the background index says.
type canvas struct {
	img   *image.RGBA
	dirty image.Rectangle // changed since the frame before

	// These say how to remove the last frame again.
	rect     image.Rectangle
	disposal byte
	saved    []uint8 // pixels under rect, for disposal 3

	indices []uint8 // of one frame, reused
	lzw     *lzw.Reader
}

func newCanvas(size image.Point) *canvas {
	return &canvas{img: image.NewRGBA(image.Rectangle{Max: size})}
}

// add removes the last frame and paints f. A frame whose data end early or are
// broken is painted as far as possible: add returns how many pixels that is,
// and the reason.
func (c *canvas) add(f gifFrame) (int, error) {
	c.dirty = c.dispose()
	c.rect, c.disposal = f.rect.Intersect(c.img.Rect), f.disposal
	c.dirty = c.dirty.Union(c.rect)
	if c.disposal == 4 {
		c.disposal = 3 // some encoders write that, and browsers accept it
	}
	if c.disposal == 3 {
		c.saved = save(c.saved[:0], c.img, c.rect)
	}
	n, err := c.decode(f)
	c.paint(f, n)
	return n, err
}

// dispose removes the last frame and returns what changed.
func (c *canvas) dispose() image.Rectangle {
	if c.disposal != 2 && c.disposal != 3 {
		return image.Rectangle{}
	}
	restore(c.img, c.rect, c.saved, c.disposal == 2) // browsers clear to no colour, not the background's
	return c.rect
}

// restore clears r, or puts what save has saved of it back.
func restore(m *image.RGBA, r image.Rectangle, saved []uint8, blank bool) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if blank {
			clear(row(m, r, y))
		} else {
			saved = saved[copy(row(m, r, y), saved):]
		}
	}
}

// row is the bytes of m within r at the height y.
func row(m *image.RGBA, r image.Rectangle, y int) []uint8 {
	return m.Pix[m.PixOffset(r.Min.X, y):m.PixOffset(r.Max.X, y)]
}

func save(dst []uint8, m *image.RGBA, r image.Rectangle) []uint8 {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		dst = append(dst, row(m, r, y)...)
	}
	return dst
}

// decode fills c.indices and returns how many of them the data had.
func (c *canvas) decode(f gifFrame) (int, error) {
	size := f.rect.Dx() * f.rect.Dy()
	if cap(c.indices) < size {
		c.indices = make([]uint8, size)
	}
	c.indices = c.indices[:size]
	if f.width < 2 || f.width > 8 {
		return 0, errors.New("gif: width of codes out of range")
	}
	blocks := &blockReader{rest: f.blocks}
	if c.lzw == nil {
		c.lzw = lzw.NewReader(blocks, lzw.LSB, f.width).(*lzw.Reader)
	} else {
		c.lzw.Reset(blocks, lzw.LSB, f.width)
	}
	return io.ReadFull(c.lzw, c.indices)
}

// paint puts the first n indices of f on the canvas.
func (c *canvas) paint(f gifFrame, n int) {
	colours := lookup(f)
	width := f.rect.Dx()
	for i := 0; i < n; i += width {
		y := f.rect.Min.Y + line(i/width, f.rect.Dy(), f.interlaced)
		if y >= c.rect.Max.Y {
			continue
		}
		from := c.indices[i:min(i+width, n)]
		to := row(c.img, c.rect, y)
		for x := range min(len(from), len(to)/4) {
			if rgba := colours[from[x]]; rgba.A != 0 {
				copy(to[4*x:4*x+4], []uint8{rgba.R, rgba.G, rgba.B, 255})
			}
		}
	}
}

// lookup is the palette of f with clear where nothing is painted.
func lookup(f gifFrame) *[256]color.RGBA {
	var t [256]color.RGBA
	for i := range t {
		t[i].A = 255
		if p := 3 * i; p+3 <= len(f.palette) {
			t[i] = color.RGBA{f.palette[p], f.palette[p+1], f.palette[p+2], 255}
		}
	}
	if f.transparent >= 0 {
		t[f.transparent] = color.RGBA{}
	}
	return &t
}

// line is the row that the i-th line of the data goes to (GIF89a, appendix E).
func line(i, height int, interlaced bool) int {
	if !interlaced {
		return i
	}
	for _, pass := range [...]struct{ start, step int }{{0, 8}, {4, 8}, {2, 4}, {1, 2}} {
		n := max(0, (height-pass.start+pass.step-1)/pass.step)
		if i < n {
			return pass.start + i*pass.step
		}
		i -= n
	}
	return height
}

// blockReader reads the bytes of sub-blocks in a row.
type blockReader struct {
	rest []byte // from a length byte on, when block is empty
	cur  []byte
}

// ReadByte gives the next byte; io.EOF at the terminator or the end.
func (b *blockReader) ReadByte() (byte, error) {
	for len(b.cur) == 0 {
		if len(b.rest) == 0 || b.rest[0] == 0 {
			return 0, io.EOF
		}
		n := min(1+int(b.rest[0]), len(b.rest))
		b.cur, b.rest = b.rest[1:n], b.rest[n:]
	}
	c := b.cur[0]
	b.cur = b.cur[1:]
	return c, nil
}

// Read makes blockReader an io.Reader; lzw uses ReadByte alone.
func (b *blockReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}
