// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"

	"github.com/ledpost/ledpost/internal/must"
)

// A Box is where something stands in the window, in CSS pixels from its upper left corner.
type Box struct{ X, Y, Width, Height float64 }

// Right is the right edge.
func (b Box) Right() float64 { return b.X + b.Width }

// Bottom is the lower edge.
func (b Box) Bottom() float64 { return b.Y + b.Height }

// Count is how many there are of the part now.
func (p Part) Count() int {
	p.page.t.Helper()
	return now[int](p.page, "to count "+p.String(), "count", p.path)
}

// Text is the text that the part shows.
func (p Part) Text() string {
	p.page.t.Helper()
	return now[string](p.page, "to read "+p.String(), "text", p.path)
}

// Texts is Text of each there is of the part.
func (p Part) Texts() []string {
	p.page.t.Helper()
	return now[[]string](p.page, "to read "+p.String(), "texts", p.path)
}

// Value is the value of a field, as HTML has it.
func (p Part) Value() string {
	p.page.t.Helper()
	return now[string](p.page, "the value of "+p.String(), "value", p.path)
}

// Options are the choices of a list, also one that is hidden.
func (p Part) Options() []string {
	p.page.t.Helper()
	return now[[]string](p.page, "what "+p.String()+" offers", "options", p.path)
}

// Attribute is an attribute of the part, or "".
func (p Part) Attribute(name string) string {
	p.page.t.Helper()
	return now[string](p.page, name+" of "+p.String(), "attribute", p.path, name)
}

// Attributes are Attribute of each there is of the part.
func (p Part) Attributes(name string) []string {
	p.page.t.Helper()
	return now[[]string](p.page, name+" of "+p.String(), "attributes", p.path, name)
}

// Place is where the part stands.
func (p Part) Place() Box {
	p.page.t.Helper()
	return now[Box](p.page, "the place of "+p.String(), "box", p.path)
}

// Places are where each there is of the part stands.
func (p Part) Places() []Box {
	p.page.t.Helper()
	return now[[]Box](p.page, "the places of "+p.String(), "boxes", p.path)
}

// Ink is where the part's text itself stands.
func (p Part) Ink() Box {
	p.page.t.Helper()
	return now[Box](p.page, "the place of the text of "+p.String(), "ink", p.path)
}

// Inks are Ink of each there is of the part.
func (p Part) Inks() []Box {
	p.page.t.Helper()
	return now[[]Box](p.page, "the places of the texts of "+p.String(), "inks", p.path)
}

// Ringed is whether one sees that the part has the focus: by an outline of at least 2 px of itself,
// or of what stands for it.
func (p Part) Ringed() bool {
	p.page.t.Helper()
	return now[bool](p.page, "the outline of "+p.String(), "ringed", p.path)
}

// Style is a property of the part's style, as CSS computes it.
func (p Part) Style(property string) string {
	p.page.t.Helper()
	return now[string](p.page, property+" of "+p.String(), "style", p.path, property)
}

// Over is the element that lies over the part at its middle or at a corner, where it cannot be pressed.
func (p Part) Over() []string {
	p.page.t.Helper()
	return now[[]string](p.page, "what lies over "+p.String(), "over", p.path)
}

// Call calls a function that a module of the page exports, and returns what it returns.
func Call[T any](p *Page, module, function string, args ...any) T {
	p.t.Helper()
	return now[T](p, function+" of "+module, "call", append([]any{module, function}, args...)...)
}

// Draws is Call for a function that returns an element, which it returns as HTML.
func (p *Page) Draws(module, function string, args ...any) string {
	p.t.Helper()
	return now[string](p, function+" of "+module, "draws", append([]any{module, function}, args...)...)
}

// CallEach is Call for each of several lists of arguments, all at once.
func CallEach[T any](p *Page, module, function string, args ...[]any) []T {
	p.t.Helper()
	return now[[]T](p, function+" of "+module, "callEach", module, function, args)
}

// Picture is the picture in the part, a canvas or an image.
func (p Part) Picture() image.Image {
	p.page.t.Helper()
	m, err := png.Decode(bytes.NewReader(now[[]byte](p.page, "the picture of "+p.String(), "picture", p.path)))
	must.Do(p.page.t, err)
	return m
}

// Fetch asks an address as the page's own programs do, and returns the status and the text of the answer. Unlike other
// verbs it may be called on any goroutine: what fails has status 502.
func (p *Page) Fetch(method, address, authorization, body string) (status int, text string) {
	said, err := ask[struct {
		Status int
		Text   string
	}](p, "fetch", method, address, authorization, body)
	if err != nil {
		return http.StatusBadGateway, err.Error()
	}
	return said.Status, said.Text
}

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
