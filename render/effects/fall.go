package effects

import (
	"image"
	"image/color"
)

// matrix is green drops that leave a trail, as in the film.
type matrix struct {
	inks *palette
	size image.Point
}

func newMatrix(size image.Point) loop {
	inks := ramp(0x000000, 0x011205, 0x04300f, 0x0a7026, 0x1fc24a, 0xb8ffc9)
	return loop{seconds: 24, rate: fast, picture: &matrix{inks, size}}
}

func (d *matrix) draw(c canvas, m moment) {
	c.fill(func(int, int) color.RGBA { return d.inks[0] })
	trail := max(6, d.size.Y*3/4)
	for x := c.area.Min.X; x < c.area.Max.X; x++ {
		for k := range 2 {
			d.drop(c, m, x, 2*x+k, trail)
		}
	}
}

// drop draws one of the two drops that a column has at most.
func (d *matrix) drop(c canvas, m moment, x, id, trail int) {
	span := d.size.Y + trail + 4 + below(d.size.Y, id, 1)
	passes := max(1, (160+below(160, id, 2))/span)
	head := (m.way(passes*span*one) + below(span, id, 3)*one) % (span * one)
	if id&1 == 1 && below(3, id, 4) > 0 {
		return
	}
	for y := max(c.area.Min.Y, head/one-trail); y < min(c.area.Max.Y, head/one+2); y++ {
		behind := head - y*one
		level := 255 - behind*200/(trail*one)
		if behind < 0 {
			level = 255 + behind
		}
		if behind > one && hash(x*64+y, (m.n/7+hash(x, y)))&7 == 0 {
			level = level * 2 / 3 // letters that change
		}
		if behind > one {
			level = level * (trail*one - behind) / (trail * one)
		}
		ink := d.inks.at(level)
		c.add(x, y, ink, 256)
	}
}

// A shower is the drops of the overlays of rain.
type shower struct {
	size         image.Point
	drops, slant int // slant: pixels to the right for each 4 down
	speed, tail  int // pixels a second; pixels
	level        int // of the ink, 0 to 256
}

const showerSeconds = 12

// rainInk is the colour of water in front of anything.
var rainInk = color.RGBA{120, 175, 255, 255}

func newRain(size image.Point) loop {
	return loop{seconds: showerSeconds, rate: fast, picture: &shower{size, drops(size, 22), 0, 16 + size.Y/2, 3, 200}}
}

// drops is how many there are when each has so many pixels for itself.
func drops(size image.Point, pixels int) int { return max(1, size.X*size.Y/pixels) }

func (s *shower) draw(c canvas, m moment) {
	for id := range s.drops {
		s.drop(c, m, id)
	}
}

// drop draws a drop: each time it comes it is at another place.
func (s *shower) drop(c canvas, m moment, id int) {
	span := s.size.Y + s.tail + 1
	passes := max(1, (s.speed+below(s.speed/2+1, id, 1))*showerSeconds/span)
	way := m.way(passes*span*one) + below(span, id, 2)*one
	head, pass := way%(span*one), way/(span*one)%passes
	x := below(s.size.X+s.size.Y*s.slant/4, id, 3+pass) - s.size.Y*s.slant/4
	for k := range s.tail {
		y := head - k*one
		c.flake((x*4+(y>>8)*s.slant)*one/4, y, rainInk, s.level*(s.tail-k)/s.tail)
	}
}

// snow is flakes that sway.
type snow struct {
	size   image.Point
	flakes int
}

const snowSeconds = 20

func newSnow(size image.Point) loop {
	return loop{seconds: snowSeconds, rate: slow, picture: &snow{size, drops(size, 18)}}
}

func (s *snow) draw(c canvas, m moment) {
	white := color.RGBA{235, 242, 255, 255}
	for id := range s.flakes {
		near := below(256, id, 1) // the near ones are brighter and faster
		span := s.size.Y + 2
		passes := max(1, (3+near/64+s.size.Y/10)*snowSeconds/span)
		way := m.way(passes*span*one) + below(span*one, id, 2)
		y, pass := way%(span*one)-one, way/(span*one)%passes
		x := below(s.size.X, id, 3+pass)*one + sin(m.turn(passes)+hash(id, 4))*one*3/4/high
		c.flake(x, y, white, 110+near/2)
	}
}
