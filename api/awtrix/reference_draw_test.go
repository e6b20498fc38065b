// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"encoding/json"
	"slices"
)

// progress draws the bar. Documentation: 0 to 100, -1 for no bar; the colours default to
// green on white. It is row 7 from column 0, with an icon from column 8; its length is
// cut to whole pixels.
func (r *reference) progress() {
	percent := asWhole(r.or("progress", -1.0))
	if percent < 0 {
		return
	}
	x := 0
	if r.pic != nil {
		x = 8
	}
	r.fill(x, 7, r.width-x, 1, shade(r.in["progressBC"], white))
	r.fill(x, 7, percent*(r.width-x)/100, 1, shade(r.in["progressC"], rgb{0, 255, 0}))
}

// charts draws bars and line. Documentation: at most 16 values, with an icon 11;
// autoscale is on by default: the largest value is 8 rows.
func (r *reference) charts() {
	x, most := 0, 16
	if r.pic != nil {
		x, most = 9, 11
	}
	columns, color := r.width-x, shade(r.in["color"], white)
	read := func(key string) (v []int) {
		list, _ := r.in[key].([]any)
		for _, one := range list[:min(most, len(list))] {
			v = append(v, asWhole(one))
		}
		if top := max(0, slices.Max(append(v, 0))); truth(r.in["autoscale"], true) {
			for i := range v {
				if v[i] *= 8; top == 0 {
					v[i] = -1
				} else {
					v[i] /= top
				}
			}
		}
		return v
	}
	// Bars have a gap of one pixel; each is as wide as fits, rounded down. Values of 0 and
	// below draw nothing but barBC, which fills the rows behind each.
	bars := read("bar")
	for i, v := range bars {
		w := (columns - (len(bars) - 1)) / len(bars)
		if back := shade(r.in["barBC"], rgb{}); back != (rgb{}) {
			r.fill(x+i*(w+1), 0, w, 8, back)
		}
		r.fill(x+i*(w+1), 8-v, w, v, color)
	}
	// A line joins points at equal distances, cut to whole columns; 0 is below the panel.
	line := read("line")
	for i := 1; i < len(line); i++ {
		step := float32(columns) / float32(len(line)-1)
		r.stroke(x+int(step*float32(i-1)), 8-line[i-1], x+int(step*float32(i)), 8-line[i], color)
	}
}

// stroke draws a line: along its longer side one pixel a step. Observed: the error is
// counted as Bresenham does, for both directions at once.
func (r *reference) stroke(x0, y0, x1, y1 int, c rgb) {
	dx, dy, sx, sy := x1-x0, y1-y0, 1, 1
	if dx < 0 {
		dx, sx = -dx, -1
	}
	if dy < 0 {
		dy, sy = -dy, -1
	}
	for e := dx - dy; ; {
		r.set(x0, y0, c)
		if x0 == x1 && y0 == y1 {
			return
		}
		double := 2 * e
		if double >= -dy {
			e, x0 = e-dy, x0+sx
		}
		if double <= dx {
			e, y0 = e+dx, y0+sy
		}
	}
}

// draw draws the commands. Documentation: the table of drawing instructions.
func (r *reference) draw() {
	list, ok := r.in["draw"].([]any)
	if s, isText := r.in["draw"].(string); isText && !ok {
		_ = json.Unmarshal([]byte(s), &list)
	}
	for _, one := range list {
		m, _ := one.(map[string]any)
		for _, name := range []string{"dp", "dl", "dr", "df", "dc", "dfc", "dt", "db"} {
			if args, ok := m[name].([]any); ok {
				r.command(name, args)
			}
		}
	}
}

func (r *reference) command(name string, args []any) {
	n := func(i int) int {
		if i < len(args) {
			return asWhole(args[i])
		}
		return 0
	}
	ink := func(i int) rgb { // without a colour: the text colour of the settings
		if i < len(args) {
			return shade(args[i], white)
		}
		return white
	}
	switch name {
	case "dp":
		r.set(n(0), n(1), ink(2))
	case "dl":
		r.stroke(n(0), n(1), n(2), n(3), ink(4))
	case "dr":
		r.fill(n(0), n(1), n(2), 1, ink(4))
		r.fill(n(0), n(1)+n(3)-1, n(2), 1, ink(4))
		r.fill(n(0), n(1), 1, n(3), ink(4))
		r.fill(n(0)+n(2)-1, n(1), 1, n(3), ink(4))
	case "df":
		r.fill(n(0), n(1), n(2), n(3), ink(4))
	case "dc":
		for dy, dx := range midpoint(n(2)) {
			for _, d := range [][2]int{{dx, dy}, {dy, dx}} {
				for _, s := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					r.set(n(0)+s[0]*d[0], n(1)+s[1]*d[1], ink(3))
				}
			}
		}
	case "dfc":
		for dy, dx := range midpoint(n(2)) {
			for _, d := range [][2]int{{dx, dy}, {dy, dx}} {
				for _, s := range []int{1, -1} {
					if dy == 0 && d[0] == 0 && dx > 0 {
						continue // Observed: the outermost rows come from the next step
					}
					r.fill(n(0)-d[0], n(1)+s*d[1], 2*d[0]+1, 1, ink(3))
				}
			}
		}
	case "dt": // the top left corner of the letters; textCase does not count
		x := n(0)
		for _, c := range paged(wording(args[2]), false) {
			r.letter(x, n(1)+5, c, ink(3))
			x += advance(c)
		}
	case "db": // 24-bit numbers; black is drawn
		pixels, _ := args[4].([]any)
		for i := range n(2) * n(3) {
			v := 0
			if i < len(pixels) {
				v = asWhole(pixels[i])
			}
			r.set(n(0)+i%n(2), n(1)+i/n(2), rgb{byte(v >> 16), byte(v >> 8), byte(v)})
		}
	}
}

// midpoint returns an eighth of a circle, the column of each row from 0 on, by the
// midpoint algorithm, in which a decision of 0 counts as inside.
func midpoint(radius int) (columns []int) {
	columns = []int{radius}
	for x, y, p := radius, 0, 1-radius; x > y; {
		y++
		if p <= 0 {
			p += 2*y + 1
		} else {
			x--
			p += 2*y - 2*x + 1
		}
		if x < y {
			break
		}
		columns = append(columns, x)
	}
	return columns
}
