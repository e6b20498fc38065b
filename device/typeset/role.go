// SPDX-License-Identifier: Apache-2.0

// Package typeset lays out pages: text in a few roles, whose sizes are chosen once for each
// class of panels and never by the words that stand there today. It knows rows, columns and
// faces; what a page says is its caller's.
//
// From 16 rows on text keeps a dark pixel to every edge; pictures, digits that fill the
// panel, bars and text that scrolls may use it. Below 16 rows every pixel counts.
package typeset

// Role is what a text is on its page.
type Role int

// Roles of what a page holds. The first four are text.
const (
	Head    Role = iota // what the page is about: a temperature, a weekday
	Value               // words to read: a title, a name
	Label               // what the value is, in capitals
	Note                // what stands back, in capitals
	Digits              // a time that fills the panel
	Picture             // an icon
	Bar                 // at an edge: progress, a colour
	Chart               // columns
)

// String returns the name.
func (r Role) String() string {
	return [...]string{"head", "value", "label", "note", "digits", "picture", "bar", "chart"}[r]
}

// rows are the sizes of the roles of text on one class of panels, rows of a capital.
// Each begins with the size of the role; the others are taken, in turn, for words
// that do not fit.
type rows [Note + 1][]int
