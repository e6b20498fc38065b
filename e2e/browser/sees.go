// SPDX-License-Identifier: Apache-2.0

package browser

import "fmt"

// Sees waits until each of these texts is somewhere in the part.
func (p Part) Sees(texts ...string) {
	p.page.t.Helper()
	for _, text := range texts {
		p.has(text, true)
	}
}

// Lacks waits until none of these texts is in the part.
func (p Part) Lacks(texts ...string) {
	p.page.t.Helper()
	for _, text := range texts {
		p.has(text, false)
	}
}

func (p Part) has(text string, want bool) {
	p.page.t.Helper()
	now[bool](p.page, fmt.Sprintf("“%s” in %s: %v", text, p, want), "has", p.path, p.page.said(text), want)
}

// Reads waits until the part's whole text is this, with * for any.
func (p Part) Reads(text string) {
	p.page.t.Helper()
	now[bool](p.page, p.String()+" to read “"+text+"”", "reads", p.path, p.page.said(text))
}

// Matches waits until the part's text fits a regular expression, of JavaScript.
func (p Part) Matches(expression string) {
	p.page.t.Helper()
	now[bool](p.page, p.String()+" to read "+expression, "matches", p.path, expression)
}

// Holds waits until the field has a value, as HTML has it.
func (p Part) Holds(value string) {
	p.page.t.Helper()
	now[bool](p.page, p.String()+" to hold “"+value+"”", "holds", p.path, value)
}

// Chosen waits until an option with this name is chosen in the part, a list.
func (p Part) Chosen(option string) {
	p.page.t.Helper()
	now[bool](p.page, "“"+option+"” to be chosen in "+p.String(), "chosen", p.path, p.page.said(option))
}

// Toast waits until the page has told something for a moment; it forgets that, and all that
// it told before.
func (p *Page) Toast(text string) {
	p.t.Helper()
	now[int](p, "to be told “"+text+"”", "toast", p.said(text))
}

// many is more than there can be of a part.
const many = 1 << 30

// Shows waits until the part is there.
func (p Part) Shows() {
	p.page.t.Helper()
	now[bool](p.page, "to see "+p.String(), "counts", p.path, 1, many)
}

// Gone waits until nothing of the part is there.
func (p Part) Gone() {
	p.page.t.Helper()
	p.Counts(0)
}

// Counts waits until there are n of the part.
func (p Part) Counts(n int) {
	p.page.t.Helper()
	now[bool](p.page, fmt.Sprintf("%d of %s", n, p), "counts", p.path, n, n)
}

// AtLeast waits until there are n of the part, or more.
func (p Part) AtLeast(n int) {
	p.page.t.Helper()
	now[bool](p.page, fmt.Sprintf("at least %d of %s", n, p), "counts", p.path, n, many)
}

// Drawn waits until at least n pictures of the part have come.
func (p Part) Drawn(n int) {
	p.page.t.Helper()
	now[bool](p.page, fmt.Sprintf("%d drawn pictures of %s", n, p), "drawn", p.path, n)
}

// Is waits until the part matches a selector, such as :checked.
func (p Part) Is(selector string) {
	p.page.t.Helper()
	now[bool](p.page, p.String()+" to be "+selector, "is", p.path, selector)
}
