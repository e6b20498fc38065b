// SPDX-License-Identifier: Apache-2.0

package show

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageEffects: backgrounds are chosen from moving pictures, as they come.
func TestPageEffects(t *testing.T) {
	p, r := browser.SignedIn(t, 1280, 900)
	p.Open("Look")
	tiles := p.CSS("#pictures-list .pick")
	for _, row := range []struct{ name, label, value string }{
		{"background", "Fire", "fire"}, {"transition", "Curtain", "curtain"},
	} {
		p.CSS(".reel:has([name=" + row.name + "]) > button").Click()
		p.CSS("#pictures-list img").Drawn(9)
		p.Shoot(row.name + ".png")
		begin := map[float64]bool{}
		places := tiles.Places()
		for i, name := range tiles.CSS("span").Inks() {
			begin[math.Round(name.X-places[i].X)] = true
		}
		if len(begin) != 1 {
			t.Errorf("the names begin at %d places of their tiles", len(begin))
		}
		eventually.True(t, "the chosen picture has a ring in the accent", func() bool { // which the page sets now and then
			p.CSS("html").Restyle("--accent", "#12ab34")
			return strings.Contains(p.CSS("#pictures-list [aria-pressed=true]").Style("box-shadow"), "rgb(18, 171, 52)")
		})
		p.CSS("#pictures-list").Press(row.label)
		p.CSS("#pictures").Gone()
		eventually.True(t, "it is the "+row.name, func() bool {
			var look map[string]any
			r.Call("GET", "/live/look", "", &look)
			return look[row.name] == row.value
		})
	}
}

// TestPageRows: a row of pictures shows the chosen one, asks for those in sight alone, is one stop on the way of the
// Tab key, and a press on a picture chooses it.
func TestPageRows(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	chosen := func() string {
		var look struct{ Transition string }
		r.Call("GET", "/live/look", "", &look)
		return look.Transition
	}
	r.Call("PUT", "/live/look", `{"transition":"iris"}`, nil)
	p.Open("Look")
	row := p.Within("Text").Within("Transition")
	eventually.True(t, "the chosen picture is in sight", func() bool {
		all, is := row.Place(), row.CSS("[aria-pressed=true]").Place()
		return is.X >= all.X && is.X+is.Width <= all.X+all.Width
	})
	row.CSS("[aria-pressed=true]").Reads("Iris")
	p.CSS(".reel:has([name=transition]) [role=group]").Is("[aria-describedby=look-note]")
	p.CSS(".reel img").AtLeast(8)
	p.Idle()
	if asked, all := len(p.Asked("GET /live/effects/")), p.CSS(".reel .pick").Count(); asked > 20 || all < 50 {
		t.Errorf("it asks for %d pictures of %d", asked, all)
	}
	row.Press("Checker")
	eventually.True(t, "the pressed one is chosen", func() bool { return chosen() == "checker" })
	p.CSS(".reel:has([name=transition]) > button").Focus()
	p.Key(kb.Tab)
	row.Focused().Reads("Checker")
	p.Key(kb.ArrowLeft)
	row.Focused().Reads("Iris")
	ends := row.CSS(".pick").Texts()
	p.Key(kb.End)
	row.Focused().Reads(ends[len(ends)-1])
	p.Key(kb.Home)
	row.Focused().Reads(ends[0])
	row.Control("Iris").Focus()
	p.Key(kb.Enter)
	eventually.True(t, "the one with the focus is chosen", func() bool { return chosen() == "iris" })
}

// TestPageWeek: blocks of the schedule are moved, made longer and removed by the
// keyboard and by dragging.
func TestPageWeek(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	all := apps(r)
	r.Call("PUT", "/live/schedule", fmt.Sprintf(`[{"days":["mon","tue"],"from":"07:00","to":"09:00","widget":%q},
		{"days":["sat"],"from":"22:00","to":"06:00","widget":%q}]`, all[0].Widget, all[1].Widget), nil)
	at := func(from, to string) {
		t.Helper()
		times := p.CSS("#blocks li").Nth(1).CSS("[type=time]")
		times.Nth(1).Holds(from)
		times.Nth(2).Holds(to)
	}
	p.Open("Apps")
	p.Press("Schedule…")
	blocks := p.CSS(".block")
	blocks.Counts(4) // two days; one that goes past midnight
	p.Shoot("week.png")
	// Where a column has no room for a name, the block has the app's icon, and its whole name as a title.
	for width, sign := range map[int]string{390: "img", 320: "img", 1100: "span"} {
		p.Resize(width, 900)
		blocks.CSS(":scope > " + sign).Counts(4)
		blocks.CSS(":scope > :not(" + sign + ")").Gone()
		if sign == "img" {
			blocks.CSS("img").Drawn(4)
		}
		places := blocks.Places()
		for i, name := range blocks.CSS(":scope > " + sign).Places() {
			if name.Width > places[i].Width {
				t.Errorf("at %d px the sign of a block is %v px wide, in %v px", width, name.Width, places[i].Width)
			}
		}
		if got := blocks.Attributes("title"); !slices.Equal(got, []string{"Clock", "Clock", "Countdown", "Countdown"}) {
			t.Errorf("at %d px the titles are %q", width, got)
		}
		p.Shoot(fmt.Sprintf("week-%d.png", width))
	}
	p.Resize(1100, 900)
	blocks.Nth(1).Focus()
	p.Key(kb.ArrowDown)
	at("07:15", "09:15")
	blocks.Focused().Is("[data-block='0']")
	p.Key(kb.ArrowDown, chromedp.ModifierShift)
	at("07:15", "09:30")
	first := p.CSS("[data-block='0']").Nth(1)
	first.DragBy(0, 2*p.CSS(":has(> .block)").Nth(1).Place().Height/24)
	at("09:15", "11:30")
	p.CSS("[data-block='1']").Nth(1).Focus()
	p.Key(kb.Delete)
	p.CSS("#blocks li").Counts(1)
	p.Within("Schedule").Press("Save")
	p.CSS("#plan").Gone()
	var kept []struct{ From, To string }
	r.Call("GET", "/live/schedule", "", &kept)
	if len(kept) != 1 || kept[0].From != "09:15" || kept[0].To != "11:30" {
		t.Errorf("the schedule is %+v", kept)
	}
}

// TestPageShortWay: the list of apps is one stop on the way of the Tab key, and the
// arrow keys lead through it.
func TestPageShortWay(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	p.Open("Apps")
	rows := p.CSS("#apps > li")
	rows.AtLeast(3)
	p.Control("Add an app").Focus()
	p.Key(kb.Tab)
	rows.Nth(1).Focused().Shows()
	p.Key(kb.ArrowDown)
	rows.Nth(2).Focused().Shows()
	p.Key(kb.ArrowRight)
	rows.Nth(2).Focused().Is(".shows")
	p.Key(kb.ArrowUp, chromedp.ModifierShift)
	rows.Nth(1).CSS("p").Reads("Countdown")
	rows.Nth(1).Focused().Shows()
	if stops := p.Hidden("#apps [tabindex='0']").Count(); stops != 1 {
		t.Errorf("the list has %d stops", stops)
	}
}

// TestPageTravelsLight: files of the page do not travel again: a second visit is answered in a few
// hundred bytes a file, and the first in less than 150 kB.
func TestPageTravelsLight(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	const files = `/$|[.](js|css|svg|json)[?]v=\w+$`
	first := p.Transferred(files)
	p.Visit(browser.Home(t, r) + "/")
	p.Live()
	second := p.Transferred(files)
	t.Logf("%d bytes, then %d", first, second)
	if first == 0 || first > 150_000 || second > first/3 {
		t.Errorf("%d bytes, then %d", first, second)
	}
}
