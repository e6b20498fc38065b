// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"image"
	"image/color"
)

// pong is a ball between two bats that always get it.
type pong struct{ size image.Point }

func newPong(size image.Point) loop { return loop{seconds: 20, rate: fast, picture: &pong{size}} }

// there is a way of length and back, times a pass.
func (m moment) there(times, length int) int {
	if length <= 0 {
		return 0
	}
	at := m.way(times*2*length) % (2 * length)
	return min(at, 2*length-at)
}

func (p *pong) draw(c canvas, m moment) {
	w, h := p.size.X, p.size.Y
	bat, thick := max(2, h*3/8), max(1, h/16)
	c.fill(func(x, y int) color.RGBA {
		if x == w/2 && y%4 < 2 {
			return color.RGBA{30, 34, 60, 255} // the net
		}
		return color.RGBA{2, 3, 10, 255}
	})
	ball := max(1, h/16)
	inner := (w - 2*thick - ball) * one
	x, y := m.there(6, inner)+thick*one, m.there(11, (h-ball)*one)
	for k := 5; k >= 0; k-- { // the ball and where it was
		past := moment{(m.n - 3*k + m.frames) % m.frames, m.frames}
		px, py := past.there(6, inner)+thick*one, past.there(11, (h-ball)*one)
		c.block(px, py, ball, ball, rgb(0xffe9a8), 380>>k)
	}
	p.bat(c, m, 0, y, bat, thick, x, inner, rgb(0xff3d7a))
	p.bat(c, m, w-thick, y, bat, thick, inner-x, inner, rgb(0x2ec4ff))
}

// bat is at the height of the ball when that is near, and lazy when it is far.
func (p *pong) bat(c canvas, m moment, x, ball, bat, thick, away, inner int, ink color.RGBA) {
	room := (p.size.Y - bat) * one
	hit := min(max(ball-bat*one/2+one/2, 0), room)
	lazy := room/2 + sin(m.turn(7)+x)*room/4/high
	near := ease(256 - min(max(away, 0)*256/max(inner, 1)*2, 256))
	c.block(x*one, lazy+(hit-lazy)*near>>8, thick, bat, ink, 256)
}

// bricks is a wall that a ball takes down, played when it is made.
type bricks struct {
	size, brick image.Point
	columns     int
	ball        []image.Point // 256ths of a pixel, of each step
	gone        []int         // the step at which each brick is hit
	inks        *palette
}

const (
	bricksSeconds = 24
	brickRows     = 3
)

func newBricks(size image.Point) loop {
	b := &bricks{size: size, brick: image.Pt(max(3, size.X/9), max(1, size.Y/10)),
		inks: ramp(0xff3d5c, 0xff9a2e, 0xffe14d, 0x3de08a, 0x2e9bff, 0x9a5cff)}
	b.columns = (size.X + b.brick.X - 1) / b.brick.X
	b.play(bricksSeconds * fast)
	return loop{seconds: bricksSeconds, rate: fast, picture: b}
}

func (b *bricks) play(steps int) {
	b.gone = make([]int, brickRows*b.columns)
	for i := range b.gone {
		b.gone[i] = steps
	}
	at, speed := image.Pt(b.size.X*one/3, (b.size.Y-2)*one), image.Pt(b.size.X*2+40, -(b.size.Y*3+30))
	for step := range steps {
		b.ball = append(b.ball, at)
		next := at.Add(speed)
		if next.X < 0 || next.X > (b.size.X-1)*one {
			speed.X = -speed.X
		}
		if next.Y < 0 || next.Y > (b.size.Y-2)*one { // the bat is below
			speed.Y = -speed.Y
		}
		if i, ok := b.brickAt(at.Add(speed)); ok && b.gone[i] == steps {
			b.gone[i], speed.Y = step, -speed.Y
		}
		at = at.Add(speed)
		at = image.Pt(min(max(at.X, 0), max(b.size.X-1, 0)*one), min(max(at.Y, 0), max(b.size.Y-2, 0)*one))
	}
}

// brickAt returns the number of the brick at a place.
func (b *bricks) brickAt(p image.Point) (i int, ok bool) {
	x, y := (p.X+one/2)/one/b.brick.X, (p.Y+one/2)/one/b.brick.Y
	return y*b.columns + x, x >= 0 && y >= 0 && x < b.columns && y < brickRows
}

func (b *bricks) draw(c canvas, m moment) {
	light := m.fade(fast / 2)
	c.fill(func(x, y int) color.RGBA { return b.wall(x, y, m.n, light) })
	for k := 4; k >= 0; k-- { // the ball and where it was
		if m.n-2*k >= 0 {
			at := b.ball[m.n-2*k]
			c.spark(at.X, at.Y, rgb(0xffffff), 2*light>>k)
		}
	}
	bat := max(3, b.size.X/6)
	x := min(max(b.ball[m.n].X-bat*one/2, 0), (b.size.X-bat)*one)
	c.block(x, (b.size.Y-1)*one, bat, 1, rgb(0x9fd0ff), light)
}

// wall is the colour of a pixel at a step: of its brick, or of the ground behind it.
func (b *bricks) wall(x, y, step, light int) color.RGBA {
	col, row := x/b.brick.X, y/b.brick.Y
	if row >= brickRows {
		return color.RGBA{1, 2, 8, 255}
	}
	ink := b.inks.at((col*2 + row*3) * 255 / (2*b.columns + 3*brickRows))
	if x%b.brick.X == b.brick.X-1 && b.brick.X > 3 || b.brick.Y > 2 && y%b.brick.Y == b.brick.Y-1 {
		ink = dim(ink, 90) // the joint
	}
	switch since := step - b.gone[row*b.columns+col]; {
	case since <= 0:
		return dim(ink, light*3>>2)
	case since < 16: // a flash
		return dim(mix(rgb(0xffffff), ink, since*16), (16-since)*16)
	}
	return color.RGBA{1, 2, 8, 255}
}

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
