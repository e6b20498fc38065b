// SPDX-License-Identifier: Apache-2.0

// Package awtrix draws frames by the rules of AWTRIX 3, for frames that came over that
// interface: a design for its 32×8 pixels looks the same here (docs/awtrix.md).
//
// The rules were written down from AWTRIX's documentation and from what it shows; its
// letters' rows and widths are kept, their shapes are ours (face.txt).
package awtrix

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// Side is that of an icon.
const Side = 8

// AWTRIX's panel.
const (
	columns = 32
	height  = 8
)

// Grid returns the size in which a panel's picture is drawn, and how many times it is
// enlarged: on 37×8 37×8 once, on 64×32 32×8 twice.
func Grid(panel image.Point) (size image.Point, scale int) {
	scale = max(1, min(panel.X/columns, panel.Y/height))
	if size = image.Pt(panel.X/scale, height); scale > 1 {
		size.X -= size.X % 2 // the middle of its columns is that of the panel's
	}
	return size, scale
}

// Look is taken from the device's settings.
type Look struct {
	Ink   color.RGBA // of everything without its own colour
	Speed float64    // of scrolling, where render.DefaultSpeed is AWTRIX's 100 %; 0 = that
}

// Parts are the parts of a frame that others draw; nil = none.
type Parts struct {
	Icon            render.Widget // of Side pixels each way
	Behind, Overlay render.Widget // of the size of Grid
}

// Picture is a frame by the rules of AWTRIX. Any goroutine may draw it.
type Picture struct {
	// Immutable.
	panel, size     image.Point
	scale           int
	text            text
	motion          motion
	icon            render.Widget // nil = none
	iconOffset      int
	gap             int             // rows of the column behind the icon that text does not reach; 0 = it does
	back            color.RGBA      // of the background
	front           *image.RGBA     // what does not move: drawing, progress, charts
	topText         bool            // the text is in front of all that
	behind, overlay render.Widget   // nil = none
	moving          []render.Widget // the layers that may move by themselves, and the icon
	spare           chan *image.RGBA
}

// New returns the picture of a valid frame.
func New(f *note.Frame, panel image.Point, parts Parts, look Look) *Picture {
	size, scale := Grid(panel)
	p := &Picture{
		panel: panel, size: size, scale: scale, topText: !f.DrawFront,
		back: f.Background.Color.Or(color.RGBA{A: 255}), icon: parts.Icon, behind: parts.Behind, overlay: parts.Overlay,
		iconOffset: f.IconOffset, spare: make(chan *image.RGBA, 1),
	}
	for _, w := range [...]render.Widget{parts.Icon, parts.Behind, parts.Overlay} {
		if w != nil {
			p.moving = append(p.moving, w)
		}
	}
	p.text = newText(f, look)
	p.motion = newMotion(f, p.text.width, size.X, p.icon != nil, look)
	p.motion.late = p.topText
	if p.icon != nil && p.motion.scrolls {
		if p.gap = height; f.Progress != nil {
			p.gap--
		}
	}
	p.front = newCanvas(size, look.Ink).things(f, p.icon != nil)
	p.spare <- image.NewRGBA(image.Rectangle{Max: size})
	return p
}

// Size implements [render.Widget].
func (p *Picture) Size() image.Point { return p.panel }

// Pass returns how long one pass of the text takes; 0 if it does not scroll.
func (p *Picture) Pass() time.Duration { return p.motion.pass() }

// Passes returns how long n passes of the text take, at least one; 0 if it does not scroll.
// Those after the first are shorter if the icon has left for good.
func (p *Picture) Passes(n int) time.Duration { return p.motion.passes(n) }

// Period implements [render.Widget].
func (p *Picture) Period() time.Duration {
	longest := max(p.Pass(), p.text.period())
	for _, w := range p.moving {
		longest = max(longest, w.Period())
	}
	return longest
}

// Next returns when the picture changes after t.
func (p *Picture) Next(t time.Duration) time.Duration {
	next := min(p.motion.next(t), p.text.next(t))
	for _, w := range p.moving {
		next = min(next, render.Next(w, t))
	}
	return next
}

// Draw implements [render.Widget].
func (p *Picture) Draw(dst *image.RGBA, at image.Point, t time.Duration) {
	m := p.take()
	render.Block(m, m.Rect, p.back)
	if w := p.behind; w != nil {
		w.Draw(m, image.Point{}, t)
	}
	now := p.motion.at(frameAt(t))
	if p.topText {
		p.things(m, now, t)
	}
	p.text.draw(m, now.text, t)
	if !p.topText {
		p.things(m, now, t)
	}
	if w := p.overlay; w != nil {
		w.Draw(m, image.Point{}, t)
	}
	p.enlarge(dst, at, m)
	p.give(m)
}

// things draws the icon, and what does not move.
func (p *Picture) things(m *image.RGBA, now place, t time.Duration) {
	if p.icon != nil {
		x := cut(now.icon + float64(p.iconOffset))
		render.Block(m, image.Rect(x, 0, x+Side, Side), color.RGBA{A: 255}) // AWTRIX's icons are opaque
		p.icon.Draw(m, image.Pt(x, 0), t)
		x = cut(now.icon + Side)
		render.Block(m, image.Rect(x, 0, x+1, p.gap), p.back)
	}
	draw.Draw(m, m.Rect, p.front, image.Point{}, draw.Over)
}

// take returns a picture that nobody else draws in.
func (p *Picture) take() *image.RGBA {
	select {
	case m := <-p.spare:
		return m
	default:
		return image.NewRGBA(image.Rectangle{Max: p.size})
	}
}

func (p *Picture) give(m *image.RGBA) {
	select {
	case p.spare <- m:
	default: // another goroutine has put its own there
	}
}
