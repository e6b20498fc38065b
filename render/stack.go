// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"time"
)

// Layer is a widget at a position in a Stack.
type Layer struct {
	At     image.Point
	Widget Widget
}

// Stack draws layers over each other, the first at the bottom. It does not clip
// them: each has to lie within the bounds.
type Stack struct {
	Bounds image.Point
	Layers []Layer
}

func (s *Stack) Size() image.Point { return s.Bounds }

// Period returns the longest period of the layers: one pass of a text beside an icon is
// a pass of the text.
func (s *Stack) Period() (longest time.Duration) {
	for _, l := range s.Layers {
		longest = max(longest, l.Widget.Period())
	}
	return longest
}

// Draw relies on every layer drawing inside its own size, and on the stack's maker having
// placed it within the bounds: clipping would cost an allocation.
func (s *Stack) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	for i := range s.Layers {
		s.Layers[i].Widget.Draw(dst, p.Add(s.Layers[i].At), t)
	}
}

func (s *Stack) Next(t time.Duration) time.Duration {
	next := Forever
	for _, l := range s.Layers {
		next = min(next, Next(l.Widget, t))
	}
	return next
}

// turns returns the first layer that is a sequence; nil = no layer is.
func (s *Stack) turns() *Sequence {
	for _, l := range s.Layers {
		if inner, ok := l.Widget.(*Sequence); ok {
			return inner
		}
	}
	return nil
}

// Shifted shows the visible part of a widget that is moved sideways within a strip.
// New ones come from NewShifted.
type Shifted struct {
	widget  Widget
	width   int
	by      int
	scratch scratch
}

// NewShifted returns w in a strip of that width, with w's left edge at column by, which
// may be outside of the strip.
func NewShifted(w Widget, width, by int) *Shifted {
	return &Shifted{w, width, by, newScratch(w.Size())}
}

// Size implements [Widget].
func (s *Shifted) Size() image.Point { return image.Pt(s.width, s.widget.Size().Y) }

// Period implements [Widget].
func (s *Shifted) Period() time.Duration { return s.widget.Period() }

// Draw implements [Widget].
func (s *Shifted) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	m := s.scratch.take()
	s.widget.Draw(m, image.Point{}, t)
	over(dst, image.Rectangle{p, p.Add(s.Size())}, m, p.Add(image.Pt(s.by, 0)))
	s.scratch.give(m)
}

// Next returns when the widget changes next.
func (s *Shifted) Next(t time.Duration) time.Duration { return Next(s.widget, t) }

// Carried is a widget that moves along with a Marquee: it begins at the left edge of the
// marquee's window and moves as the text does. New ones come from NewCarried.
type Carried struct {
	widget  Widget
	by      *Marquee
	once    bool
	scratch scratch
}

// NewCarried returns w carried to the left by m; if once is set, it shows only in the
// first pass.
func NewCarried(w Widget, m *Marquee, once bool) *Carried {
	return &Carried{widget: w, by: m, once: once, scratch: newScratch(w.Size())}
}

// Size implements [Widget]: the window's width.
func (c *Carried) Size() image.Point { return image.Pt(c.by.Width, c.widget.Size().Y) }

// Period implements [Widget].
func (c *Carried) Period() time.Duration { return c.by.Period() }

// Draw implements [Widget].
func (c *Carried) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	if n, _ := pass(t, c.by.Period()); c.once && n > 0 {
		return
	}
	moved := int(c.by.moved(t))
	if moved >= c.scratch.size.X {
		return
	}
	m := c.scratch.take()
	c.widget.Draw(m, image.Point{}, t)
	over(dst, image.Rectangle{p, p.Add(c.Size())}, m, p.Sub(image.Pt(moved, 0)))
	c.scratch.give(m)
}

// Next implements stepper.
func (c *Carried) Next(t time.Duration) time.Duration { return min(Next(c.widget, t), c.by.Next(t)) }

// Inset is a picture that slides from below into a part of another one, which goes on
// around it. New ones come from NewInset.
type Inset struct {
	ground  Widget
	since   time.Duration // t of ground at t = 0
	room    image.Rectangle
	picture Widget
	until   time.Duration // when the picture has left again; Forever = it stays
	scratch scratch
}

// slides is how long an inset slides in, and out.
const slides = 300 * time.Millisecond

// NewInset returns picture in the part room of ground. The picture's time begins when the
// ground's time is since. At until the picture has left again, to below; 0 = it stays.
func NewInset(ground Widget, since time.Duration, room image.Rectangle, picture Widget, until time.Duration) *Inset {
	if until <= 0 {
		until = Forever
	}
	return &Inset{ground, since, room, picture, until, newScratch(room.Size())}
}

// Size implements [Widget].
func (n *Inset) Size() image.Point { return n.ground.Size() }

// Period implements [Widget].
func (n *Inset) Period() time.Duration { return n.picture.Period() }

// Draw implements [Widget].
func (n *Inset) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	n.ground.Draw(dst, p, t+n.since)
	down := n.down(t)
	window := n.room.Add(p)
	if window.Min.Y += down; window.Empty() {
		return
	}
	m := n.scratch.take()
	Clear(m)
	n.picture.Draw(m, image.Point{}, t)
	over(dst, window, m, window.Min)
	n.scratch.give(m)
}

// down returns how many rows below its place the picture is.
func (n *Inset) down(t time.Duration) int {
	way := float64(min(max(t, 0), slides)) / float64(slides)
	if n.until != Forever {
		way = min(way, float64(max(n.until-t, 0))/float64(slides))
	}
	return n.room.Dy() - int(gone(way)*float64(n.room.Dy())+0.5)
}

// Next returns when the ground or the picture changes, or at once while it slides.
func (n *Inset) Next(t time.Duration) time.Duration {
	if t < slides || n.until != Forever && t >= n.until-slides && t < n.until {
		return t + 1
	}
	next := Next(n.picture, t)
	if ground := Next(n.ground, t+n.since); ground != Forever {
		next = min(next, ground-n.since)
	}
	if n.until != Forever && t < n.until {
		next = min(next, n.until-slides)
	}
	return next
}

// scratch holds a picture for temporary use.
type scratch struct{ spare[*image.RGBA] }

func newScratch(size image.Point) scratch {
	return scratch{newSpare(size, func(size image.Point) *image.RGBA { return image.NewRGBA(image.Rectangle{Max: size}) })}
}

// take returns a transparent picture.
func (s *scratch) take() *image.RGBA {
	m := s.spare.take()
	clear(m.Pix)
	return m
}

// spare holds one thing of a size for temporary use. A goroutine that draws while another one uses it makes its own.
type spare[T any] struct {
	size  image.Point
	fresh func(size image.Point) T
	kept  chan T
}

func newSpare[T any](size image.Point, fresh func(image.Point) T) spare[T] {
	s := spare[T]{size, fresh, make(chan T, 1)}
	s.give(fresh(size))
	return s
}

func (s *spare[T]) take() T {
	select {
	case v := <-s.kept:
		return v
	default:
		return s.fresh(s.size)
	}
}

func (s *spare[T]) give(v T) {
	select {
	case s.kept <- v:
	default: // another goroutine has put its own there
	}
}
