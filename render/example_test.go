// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// A text that is wider than its window stands for Hold, then moves. Time is an
// argument: any instant can be drawn, in any order.
func ExampleMarquee() {
	text := image.NewRGBA(image.Rect(0, 0, 6, 2))
	for _, p := range []image.Point{{0, 0}, {1, 1}, {5, 0}} {
		text.Set(p.X, p.Y, color.White)
	}
	m := &render.Marquee{Image: text, Width: 4, Speed: 10}
	window := image.NewRGBA(image.Rect(0, 0, 4, 2))
	for _, t := range []time.Duration{0, render.Hold + 200*time.Millisecond} {
		render.Clear(window)
		m.Draw(window, image.Point{}, t)
		fmt.Println(pixtest.String(window))
	}
	// Output:
	// #...
	// .#..
	//
	// ...#
	// ....
}

// Widgets are layers of a stack, which is a widget.
func ExampleStack() {
	dot := image.NewRGBA(image.Rect(0, 0, 2, 2))
	dot.Set(0, 0, color.RGBA{255, 0, 0, 255})
	dot.Set(1, 1, color.RGBA{255, 0, 0, 255})
	stack := &render.Stack{Bounds: image.Pt(6, 3), Layers: []render.Layer{
		{At: image.Pt(0, 2), Widget: &render.Bar{Bounds: image.Pt(6, 1), Filled: 0.5, Fill: color.RGBA{0, 255, 0, 255}}},
		{At: image.Pt(4, 0), Widget: &render.Still{Image: dot}},
	}}
	frame := image.NewRGBA(image.Rect(0, 0, 6, 3))
	stack.Draw(frame, image.Point{}, 0)
	fmt.Print(pixtest.String(frame))
	// Output:
	// ....R.
	// .....R
	// GGG...
}

// A lead is shown once, the steps over and over.
func ExampleSequence() {
	half := func(part float64) render.Widget {
		return &render.Bar{Bounds: image.Pt(4, 1), Filled: part, Fill: color.RGBA{255, 255, 255, 255}}
	}
	s := render.NewSequence(
		render.Step{Widget: half(1), For: time.Second}, 0, render.Transition{},
		render.Step{Widget: half(0.5), For: 2 * time.Second},
		render.Step{Widget: half(0.25), For: 2 * time.Second},
	)
	frame := image.NewRGBA(image.Rect(0, 0, 4, 1))
	for t := time.Duration(0); t < 7*time.Second; t = s.Next(t) {
		render.Clear(frame)
		s.Draw(frame, image.Point{}, t)
		fmt.Print(t, " ", pixtest.String(frame))
	}
	// Output:
	// 0s ####
	// 1s ##..
	// 3s #...
	// 5s ##..
}

// printer is a panel that prints what is drawn on it.
type printer struct{ drawn chan string }

func (p printer) Bounds() image.Rectangle { return image.Rect(0, 0, 4, 1) }

func (p printer) Draw(_ image.Rectangle, m image.Image, _ image.Point) error {
	select {
	case p.drawn <- pixtest.String(m):
	default: // a panel keeps nobody waiting
	}
	return nil
}

// The loop draws the newest scene, and nothing more while it stands still.
func ExampleLoop() {
	panel := printer{make(chan string, 1)}
	loop := render.NewLoop(panel, slog.New(slog.DiscardHandler))
	loop.Show(render.Scene{
		ID: 1, Level: 1, Start: time.Now(),
		Root: &render.Bar{Bounds: image.Pt(4, 1), Filled: 0.75, Fill: color.RGBA{0, 255, 0, 255}},
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- loop.Run(ctx) }()
	fmt.Print(<-panel.drawn)
	stop()
	fmt.Println(<-ended)
	// Output:
	// GGG.
	// <nil>
}
