// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

var (
	white = color.RGBA{255, 255, 255, 255}
	dim   = color.RGBA{40, 40, 40, 255}
	red   = color.RGBA{255, 0, 0, 255}
)

// picture makes an image of the art: '#' white, 'R' red, '.' clear.
func picture(art string) *image.RGBA {
	art = pixtest.Clean(art)
	rows := 0
	width := 0
	for i, c := range art {
		if c == '\n' {
			if rows == 0 {
				width = i
			}
			rows++
		}
	}
	m := image.NewRGBA(image.Rect(0, 0, width, rows))
	for y := range rows {
		for x := range width {
			switch art[y*(width+1)+x] {
			case '#':
				m.SetRGBA(x, y, white)
			case 'R':
				m.SetRGBA(x, y, red)
			}
		}
	}
	return m
}

func draw(w render.Widget, size image.Point, t time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	w.Draw(m, image.Point{}, t)
	return m
}

var arrow = picture(`
	#...R
	##..R
	#...R
`)

func TestMarquee(t *testing.T) {
	left := &render.Marquee{Image: arrow, Width: 4, Speed: 10, Gap: 2}
	right := &render.Marquee{Image: arrow, Width: 4, Speed: 10, Gap: 2, Right: true}
	rows := []struct {
		name string
		w    render.Widget
		t    time.Duration
		want string
	}{
		{"holds its start", left, render.Hold, `
			#...
			##..
			#...`},
		{"not moved before the first tenth of a second is over", left, render.Hold + 99*time.Millisecond, `
			#...
			##..
			#...`},
		{"moved by one", left, render.Hold + 100*time.Millisecond, `
			...R
			#..R
			...R`},
		{"a late frame is a later picture", left, render.Hold + 450*time.Millisecond, `
			R...
			R...
			R...`},
		{"the gap is dark", left, render.Hold + 500*time.Millisecond, `
			....
			....
			....`},
		{"starts again", left, render.Hold + 700*time.Millisecond, `
			#...
			##..
			#...`},
		{"read from right to left it starts with its right end", right, 0, `
			...R
			#..R
			...R`},
		{"and moves to the right", right, render.Hold + 100*time.Millisecond, `
			#...
			##..
			#...`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { pixtest.Equal(t, draw(row.w, image.Pt(4, 3), row.t), row.want) })
	}
	if p := left.Period(); p != render.Hold+700*time.Millisecond {
		t.Errorf("period %v, want the hold and (5 + 2) px at 10 px/s", p)
	}
}

// TestSmoothMarqueeIsCrisp: strokes and gaps of a pixel, as in "ting", stay apart
// wherever between two pixels they are.
func TestSmoothMarqueeIsCrisp(t *testing.T) {
	m := &render.Marquee{Image: picture(`#.#.#.`), Width: 6, Speed: 10, Smooth: true}
	for _, row := range []struct {
		why            string
		after          time.Duration // 100 ms are a pixel
		first, another uint8
	}{
		{"a whole pixel", 0, 255, 0},
		{"near one it stays there", 15 * time.Millisecond, 255, 0},
		{"a third of the way", 33 * time.Millisecond, 253, 37},
		{"just before the middle", 49 * time.Millisecond, 249, 70},
		{"the middle is on the other side", 50 * time.Millisecond, 72, 248},
		{"two thirds", 67 * time.Millisecond, 37, 253},
		{"near the next one", 90 * time.Millisecond, 0, 255},
	} {
		got := draw(m, image.Pt(6, 1), render.Hold+row.after)
		for x, want := range []uint8{row.first, row.another, row.first, row.another} {
			if v := got.RGBAAt(x, 0).R; int(v) < int(want)-3 || int(v) > int(want)+3 {
				t.Errorf("%s: pixel %d is %d, want about %d", row.why, x, v, want)
			}
		}
	}
	for after := time.Duration(0); after < 300*time.Millisecond; after += time.Millisecond {
		got := draw(m, image.Pt(6, 1), render.Hold+after)
		if a, b := got.RGBAAt(0, 0).R, got.RGBAAt(1, 0).R; max(a, b) < 2*min(a, b) {
			t.Errorf("after %v stroke and gap are %d and %d: a grey block", after, a, b)
		}
	}
}

func TestAnimation(t *testing.T) {
	frames := []*image.RGBA{picture(`#.`), picture(`.R`)}
	delays := []time.Duration{100 * time.Millisecond, 200 * time.Millisecond}
	ever, once := render.NewAnimation(frames, delays, 0), render.NewAnimation(frames, delays, 1)
	rows := []struct {
		name string
		w    render.Widget
		t    time.Duration
		want string
		next time.Duration
	}{
		{"first frame", ever, 0, `#.`, 100 * time.Millisecond},
		{"to the end of its delay", ever, 99 * time.Millisecond, `#.`, 100 * time.Millisecond},
		{"second frame", ever, 100 * time.Millisecond, `.R`, 300 * time.Millisecond},
		{"the second pass", ever, 350 * time.Millisecond, `#.`, 400 * time.Millisecond},
		{"once: the last frame stays", once, time.Hour, `.R`, render.Forever},
		{"once: known beforehand", once, 150 * time.Millisecond, `.R`, render.Forever},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			pixtest.Equal(t, draw(row.w, image.Pt(2, 1), row.t), row.want)
			if next := render.Next(row.w, row.t); next != row.next {
				t.Errorf("changes next at %v, want %v", next, row.next)
			}
		})
	}
}

func TestStack(t *testing.T) {
	s := &render.Stack{Bounds: image.Pt(6, 3), Layers: []render.Layer{
		{Widget: &render.Still{Image: arrow}},
		{At: image.Pt(4, 1), Widget: &render.Still{Image: picture("#R")}},
	}}
	pixtest.Equal(t, draw(s, image.Pt(6, 3), 0), `
		#...R.
		##..#R
		#...R.
	`)
}

func TestBar(t *testing.T) {
	rows := []struct {
		name string
		part float64
		want string
	}{
		{"empty", 0, `----`},
		{"half", 0.5, `##--`},
		{"rounded", 0.6, `##--`},
		{"full", 1, `####`},
		{"below", -1, `----`},
		{"above", 2, `####`},
	}
	for _, row := range rows {
		b := &render.Bar{Bounds: image.Pt(4, 1), Filled: row.part, Fill: white, Track: dim}
		pixtest.Equal(t, draw(b, b.Bounds, 0), row.want)
	}
}

func TestChart(t *testing.T) {
	rows := []struct {
		name   string
		values []float64
		want   string
	}{
		{"scaled to the highest", []float64{4, 8, 2, 0}, `
			.#..
			.#..
			##..
			###.`},
		{"negative ones hang", []float64{2, 1, -1, -2}, `
			#...
			##..
			..RR
			...R`},
		{"all negative", []float64{-1, -2, -3, -4}, `
			RRRR
			.RRR
			..RR
			...R`},
		{"a small value is seen", []float64{1, 1000, 0, -1}, `
			.#..
			.#..
			##..
			...R`},
		{"a small value above a large one below 0 is seen too", []float64{1, -1000, 0, -1}, `
			#...
			.R.R
			.R..
			.R..`},
		{"too many are averaged down", []float64{8, 8, 8, 0, 0, 0, 4, 4}, `
			#...
			#...
			##.#
			##.#`},
		{"few are spread", []float64{2, 1}, `
			##..
			##..
			####
			####`},
		{"nothing but zeros is a line", []float64{0, 0}, `
			....
			....
			....
			####`},
		{"equal ones are half as high", []float64{7, 7, 7}, `
			....
			....
			####
			####`},
		{"equal negative ones too", []float64{-7}, `
			RRRR
			RRRR
			....
			....`},
		{"averages of equal ones are equal", []float64{49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49}, `
			....
			....
			####
			####`},
		{"close together: from the smallest", []float64{1000, 1003, 1001, 1002}, `
			.#..
			.#.#
			.###
			####`},
		{"close together and negative", []float64{-20, -23, -21, -22}, `
			RRRR
			.RRR
			.R.R
			.R..`},
		{"from 0 down to half of the largest", []float64{4, 3, 2, 4}, `
			#..#
			##.#
			####
			####`},
		{"from 0 with one that is 0", []float64{1000, 1003, 0, 1002}, `
			##.#
			##.#
			##.#
			##.#`},
		{"close to each other either side of 0", []float64{9, -9, 10, -10}, `
			#.#.
			#.#.
			.R.R
			.R.R`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := columnsOf(image.Pt(4, 4), row.values, white, red)
			pixtest.Equal(t, draw(c, image.Pt(4, 4), 0), row.want)
		})
	}
}

// TestSmallCharts: a chart of one row or column is one, a smaller one nothing.
func TestSmallCharts(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		want string
	}{
		{image.Pt(3, 1), `##.`}, {image.Pt(1, 3), ".\n#\n#"}, {image.Pt(0, 4), ""}, {image.Pt(4, 0), ""},
	} {
		c := columnsOf(row.size, []float64{2, 1, 0}, white, red)
		if row.size.X < 1 || row.size.Y < 1 {
			if c.Size() != (image.Point{}) {
				t.Errorf("%v: size %v", row.size, c.Size())
			}
			continue
		}
		pixtest.Equal(t, draw(c, row.size, 0), row.want)
	}
}

func TestConformance(t *testing.T) {
	frames := []*image.RGBA{picture(`##`), picture(`#.`)}
	delays := []time.Duration{time.Second, time.Second / 2}
	widgets := map[string]render.Widget{
		"still":       &render.Still{Image: arrow},
		"nothing":     &render.Still{},
		"animation":   render.NewAnimation(frames, delays, 0),
		"finite":      render.NewAnimation(frames, delays, 2),
		"marquee":     &render.Marquee{Image: arrow, Width: 3, Gap: 1},
		"odd speed":   &render.Marquee{Image: arrow, Width: 3, Speed: 37.7, Gap: 1},
		"smooth":      &render.Marquee{Image: arrow, Width: 3, Smooth: true},
		"right":       &render.Marquee{Image: arrow, Width: 3, Right: true},
		"bar":         &render.Bar{Bounds: image.Pt(4, 1), Filled: 0.3, Fill: white, Track: dim},
		"chart":       columnsOf(image.Pt(4, 4), []float64{1, -3, 9}, white, red),
		"to the left": render.NewShifted(&render.Marquee{Image: arrow, Width: 3}, 4, -2),
		"far off":     render.NewShifted(render.NewAnimation(frames, delays, 0), 4, 9),
		"stack": &render.Stack{Bounds: image.Pt(8, 3),
			Layers: []render.Layer{{Widget: &render.Still{Image: arrow}},
				{At: image.Pt(5, 0), Widget: &render.Marquee{Image: arrow, Width: 3}}}},
	}
	steps := []render.Step{{Widget: &render.Still{Image: arrow}, For: time.Second},
		{Widget: &render.Marquee{Image: arrow, Width: 3}, For: 2 * time.Second}}
	for name, enter := range map[string]render.Transition{"cut": {},
		"fade":  {Style: render.Fade, For: 300 * time.Millisecond},
		"slide": {Style: render.Slide, For: 300 * time.Millisecond}} {
		for _, passes := range []int{0, 1, 2} {
			widgets[fmt.Sprintf("sequence, %s, %d passes", name, passes)] = render.NewSequence(render.Step{}, passes,
				enter, steps...)
			widgets[fmt.Sprintf("sequence+lead, %s, %d passes", name, passes)] = render.NewSequence(steps[0], passes, enter,
				render.Step{Widget: render.NewAnimation(frames, delays, 0), For: time.Second})
		}
	}
	for name, w := range widgets {
		t.Run(name, func(t *testing.T) { rendertest.Check(t, w) })
	}
}

// columnsOf returns a chart of columns, those of negative values in the colour below.
func columnsOf(size image.Point, values []float64, above, below color.RGBA) *render.Chart {
	return render.Plot{Columns: values, Ink: func(v float64) color.RGBA {
		if v < 0 {
			return below
		}
		return above
	}}.Chart(size)
}
