// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/internal/must"
)

// A point of the window, in CSS pixels from its upper left corner.
type point struct{ X, Y float64 }

// Press presses what has a name, in this part.
func (p Part) Press(name string) {
	p.page.t.Helper()
	p.Control(name).Click()
}

// Click presses the part once it stands still, is enabled and receives the pointer.
func (p Part) Click() {
	p.page.t.Helper()
	p.page.presses++
	p.page.until("to press "+p.String(), func() error {
		at, err := ask[point](p.page, "aim", p.path)
		if err != nil {
			return err
		}
		if err := p.page.button(true, at); err != nil {
			return err
		}
		missed, err := ask[bool](p.page, "missed")
		if e := p.page.button(false, at); e != nil {
			return e
		}
		if err == nil && missed {
			return errThere("it moves away")
		}
		return nil
	})
}

// PressDuring is Press by a mouse that is held down until f has returned.
func (p Part) PressDuring(name string, f func()) {
	p.page.t.Helper()
	p.page.presses++
	p = p.Control(name)
	at := now[point](p.page, "to press "+p.String(), "aim", p.path)
	must.Do(p.page.t, p.page.button(true, at))
	f()
	must.Do(p.page.t, p.page.button(false, at))
}

// button presses the left button of the mouse at a place, or lets it go there.
func (p *Page) button(down bool, at point) error {
	if p.other != nil {
		return p.other.button(p.ctx, down, at)
	}
	kind := input.DispatchMouseEventType("mouseReleased")
	if down {
		kind = "mousePressed"
	}
	return chromedp.Do(p.ctx, chromedp.MouseEvent(kind, at.X, at.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// Type puts a text in place of what a field has.
func (p Part) Type(label, text string) {
	p.page.t.Helper()
	p.Field(label).Write(text)
}

// Write is Type for a part that is a field.
func (p Part) Write(text string) {
	p.page.t.Helper()
	now[string](p.page, "to write into "+p.String(), "write", p.path, text)
}

// Select selects letters of the part, a field of text, from one up to another.
func (p Part) Select(from, to int) {
	p.page.t.Helper()
	now[bool](p.page, "to select in "+p.String(), "select", p.path, from, to)
}

// Set gives a field a value as a picker does: a slider, a time, a date, a colour. The value is as
// HTML has it.
func (p Part) Set(label, value string) {
	p.page.t.Helper()
	p.Field(label).Put(value)
}

// Put is Set for a part that is a field.
func (p Part) Put(value string) {
	p.page.t.Helper()
	p.page.presses++
	now[string](p.page, "to set "+p.String(), "put", p.path, value)
}

// Choose chooses what a list offers by this name.
func (p Part) Choose(label, option string) {
	p.page.t.Helper()
	p.Field(label).Pick(option)
}

// Pick is Choose for a part that is a list.
func (p Part) Pick(option string) {
	p.page.t.Helper()
	p.page.presses += 2 // one opens the list
	now[string](p.page, "to choose “"+option+"” in "+p.String(), "pick", p.path, p.page.said(option))
}

// Tick sets or clears a box, or turns a switch on or off.
func (p Part) Tick(label string, on bool) {
	p.page.t.Helper()
	p.Box(label).Turn(on)
}

// Switch turns the only switch of the part on or off.
func (p Part) Switch(on bool) {
	p.page.t.Helper()
	p.CSS("[role=switch]").Turn(on)
}

// Turn is Tick for a part that is a box or a switch.
func (p Part) Turn(on bool) {
	p.page.t.Helper()
	if now[bool](p.page, "a switch: "+p.String(), "checked", p.path) != on {
		p.Click()
	}
}

// Focus gives the part the focus.
func (p Part) Focus() {
	p.page.t.Helper()
	now[bool](p.page, "to focus "+p.String(), "focus", p.path)
}

// Drag brings the part to another with the mouse, and drops it beyond the middle of that.
func (p Part) Drag(to Part) {
	p.page.t.Helper()
	p.drag(mouse, beyond(to))
}

// Swipe is Drag with a finger.
func (p Part) Swipe(to Part) {
	p.page.t.Helper()
	p.drag(finger, beyond(to))
}

// Carry is Swipe by a finger that first rests on the part until held shows.
func (p Part) Carry(to, held Part) {
	p.page.t.Helper()
	p.page.presses++
	from := now[point](p.page, "to hold "+p.String(), "aim", p.path)
	p.page.do("hold "+p.String(), touches(touch(input.DispatchTouchEventTypeTouchStart, from.X, from.Y)))
	held.Shows()
	end := beyond(to)(from)
	p.page.do("carry "+p.String(), touches(touch(input.DispatchTouchEventTypeTouchMove, end.X, end.Y),
		touch(input.DispatchTouchEventTypeTouchEnd)))
}

// DragBy brings the part with the mouse to a place that is x and y CSS pixels away.
func (p Part) DragBy(x, y float64) {
	p.page.t.Helper()
	p.drag(mouse, func(from point) point { return point{from.X + x, from.Y + y} })
}

// SwipeBy is DragBy with a finger.
func (p Part) SwipeBy(x, y float64) {
	p.page.t.Helper()
	p.drag(finger, func(from point) point { return point{from.X + x, from.Y + y} })
}

func beyond(to Part) func(point) point {
	return func(point) point {
		b := to.Place()
		return point{b.X + 0.7*b.Width, b.Y + b.Height/2}
	}
}

func (p Part) drag(by func(x, y, toX, toY float64) act, to func(from point) point) {
	p.page.t.Helper()
	p.page.presses++
	from := now[point](p.page, "to take "+p.String(), "aim", p.path)
	end := to(from)
	p.page.do("drag "+p.String(), by(from.X, from.Y, end.X, end.Y))
}

// ClickAt presses a place in the part, in CSS pixels from its upper left corner.
func (p Part) ClickAt(x, y float64) {
	p.page.t.Helper()
	p.page.presses++
	p.Bring()
	b := p.Place()
	p.page.do("press in "+p.String(), mouse(b.X+x, b.Y+y, b.X+x, b.Y+y))
}

// Hover rests with the mouse on the part.
func (p Part) Hover() {
	p.page.t.Helper()
	at := now[point](p.page, "to rest on "+p.String(), "aim", p.path)
	p.page.do("rest on "+p.String(), chromedp.MouseEvent("mouseMoved", at.X, at.Y))
}

// Bring brings the part to the middle of the window, as far as that can be.
func (p Part) Bring() {
	p.page.t.Helper()
	now[bool](p.page, "to bring "+p.String(), "bring", p.path)
}

// Restyle gives the part a property of CSS.
func (p Part) Restyle(property, value string) {
	p.page.t.Helper()
	now[bool](p.page, "to restyle "+p.String(), "restyle", p.path, property, value)
}

// Key presses keys one after the other, in what has the focus, while others are held: letters as
// they are, others as package kb has them.
func (p *Page) Key(keys string, held ...chromedp.Modifier) {
	p.t.Helper()
	for _, r := range keys {
		if p.other != nil {
			must.Do(p.t, p.other.key(p.ctx, r, held))
			continue
		}
		for _, event := range strokes(r, held) {
			if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, *event); err != nil {
				p.fail("to press keys", err)
			}
		}
	}
}

// strokes are the events of a key: down and up. Its text belongs to the first, or a page that
// prevents what the key does would get the text all the same.
func strokes(r rune, held []chromedp.Modifier) []*input.DispatchKeyEventParams {
	all := kb.Encode(r)
	down, up := all[0], all[len(all)-1]
	for _, m := range held {
		down.Modifiers |= int64(m)
		up.Modifiers |= int64(m)
	}
	if writes := down.Modifiers&^int64(chromedp.ModifierShift) == 0; writes && len(all) > 2 {
		down.Text, down.UnmodifiedText = all[1].Text, all[1].UnmodifiedText
	}
	return []*input.DispatchKeyEventParams{down, up}
}

// An act is something that a person does in a window.
type act = chromedp.Action[chromedp.Void]

// mouse presses the left button at a place, moves to another and lets go.
func mouse(x, y, toX, toY float64) act {
	steps := []act{
		chromedp.MouseEvent("mousePressed", x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", x+(toX-x)/2, y+(toY-y)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", toX, toY, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", toX, toY, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	}
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for _, s := range steps {
			if _, err := s(ctx, t); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	}
}

// finger is mouse with a finger.
func finger(x, y, toX, toY float64) act {
	return touches(touch(input.DispatchTouchEventTypeTouchStart, x, y),
		touch(input.DispatchTouchEventTypeTouchMove, x+(toX-x)/2, y+(toY-y)/2),
		touch(input.DispatchTouchEventTypeTouchMove, toX, toY), touch(input.DispatchTouchEventTypeTouchEnd))
}

// touch is an event of a finger at a place, or of one that has left.
func touch(kind input.DispatchTouchEventType, at ...float64) input.DispatchTouchEventParams {
	points := []*input.TouchPoint{}
	if len(at) > 0 {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1]})
	}
	return input.DispatchTouchEventParams{Type: kind, TouchPoints: points}
}

// touches are such events, one after the other.
func touches(all ...input.DispatchTouchEventParams) act {
	return func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		for _, s := range all {
			if _, err := chromedp.Call(ctx, input.DispatchTouchEvent, s); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	}
}

//go:embed clock.js
var clock string

// StopClock gives the page a clock that stands still but for [Page.Advance], for the timers
// that it sets from now on until it is loaded again.
func (p *Page) StopClock() {
	p.t.Helper()
	p.do("stop the clock", chromedp.Evaluate[chromedp.Void](clock))
}

// Advance lets the stopped clock run, and counts parts in the very instant after.
func (p *Page) Advance(d time.Duration, parts ...Part) []int {
	p.t.Helper()
	paths := make([][]step, len(parts))
	for i, part := range parts {
		paths[i] = part.path
	}
	return now[[]int](p, "to let time pass", "advance", d.Milliseconds(), paths)
}

// Timers waits until the stopped clock has n timers that were set for d.
func (p *Page) Timers(n int, d time.Duration) {
	p.t.Helper()
	now[bool](p, fmt.Sprintf("%d timers of %v", n, d), "timers", n, d.Milliseconds())
}

// Later lets the page believe that it is so much later, until it is loaded again.
func (p *Page) Later(d time.Duration) {
	p.t.Helper()
	now[bool](p, "to be later", "later", d.Milliseconds())
}

// Hide lets the page believe that nobody looks at it, as in a tab behind another.
func (p *Page) Hide() {
	p.t.Helper()
	now[bool](p, "to hide the page", "hide", true)
}

// Look ends Hide.
func (p *Page) Look() {
	p.t.Helper()
	now[bool](p, "to look at the page", "hide", false)
}
