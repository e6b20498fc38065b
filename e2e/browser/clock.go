// SPDX-License-Identifier: Apache-2.0

package browser

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

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
