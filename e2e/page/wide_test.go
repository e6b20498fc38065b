// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageFillsADesk: on Now a low panel has the whole width of a desk's window, with the
// cards in a row below it; beside a higher panel they stand in a column. On the other places
// both columns end at nearly the same height, or the cards stay in sight beside a long list, and Apps
// has four tiles in a row.
func TestPageFillsADesk(t *testing.T) {
	for _, font := range browser.Fonts {
		for size, low := range map[string]bool{"37x8": true, "64x16": true, "64x32": false} {
			t.Run(string(font)+" "+size, func(t *testing.T) { fills(t, font, size, low) })
		}
	}
}

// fills is TestPageFillsADesk with a font and a size of the panel, which is low, or not.
func fills(t *testing.T, font browser.Font, size string, low bool) {
	p := browser.NewPageIn(t, font, 1280, 900, browser.Light)
	p.SignIn(rig.Launch(t, nil, "--size", size))
	p.CSS("#panel[data-size='" + size + "']").Shows()
	p.Within("On now").Lacks("…")
	panel, stage, facts := p.CSS("#panel").Place(), p.CSS("#stage").Place(), p.CSS(".room[data-place=now] .fact").Places()
	if wide := panel.Width > 0.9*p.CSS("#main").Place().Width; wide != low {
		t.Errorf("the panel is as wide as the page: %v, want %v", wide, low)
	}
	right := 0.0
	for _, f := range facts {
		if below := f.Y > stage.Bottom(); below != low {
			t.Errorf("a card is below the panel: %v, want %v", below, low)
		}
		right = max(right, f.Right())
	}
	if gap := p.CSS(".room[data-place=now] .column").Place().Right() - right; len(facts) < 3 || gap > 1 {
		t.Errorf("%d cards leave %v px of their row empty", len(facts), gap)
	}
	p.Shoot("desk-" + size + ".png")
	for _, width := range []int{1280, 1920} {
		p.Resize(width, 900)
		for place, ready := range map[string]func(){
			"Send": func() { p.Hidden("#ideas-list img").Drawn(ideas) },
			"Apps": func() { p.CSS("#apps > li").AtLeast(5); p.Sees("No app has its own hours.") },
			"Look": func() { p.Within("Night on a clock of 24 hours").Shows() }, "Device": func() { p.Within("Update").Shows() },
		} {
			p.Open(place)
			ready()
			p.Shoot(fmt.Sprintf("desk-%s-%s-%d.png", size, place, width))
			what := fmt.Sprintf("%s at %d px has columns that end together", place, width)
			ends := func() bool { return place == "Apps" || hole(p, place) <= 0.25 } // a shelf grows with its apps
			eventually.True(t, what, ends)
		}
	}
	p.Resize(1280, 900)
	p.Open("Apps")
	tiles, row := p.CSS("#apps > li").Places(), 0
	for _, tile := range tiles {
		if tile.Y == tiles[0].Y {
			row++
		}
	}
	if row != 4 {
		t.Errorf("%d apps stand side by side, want 4", row)
	}
	staysInSight(t, p, "Mode", 0)
	p.Open("Device")
	views(p)
	staysInSight(t, p, "This device", 450)
}

// staysInSight scrolls a long list to its end, by so many pixels at least, and looks for the last card beside it.
func staysInSight(t *testing.T, p *browser.Page, card string, least float64) {
	t.Helper()
	p.Scroll(1e6)
	eventually.True(t, card+" is in sight at the end of the list", func() bool {
		at := p.Within(card).Place()
		return p.Scrolled() > least && at.Y >= 0 && at.Bottom() <= 900
	})
}

// hole is the share by which one column of a place is lower than the other.
func hole(p *browser.Page, place string) float64 {
	top, ends := p.CSS("#main").Place().Y, []float64{}
	for _, side := range []string{".column", ".rail"} {
		end := 0.0
		for _, b := range p.CSS(".room[data-place=" + strings.ToLower(place) + "] > " + side + " > *").Places() {
			end = max(end, b.Bottom())
		}
		ends = append(ends, end-top)
	}
	return 1 - min(ends[0], ends[1])/max(ends[0], ends[1])
}

// TestPageButtonsBeginARow: at a desk the buttons below the panel have a row of their own, from the left to the
// right edge, whatever the length of the words before it.
func TestPageButtonsBeginARow(t *testing.T) {
	p := browser.NewPage(t, 1920, 900, browser.Light)
	for _, size := range []string{"37x8", "64x32"} {
		r := rig.Launch(t, nil, "--size", size)
		for _, language := range []string{"en", "zh", "es"} {
			p.Speak(language, browser.Home(t, r))
			p.SignIn(r)
			p.CSS("#panel[data-size='" + size + "']").Shows()
			for _, width := range []int{1280, 1920} {
				p.Resize(width, 900)
				eventually.True(t, fmt.Sprintf("%s on %s at %d px: the buttons begin a row", language, size, width), func() bool {
					return beginARow(p)
				})
				p.Shoot(fmt.Sprintf("bar-%s-%s-%d.png", size, language, width))
			}
		}
	}
}

// beginARow is whether both groups of buttons stand below all switches, which share a row, from the
// left to the right edge of the bar.
func beginARow(p *browser.Page) bool {
	bar := p.CSS(".stage .bar").Place()
	switches, groups := p.CSS(".stage .bar > .switch").Places(), p.CSS(".stage .bar > [role=group]").Places()
	if len(switches) < 2 || len(groups) != 2 || switches[0].Y != switches[1].Y || groups[0].Y != groups[1].Y {
		return false
	}
	gap := groups[0].Y
	for _, s := range switches {
		gap = min(gap, groups[0].Y-s.Bottom())
	}
	return gap > 0 && gap < 20 && groups[0].X-bar.X < 1 && bar.Right()-groups[1].Right() < 1
}
