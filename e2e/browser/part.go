// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"fmt"
	"strings"
)

// A Part is something on a page: all of it, a dialog, a row, a field. It is found anew by each
// verb, in what lies on top: the dialog that was opened last, if there is one. What nobody can
// see is not found. A verb that acts on a part wants exactly one.
type Part struct {
	page *Page
	path []step
}

// A step of the path to a part; see locate.js.
type step struct {
	By string   `json:"by"`
	Is []string `json:"is,omitempty"`
	N  int      `json:"n"`
}

func (p Part) with(s step) Part {
	return Part{p.page, append(p.path[:len(p.path):len(p.path)], s)}
}

// String is the way to the part, for failures.
func (p Part) String() string {
	words := make([]string, len(p.path))
	for i, s := range p.path {
		words[i] = fmt.Sprintf("%s “%s”", s.By, strings.Join(s.Is, "” or “"))
		if s.By == "nth" {
			words[i] = fmt.Sprintf("number %d", s.N)
		}
	}
	if len(words) == 0 {
		return "the page"
	}
	return strings.Join(words, ", ")
}

// Within is the part with a name or a heading: a dialog, a card, a group of fields, a list, a
// picture. In names here and below, * stands for any text.
func (p Part) Within(name string) Part { return p.with(step{By: "part", Is: p.page.said(name)}) }

// Row is the row, or item of a list, with a name or with this text in it.
func (p Part) Row(name string) Part { return p.with(step{By: "row", Is: p.page.said(name)}) }

// Control is what can be pressed and has this name: its text, label or title.
func (p Part) Control(name string) Part { return p.with(step{By: "control", Is: p.page.said(name)}) }

// Box is the check box, radio button or switch with this label.
func (p Part) Box(label string) Part { return p.with(step{By: "box", Is: p.page.said(label)}) }

// Field is what has this label and can be filled: a field, a list, a slider.
func (p Part) Field(label string) Part { return p.with(step{By: "field", Is: p.page.said(label)}) }

// Words is the innermost element with this text.
func (p Part) Words(text string) Part { return p.with(step{By: "words", Is: p.page.said(text)}) }

// CSS is what a selector finds, for what has no name that people see.
func (p Part) CSS(selector string) Part { return p.with(step{By: "css", Is: []string{selector}}) }

// Hidden is CSS for what nobody sees, such as a field for files behind a button.
func (p Part) Hidden(selector string) Part {
	return p.with(step{By: "hidden", Is: []string{selector}})
}

// Focused is what has the focus, if it is in the part.
func (p Part) Focused() Part { return p.with(step{By: "focus"}) }

// Nth is one of several, counted from 1, or from the end by -1.
func (p Part) Nth(n int) Part { return p.with(step{By: "nth", N: n - min(1, max(0, n))}) }
