// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// snake is a game that was played when it was made: the way of the head, and when
// it got an apple.
type snake struct {
	size  image.Point // pixels
	cell  int         // pixels
	way   []image.Point
	meals []meal
	body  *palette
}

// A meal is an apple, there until the head has taken that many steps.
type meal struct {
	at    image.Point
	until int
}

const (
	snakeSeconds = 30
	snakeSteps   = 300
	firstLength  = 5
)

func newSnake(size image.Point) loop {
	s := &snake{size: size, cell: max(1, size.Y/16), body: ramp(0xe8ff7a, 0x4dff6a, 0x0fd18f, 0x0a8fb8, 0x2a4fd1)}
	s.play(image.Pt(max(size.X/s.cell, 1), max(size.Y/s.cell, 1)))
	return loop{seconds: snakeSeconds, rate: slow, picture: s}
}

// play lets the snake hunt apples until it is stuck or the time is over.
func (s *snake) play(board image.Point) {
	s.way = []image.Point{board.Div(2)}
	apple := s.apple(board, 0)
	for step := 1; step <= snakeSteps; step++ {
		next, ok := s.next(board, apple)
		if !ok {
			break
		}
		s.way = append(s.way, next)
		if next == apple {
			s.meals = append(s.meals, meal{apple, step})
			apple = s.apple(board, step)
		}
	}
	s.meals = append(s.meals, meal{apple, snakeSteps + 1})
}

// apple is a free place, by lot.
func (s *snake) apple(board image.Point, step int) (p image.Point) {
	for k := range 64 {
		p = image.Pt(below(board.X, step, 2*k+9), below(board.Y, step, 2*k+10))
		if !s.on(p, 0) {
			break
		}
	}
	return p
}

// next is the free place nearest to the apple, of those from which it goes on.
func (s *snake) next(board, apple image.Point) (best image.Point, ok bool) {
	head, least := s.way[len(s.way)-1], 0
	for _, d := range [4]image.Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		p := head.Add(d)
		if !p.In(image.Rectangle{Max: board}) || s.on(p, 1) {
			continue
		}
		away := p.Sub(apple)
		cost := away.X*away.X + away.Y*away.Y + 4000*s.walls(board, p)
		if !ok || cost < least {
			best, least, ok = p, cost, true
		}
	}
	return best, ok
}

// walls reports whether there is no way on from p, as 1.
func (s *snake) walls(board, p image.Point) int {
	for _, d := range [4]image.Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		if q := p.Add(d); q.In(image.Rectangle{Max: board}) && !s.on(q, 1) {
			return 0
		}
	}
	return 1
}

// on reports whether p is on the snake without the last tail places of it.
func (s *snake) on(p image.Point, tail int) bool {
	for k := range min(s.long(len(s.meals))-tail, len(s.way)) {
		if s.way[len(s.way)-1-k] == p {
			return true
		}
	}
	return false
}

// long is the length of the snake after so many meals.
func (s *snake) long(meals int) int { return firstLength + 3*meals }

func (s *snake) draw(c canvas, m moment) {
	c.fill(func(int, int) color.RGBA { return color.RGBA{2, 3, 8, 255} })
	steps, light := m.way(len(s.way)*one), m.fade(slow)
	head, eaten := steps/one, 0
	for s.meals[eaten].until <= head {
		eaten++
	}
	beat := 190 + sin(m.turn(snakeSeconds))*66/high
	s.square(c, s.meals[eaten].at, rgb(0xff2a3c), beat*light>>8)
	length := s.long(eaten)
	for k := min(length, head); k >= 0; k-- {
		level := 256
		switch k {
		case 0:
			level = steps % one // the head comes
		case length:
			level = one - steps%one // the tail goes
		}
		s.square(c, s.way[head-k], s.body.at(k*255/length), level*light>>8)
	}
}

func (s *snake) square(c canvas, p image.Point, ink color.RGBA, level int) {
	for i := range s.cell * s.cell {
		c.cover(p.X*s.cell+i%s.cell, p.Y*s.cell+i/s.cell, ink, level)
	}
}
