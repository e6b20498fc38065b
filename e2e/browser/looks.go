// SPDX-License-Identifier: Apache-2.0

package browser

import "github.com/chromedp/chromedp"

// Looks fails for each text that is faint, each thing that is astray and each control that is
// nameless; where says where on the page, for the failure. See measure.js.
func (p *Page) Looks(where string) {
	p.t.Helper()
	p.complain(where, "faint", "astray", "nameless")
}

// Fits fails for all that is astray on the page: what sticks out, is too small, or touches.
func (p *Page) Fits(where string) {
	p.t.Helper()
	p.complain(where, "astray")
}

// Legible fails for texts that are faint and controls that are nameless.
func (p *Page) Legible(where string) {
	p.t.Helper()
	p.complain(where, "faint", "nameless")
}

func (p *Page) complain(where string, measures ...string) {
	p.t.Helper()
	for _, m := range measures {
		for _, complaint := range now[[]string](p, "to measure the page", "measure", m) {
			p.t.Errorf("%s: %s", where, complaint)
		}
	}
}

// Prefers is the colour scheme that the page's reader prefers.
func (p *Page) Prefers() string {
	p.t.Helper()
	return now[string](p, "the colour scheme", "prefers")
}

// Lines is how many lines the part's text stands in.
func (p Part) Lines() int {
	p.page.t.Helper()
	return now[int](p.page, "the lines of "+p.String(), "lines", p.path)
}

// Cut are the texts of the part of which the last lines do not show.
func (p Part) Cut() []string {
	p.page.t.Helper()
	return now[[]string](p.page, "the cut texts of "+p.String(), "cut", p.path)
}

// Axe are the faults that axe-core, whose script is given, finds in the page or the dialog that is open:
// against the WCAG and against good practice.
func (p *Page) Axe(script string) []string {
	p.t.Helper()
	if there := now[bool](p, "axe-core", "hasAxe"); !there {
		p.do("load axe-core", chromedp.Evaluate[chromedp.Void](script))
	}
	return now[[]string](p, "what axe-core finds", "axe")
}

// AllDrawn waits until all pictures in the window have come.
func (p *Page) AllDrawn() {
	p.t.Helper()
	now[bool](p, "none of the window's pictures to be missing", "come")
}

// Width is how wide the page is, in CSS pixels; more than its window where something sticks out.
func (p *Page) Width() float64 {
	p.t.Helper()
	return now[float64](p, "the width of the page", "width")
}

// Broken are the addresses of pictures that do not come, of all on the page.
func (p *Page) Broken() []string {
	p.t.Helper()
	return now[[]string](p, "the pictures of the page", "broken")
}

// Links are the addresses to which the page leads.
func (p *Page) Links() []string {
	p.t.Helper()
	return now[[]string](p, "the links of the page", "links")
}

// Title is the page's title.
func (p *Page) Title() string {
	p.t.Helper()
	return now[string](p, "the title of the page", "title")
}

// Address is where the page is.
func (p *Page) Address() string {
	p.t.Helper()
	return now[string](p, "the address of the page", "address")
}
