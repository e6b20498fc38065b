// SPDX-License-Identifier: Apache-2.0

package note

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A frame's content is one of a closed set of kinds: Text, *Goal, Chart and regions. Whoever has to
// do something for each of them, such as draw it, asks Match: one more kind is one more
// argument, without which nothing compiles.

// Match returns what the function for the content of f returns. A frame has at most one
// content, the first of these that it has: regions, a chart, a goal, a text; a line is a chart where
// there is neither goal nor text. A frame without any has an empty text.
func Match[T any](
	f *Frame, text func(Text) T, goal func(*Goal) T, chart func(Chart) T, regions func([]Region) T,
) T {
	switch {
	case f.Regions != nil:
		return regions(f.Regions)
	case f.Chart != nil || f.Line != nil && f.Goal == nil && f.Text == nil:
		return chart(Chart{f.Chart, f.Line})
	case f.Goal != nil:
		return goal(f.Goal)
	}
	return text(f.Text)
}

// content is what a kind says of itself.
type content interface {
	there() bool                       // somebody has sent it
	validate(at string, fault faulter) // at is the name of the frame
	size() int                         // roughly how much memory it takes, in bytes
}

// kinds are the names in the API, in the order of contents.
var kinds = [...]string{"text", "goalData", "chartData", "regions"}

// Kinds returns the names in the API of what a frame of a list may show: regions are a page of their own.
func Kinds() []string { return kinds[:len(kinds)-1] }

// contents returns all contents of the frame. Match shows one; the others must be valid
// too.
func (f *Frame) contents() [len(kinds)]content {
	// Nil pointers too: each kind says itself whether it is there.
	return [...]content{Text(f.Text), f.Goal, Chart{f.Chart, f.Line}, page(f.Regions)}
}

// Legible reports whether the content of f has something to read, letters or values.
func (f *Frame) Legible() bool {
	return Match(f, Text.written, func(*Goal) bool { return true }, func(Chart) bool { return true },
		func([]Region) bool { return true })
}

// Text is runs of text, one after another; nil = no text; an empty text is a text.
type Text []Fragment

// written reports whether there is a letter.
func (t Text) written() bool {
	return slices.ContainsFunc(t, func(p Fragment) bool { return p.Text != "" })
}

// String returns the text without its colours.
func (t Text) String() string {
	var all strings.Builder
	for _, p := range t {
		all.WriteString(p.Text)
	}
	return all.String()
}

// Words returns what f says in letters: its text, or the texts of its regions; "" = nothing.
func (f *Frame) Words() string {
	if f.Regions == nil {
		return Text(f.Text).String()
	}
	var all []string
	for i := range f.Regions {
		r := &f.Regions[i]
		said := strings.TrimSpace(Text(r.Text).String())
		if unit := strings.TrimSpace(r.Unit); unit != "" {
			said += "\u00a0" + unit // never parted from its number
		}
		for _, one := range []string{strings.TrimSpace(r.Badge), said, strings.TrimSpace(r.End)} {
			if one != "" {
				all = append(all, one)
			}
		}
	}
	return strings.Join(all, " ")
}

func (t Text) there() bool { return t != nil }

func (t Text) size() (n int) {
	for _, p := range t {
		n += pieceSize + len(p.Text)
	}
	return n
}

func (t Text) validate(at string, fault faulter) {
	characters := 0
	for i, s := range t {
		characters += utf8.RuneCountInString(s.Text)
		known(fmt.Sprintf("%s.text[%d].effect", at, i), s.Effect, fault)
	}
	fault.atMost(at+".text", characters, MaxText, "characters")
}

// Goal is progress from Start to End, each from -MaxValue to MaxValue; a Current outside
// of that range is clamped.
type Goal struct {
	Start   float64 `json:"start"`
	Current float64 `json:"current"`
	End     float64 `json:"end"` // below Start for a falling goal; Start = complete
	Unit    string  `json:"unit,omitempty"`
}

// Reached returns how much of the way from start to end is done, 0 to 1. A goal without a way
// has been reached (docs/decisions.md 3).
func (g *Goal) Reached() float64 {
	if g.Start == g.End {
		return 1
	}
	return min(max((g.Current-g.Start)/(g.End-g.Start), 0), 1)
}

func (g *Goal) there() bool { return g != nil }

func (g *Goal) size() int { return 0 } // as good as nothing

func (g *Goal) validate(at string, fault faulter) {
	if g == nil {
		return
	}
	at += ".goalData"
	validateValue(at+".start", g.Start, fault)
	validateValue(at+".current", g.Current, fault)
	validateValue(at+".end", g.End, fault)
	fault.atMost(at+".unit", utf8.RuneCountInString(g.Unit), MaxUnit, "characters")
}

// Chart is columns, a line, or a line over columns; nil = no such part.
type Chart struct {
	Columns []float64 // left to right
	Line    []float64
}

func (c Chart) there() bool { return c.Columns != nil || c.Line != nil }

func (c Chart) size() int { return 8 * (len(c.Columns) + len(c.Line)) }

func (c Chart) validate(at string, fault faulter) {
	validateValues(at+".chartData", c.Columns, fault)
	validateValues(at+".line", c.Line, fault)
}
