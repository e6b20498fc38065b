// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"fmt"
	"testing"
)

// TestSolvedOnce: a page whose words change is solved once, and shows what it would without that, in the
// picture of now.
func TestSolvedOnce(t *testing.T) {
	content := func(head string, side int) Content {
		c := Content{Picture: square(side), Lines: []Line{say(Head, head, "Wed", "We")}}
		for n := range 8 {
			c.Lines = append(c.Lines, say(Label, fmt.Sprint("label number ", n)))
		}
		return c
	}
	g := gridOf(t, 128, 64)
	first := content("Wednesday", 48)
	each := *g
	g.Solved = &Solved{}
	g.Solve(first)
	if len(g.Solved.pages) != 1 {
		t.Error("what is solved first is not kept")
	}
	var pages []*Page
	paint := func(g *Grid) func() { return func() { pages = g.Keep(first, content("Thursday", 48)) } }
	cold, warm := testing.AllocsPerRun(1, paint(&each)), testing.AllocsPerRun(4, paint(g))
	if warm*4 > cold {
		t.Errorf("%v allocations to change a word, %v to solve the page", warm, cold)
	}
	if got, want := solved(pages), solved(each.Keep(first, content("Thursday", 48))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	now := content("Thursday", 48)
	for _, p := range g.Keep(first, now) {
		if p.Layers[0].Widget == pages[0].Layers[0].Widget {
			t.Error("the picture is the one from before")
		}
	}
	for n := range 100 {
		g.Keep(content(fmt.Sprint(n), 48), content("x", 48))
		if len(g.Solved.pages) > maxSolved+1 {
			t.Fatalf("%d pages are kept", len(g.Solved.pages))
		}
	}
}
