// SPDX-License-Identifier: Apache-2.0

// Package term shows a panel in a terminal: two pixels a character, as
// half-blocks in 24-bit colour. The panel keeps to the top of the screen;
// what the program prints scrolls below it.
package term

import (
	"fmt"
	"image"
	"image/color"
	"io"
)

// Panel draws on a terminal, whose size may change. All methods are called by
// one goroutine; Draw waits for the terminal.
type Panel struct {
	w       io.Writer
	size    image.Point
	measure func() (columns, rows int)
	columns int
	rows    int
	fits    bool // else nothing is drawn
	cells   []cell
	buf     []byte
}

// cell is a character: its upper and its lower pixel.
type cell struct{ top, bottom color.RGBA }

// Fits reports whether a panel of the given size, with a few lines of text below
// it, fits into a terminal.
func Fits(size image.Point, columns, rows int) bool {
	return size.X+2 <= columns && (size.Y+1)/2+8 <= rows
}

// New clears the screen, reserves its top for a panel of the given size and lets the
// rest scroll. measure returns the terminal's size; Draw asks it each time and lays
// the screen out again when it has changed.
func New(w io.Writer, size image.Point, measure func() (columns, rows int)) (*Panel, error) {
	p := &Panel{w: w, size: size, measure: measure, cells: make([]cell, size.X*((size.Y+1)/2))}
	p.layOut("\x1b[2J") // ED (ECMA-48)
	p.buf = fmt.Appendf(p.buf, "\x1b[%d;1H\x1b[?25l", p.top())
	_, err := w.Write(p.buf)
	return p, err
}

// top is the first line that scrolls: there is a margin of one line around the
// panel.
func (p *Panel) top() int { return (p.size.Y+1)/2 + 3 }

// layOut begins a new screen in buf, after clear: all of it scrolls if the panel
// does not fit.
func (p *Panel) layOut(clear string) {
	p.columns, p.rows = p.measure()
	p.fits = Fits(p.size, p.columns, p.rows)
	p.buf = append(p.buf[:0], clear...)
	p.buf = append(p.buf, "\x1b[r"...) // DECSTBM (VT510)
	if p.fits {
		p.buf = fmt.Appendf(p.buf, "\x1b[%d;%dr", p.top(), p.rows)
	}
	for i := range p.cells {
		p.cells[i] = cell{top: color.RGBA{A: 1}} // unlike anything drawn
	}
}

// follow lays the screen out again if the terminal's size has changed. Printed
// text stays, except under the panel; the next text appears at the bottom.
func (p *Panel) follow() {
	p.buf = p.buf[:0]
	if columns, rows := p.measure(); columns == p.columns && rows == p.rows {
		return
	}
	p.layOut("\x1b[0m")
	for line := 1; p.fits && line < p.top(); line++ {
		p.buf = fmt.Appendf(p.buf, "\x1b[%d;1H\x1b[2K", line) // CUP, EL
	}
	p.buf = fmt.Appendf(p.buf, "\x1b[%d;1H", p.rows)
}

func (p *Panel) Bounds() image.Rectangle { return image.Rectangle{Max: p.size} }

// Draw writes the characters that changed, all of them when the terminal's size
// has.
func (p *Panel) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	p.follow()
	if p.fits {
		p.buf = append(p.buf, "\x1b7"...) // DECSC
		r = r.Intersect(p.Bounds())
		for line := r.Min.Y / 2; line < (r.Max.Y+1)/2; line++ {
			p.drawLine(line, r, src, sp)
		}
		p.buf = append(p.buf, "\x1b[0m\x1b8"...) // SGR, DECRC
	}
	_, err := p.w.Write(p.buf)
	return err
}

func (p *Panel) drawLine(line int, r image.Rectangle, src image.Image, sp image.Point) {
	at := -1 // where the cursor is
	for x := r.Min.X; x < r.Max.X; x++ {
		now := cell{pixel(src, sp, r, x, 2*line), pixel(src, sp, r, x, 2*line+1)}
		was := &p.cells[line*p.size.X+x]
		if now == *was {
			continue
		}
		if at != x {
			p.buf = fmt.Appendf(p.buf, "\x1b[%d;%dH", line+2, x+2)
		}
		*was, at = now, x+1
		p.buf = fmt.Appendf(p.buf, "\x1b[38;2;%d;%d;%d;48;2;%d;%d;%dm▀",
			now.top.R, now.top.G, now.top.B, now.bottom.R, now.bottom.G, now.bottom.B)
	}
}

// pixel is the colour at x, y of the panel; LEDs that are off are gray, so that
// the panel can be seen as one.
func pixel(src image.Image, sp image.Point, r image.Rectangle, x, y int) color.RGBA {
	if y >= r.Max.Y {
		return color.RGBA{}
	}
	c := color.RGBAModel.Convert(src.At(sp.X+x-r.Min.X, sp.Y+y-r.Min.Y)).(color.RGBA)
	return color.RGBA{onTop(c.R), onTop(c.G), onTop(c.B), 255}
}

// onTop adds light to the gray of an LED that is off.
func onTop(v uint8) uint8 {
	const off = 24
	return uint8(off + int(v)*(255-off)/255)
}

// Close gives the whole screen back and puts the cursor at its bottom.
func (p *Panel) Close() error {
	_, err := io.WriteString(p.w, "\x1b[r\x1b[?25h\x1b[999;1H\n")
	return err
}
