// SPDX-License-Identifier: Apache-2.0

package st7789

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/fourwire"
)

// The commands (datasheet, section 9.1).
const (
	cmdReset    = 0x01
	cmdSleepOut = 0x11
	cmdNormal   = 0x13
	cmdInvOff   = 0x20
	cmdInvOn    = 0x21
	cmdOff      = 0x28
	cmdOn       = 0x29
	cmdColumns  = 0x2A
	cmdRows     = 0x2B
	cmdWrite    = 0x2C
	cmdAccess   = 0x36
	cmdFormat   = 0x3A
)

// What the chip needs to wake (datasheet, commands 01 and 11).
const (
	afterReset = 120 * time.Millisecond
	afterWake  = 5 * time.Millisecond
)

// Dev is an open display. Only one goroutine may use it.
type Dev struct {
	// Immutable.
	wire fourwire.Wire
	resolved
	disc []uint8 // of each pixel of an LED, how much of it is lit, in 16ths
	// Mutable.
	canvas     *image.RGBA
	next, sent []uint32 // colours of the LEDs, row by row
	valid      bool     // sent is what the display shows
	scale      uint32   // of values, in 65536ths
	lit, told  bool     // the light
	ready      time.Time
	refreshes  int
	out        [5]byte
	pixels     []byte // of a row of LEDs
}

// New opens the display at wire, dark. It owns wire, even if it fails.
func New(wire fourwire.Wire, cfg Config) (*Dev, error) {
	r, err := cfg.resolve()
	if err != nil {
		return nil, errors.Join(err, wire.Close())
	}
	return open(wire, r)
}

// open is New for a resolved Config.
func open(wire fourwire.Wire, r resolved) (*Dev, error) {
	n := r.grid.X * r.grid.Y
	d := &Dev{
		wire: wire, resolved: r, disc: disc(r.pitch), canvas: image.NewRGBA(image.Rectangle{Max: r.layout.Size}),
		next: make([]uint32, n), sent: make([]uint32, n), scale: 1 << 16, lit: true,
		pixels: make([]byte, 2*max(r.module.screen.X, r.module.screen.Y)*mostPitch),
	}
	if err := d.wake(); err != nil {
		return nil, errors.Join(err, wire.Close())
	}
	return d, nil
}

// wake resets the display, by its line and by a command, and sets it up.
func (d *Dev) wake() error {
	err := errors.Join(d.wire.Set(fourwire.Backlight, false), d.wire.Set(fourwire.Reset, false))
	time.Sleep(time.Millisecond) // 10 µs at least
	err = errors.Join(err, d.wire.Set(fourwire.Reset, true))
	time.Sleep(afterReset)
	if err = errors.Join(err, d.tell(cmdReset)); err != nil {
		return fmt.Errorf("st7789: %w", err)
	}
	time.Sleep(afterReset)
	return d.Refresh()
}

// disc returns the coverage of the pixels of an LED, whose diameter is five sixths of the pitch.
func disc(pitch int) []uint8 {
	const fine = 4 // a pixel is looked at in 4×4 places
	all, radius := make([]uint8, pitch*pitch), 0.42*float64(pitch)
	for i := range all {
		for s := range fine * fine {
			x := float64(i%pitch) + (float64(s%fine)+0.5)/fine - float64(pitch)/2
			y := float64(i/pitch) + (float64(s/fine)+0.5)/fine - float64(pitch)/2
			if math.Hypot(x, y) <= radius {
				all[i]++
			}
		}
	}
	return all
}

// Bounds implements panel.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.canvas.Rect }

// SetBrightness implements panel.Panel. The display has the curve of a screen: level
// scales the values; at 0 the light goes out.
func (d *Dev) SetBrightness(level float64) error {
	d.lit = level > 0
	d.scale = uint32(min(max(level, 0), 1) * (1 << 16))
	return nil
}

// Draw implements panel.Panel: it sends the LEDs that changed.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.canvas, r, src, sp, draw.Src)
	d.encode()
	if !d.valid {
		return d.Refresh()
	}
	for y := range d.grid.Y {
		if err := d.changes(y); err != nil {
			return err
		}
	}
	return d.glow()
}

// encode works out the colour of each LED, of which a lit one stays so.
func (d *Dev) encode() {
	for i, at := range d.layout.Pixel {
		p := d.canvas.Pix[4*at : 4*at+3 : 4*at+3]
		c := uint32(0)
		for _, v := range p {
			s := (uint32(v)*d.scale + 1<<15) >> 16
			if v > 0 && d.lit {
				s = max(s, 8) // the least step of red and blue
			}
			c = c<<8 | s
		}
		d.next[i] = c
	}
}

// changes sends the runs of changed LEDs of a row.
func (d *Dev) changes(y int) error {
	next, sent := d.next[y*d.grid.X:][:d.grid.X], d.sent[y*d.grid.X:][:d.grid.X]
	for x := 0; x < len(next); x++ {
		from := x
		for x < len(next) && next[x] != sent[x] {
			x++
		}
		if x > from {
			if err := d.run(from, x, y); err != nil {
				return err
			}
		}
	}
	return nil
}

// run sends the LEDs from a column to another one, without that, of a row.
func (d *Dev) run(from, to, y int) error {
	leds, out := d.next[y*d.grid.X:][from:to], d.pixels[:0]
	for row := range d.pitch {
		disc := d.disc[row*d.pitch:][:d.pitch]
		for _, led := range leds {
			for _, part := range disc {
				p := rgb565(led, uint32(part))
				out = append(out, byte(p>>8), byte(p))
			}
		}
	}
	area := image.Rect(from, y, to, y+1)
	if err := d.fill(image.Rectangle{area.Min.Mul(d.pitch), area.Max.Mul(d.pitch)}.Add(d.corner), out); err != nil {
		return err
	}
	copy(d.sent[y*d.grid.X:][from:to], leds)
	return nil
}

// rgb565 is a colour of which so many 16ths are lit, as the memory has it.
func rgb565(led, part uint32) uint16 {
	r, g, b := led>>16&255, led>>8&255, led&255
	return uint16((r*part>>4)>>3<<11 | (g*part>>4)>>2<<5 | (b*part>>4)>>3)
}

// fill sends the pixels of a part of the screen. Unless all have arrived, the next
// picture is sent whole.
func (d *Dev) fill(area image.Rectangle, pixels []byte) error {
	a := area.Add(d.module.offset)
	valid := d.valid
	d.valid = false
	err := d.span(cmdColumns, a.Min.X, a.Max.X)
	if err == nil {
		err = d.span(cmdRows, a.Min.Y, a.Max.Y)
	}
	if err == nil {
		err = d.tell(cmdWrite)
	}
	if err == nil {
		err = d.wire.Send(true, pixels)
	}
	if err != nil {
		return fmt.Errorf("st7789: %w", err)
	}
	d.valid = valid
	return nil
}

// span sends the first and the last of columns or rows.
func (d *Dev) span(op byte, from, to int) error {
	to--
	return d.tell(op, byte(from>>8), byte(from), byte(to>>8), byte(to))
}

// tell sends a command and its arguments, not before the chip takes them.
func (d *Dev) tell(op byte, args ...byte) error {
	if !d.ready.IsZero() {
		time.Sleep(time.Until(d.ready))
		d.ready = time.Time{}
	}
	d.out[0] = op
	n := copy(d.out[1:], args)
	if err := d.wire.Send(false, d.out[:1]); err != nil || n == 0 {
		return err
	}
	return d.wire.Send(true, d.out[1:1+n])
}

// glow switches the light, if it has to be.
func (d *Dev) glow() error {
	if d.lit == d.told {
		return nil
	}
	if err := d.wire.Set(fourwire.Backlight, d.lit); err != nil {
		return fmt.Errorf("st7789: %w", err)
	}
	d.told = d.lit
	return nil
}

// RefreshAfter implements panel.Refresher.
func (d *Dev) RefreshAfter() time.Duration { return bus.HealEvery }

// Refresh implements panel.Refresher: the display is sent everything, then woken, and
// switched on last, so that it shows the picture and nothing before it. The memory works in
// its sleep.
func (d *Dev) Refresh() error {
	d.valid = false
	access, invert := d.module.access, byte(cmdInvOn)
	if d.bgr {
		access |= 8
	}
	if d.plain {
		invert = cmdInvOff
	}
	if err := errors.Join(d.tell(cmdAccess, access), d.tell(cmdFormat, 0x55), d.tell(invert),
		d.tell(cmdNormal)); err != nil {
		return fmt.Errorf("st7789: %w", err)
	}
	if err := d.all(d.band()); err != nil {
		return err
	}
	err := d.tell(cmdSleepOut)
	d.ready = time.Now().Add(afterWake)
	if err = errors.Join(err, d.tell(cmdOn)); err != nil {
		return fmt.Errorf("st7789: %w", err)
	}
	d.valid = true
	return d.glow()
}

// bands is in how many parts the dark around the LEDs is sent again, one with each
// Refresh: it never changes, and may be most of the screen.
const bands = 16

// band returns the rows of the screen whose dark is sent next: all at first.
func (d *Dev) band() image.Rectangle {
	screen := image.Rectangle{Max: d.module.screen}
	n := d.refreshes % bands
	if d.refreshes++; d.refreshes == 1 {
		return screen
	}
	return image.Rect(0, n*screen.Max.Y/bands, screen.Max.X, (n+1)*screen.Max.Y/bands)
}

// all sends all LEDs, and the dark around them in a part of the screen.
func (d *Dev) all(dark image.Rectangle) error {
	screen := image.Rectangle{Max: d.module.screen}
	leds := image.Rectangle{d.corner, d.corner.Add(d.grid.Mul(d.pitch))}
	for _, around := range [...]image.Rectangle{
		{screen.Min, image.Pt(screen.Max.X, leds.Min.Y)}, {image.Pt(0, leds.Max.Y), screen.Max},
		{image.Pt(0, leds.Min.Y), image.Pt(leds.Min.X, leds.Max.Y)},
		{image.Pt(leds.Max.X, leds.Min.Y), image.Pt(screen.Max.X, leds.Max.Y)},
	} {
		if err := d.darken(around.Intersect(dark)); err != nil {
			return err
		}
	}
	for y := range d.grid.Y {
		if err := d.run(0, d.grid.X, y); err != nil {
			return err
		}
	}
	return nil
}

// darken fills a part of the screen with black, as many rows at once as there is room for.
func (d *Dev) darken(area image.Rectangle) error {
	clear(d.pixels)
	for area.Dx() > 0 && area.Dy() > 0 {
		piece := area
		piece.Max.Y = min(area.Max.Y, area.Min.Y+len(d.pixels)/(2*area.Dx()))
		if err := d.fill(piece, d.pixels[:2*piece.Dx()*piece.Dy()]); err != nil {
			return err
		}
		area.Min.Y = piece.Max.Y
	}
	return nil
}

// Close implements panel.Panel: the screen is black, then off, and its light out.
func (d *Dev) Close() error {
	clear(d.next)
	d.lit = false
	err := errors.Join(d.all(image.Rectangle{Max: d.module.screen}), d.tell(cmdOff))
	return errors.Join(err, d.glow(), d.wire.Close())
}
