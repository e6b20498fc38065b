// SPDX-License-Identifier: Apache-2.0

// Command draw makes and draws every effect, and every view out of the window alone and behind the time, at 64×64, and
// calls mark before each step: who counts its instructions sees where one begins.
package main

import (
	"image"
	"image/color"
	imagedraw "image/draw"
	"runtime"
	"time"

	"github.com/ledpost/ledpost/bench/effects/views"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/window"
)

//go:noinline
func mark() {}

// frames of each effect that are drawn, spread over its period.
const frames = 3

func main() {
	runtime.LockOSThread() // whose instructions are counted
	size := image.Pt(64, 64)
	dst := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(dst)
	draw := func(w render.Widget) {
		for i := range frames {
			mark()
			w.Draw(dst, image.Point{}, w.Period()*time.Duration(2*i+1)/(2*frames)+123*time.Millisecond)
		}
	}
	for _, name := range effects.Backgrounds() {
		mark()
		w, _ := effects.NewBackground(name, size)
		draw(w)
	}
	for _, name := range effects.Overlays() {
		mark()
		w, _ := effects.NewOverlay(name, size)
		draw(w)
	}
	for _, v := range views.All {
		mark()
		w := window.NewPainter(size, v.Land).Paint(v.Scene)
		w.Draw(dst, image.Point{}, 0) // its picture to draw on is made once
		draw(w)
		mark()
		draw(render.NewBacked(w, digits(size)))
	}
	mark()
}

// digits returns the time as a clock draws it before a view.
func digits(size image.Point) render.Widget {
	set, err := fonts.Open(fonts.Options{Rows: size.Y})
	if err != nil {
		panic(err)
	}
	line := set.Digits(24).Line([]fonts.Span{{Text: "10:58", Color: color.RGBA{255, 253, 246, 255}}}).Image
	m := image.NewRGBA(image.Rectangle{Max: size})
	at := size.Sub(line.Rect.Size()).Div(2)
	imagedraw.Draw(m, line.Rect.Add(at), line, line.Rect.Min, imagedraw.Src)
	return &render.Still{Image: m}
}
