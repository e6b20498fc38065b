// SPDX-License-Identifier: Apache-2.0

package until

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// picture returns what a widget shows on a day, "" where that is unknown, and says it.
func (u *Until) picture(cfg Settings, day string) (root render.Widget, says string) {
	sheet := kit.NewSheet(u.Env, u.Look)
	if cfg.Date == "" {
		return kit.Pages(sheet.Lacks("status-calendar", u.Env.Local(u.Region, "").Phrases.SetDate)), ""
	}
	if day == "" {
		return kit.Pages(sheet.Says("status-calendar", "…")), ""
	}
	left, on := daysTo(cfg.Date, day, cfg.Yearly)
	page := kit.Card{Icon: &render.Still{Image: sheet.Leaf(on.Day())}, Lines: u.lines(sheet, cfg, left)}
	if cfg.Icon != "" {
		page.Icon = sheet.Icon(cfg.Icon)
	}
	said := &Until{Static: kit.Static[Settings]{Base: kit.NewBase(u.Env)}}
	count, unit := said.words(left)
	says = strings.TrimSpace(strings.TrimSpace(cfg.Name+" "+count) + " " + unit)
	if cfg.Name != "" && headed(sheet, page.Icon, cfg.Name) {
		return kit.Pages([]render.Step{sheet.Turn(sheet.Grid.Titled(page.Lines[0], page.Icon, page.Lines[1:]...))}), says
	}
	page.Lines = whole(sheet, page)
	return kit.Pages(sheet.Steps(page)), says
}

// whole returns the lines of a page, on 64×32 and 64×64 with a smaller figure where a name of characters or with
// pictographs, which are higher than letters, would cost the unit its row.
func whole(s *kit.Sheet, page kit.Card) []typeset.Line {
	stand := func(lines []typeset.Line) int { return len(s.Grid.Hero(page.Icon, lines...)[0].Items) - 1 }
	if s.Size.Y < 28 || s.Size.X < 48 || s.Size.X >= 96 || stand(page.Lines) == len(page.Lines) {
		return page.Lines
	}
	for _, rows := range []int{12, 10, 8} {
		smaller := slices.Clone(page.Lines)
		for i := range smaller {
			if smaller[i].Role == typeset.Head {
				smaller[i].Most = rows
			}
		}
		if stand(smaller) == len(smaller) {
			return smaller
		}
	}
	return page.Lines
}

// headed reports whether the name stands above the picture, beside which most names would scroll:
// where there is room for letters above it, and the name is of letters.
func headed(s *kit.Sheet, picture render.Widget, name string) bool {
	above := s.Size.Y - picture.Size().Y // rows
	return s.Grid.Wide() && s.Size.Y < 56 && above >= 8 && s.Fonts.Letters(5).Draws(name)
}

// lines returns the name of the day, how many days are left, and their unit.
func (u *Until) lines(s *kit.Sheet, cfg Settings, left int) (all []typeset.Line) {
	count, unit := u.words(left)
	head := kit.Say(typeset.Head, kit.InkOf(u.Look, cfg.Color), count)
	small := s.Grid.Wide() && s.Size.Y < 56 && strings.ContainsFunc(u.Env.Local(u.Region, "").Phrases.Today, han)
	// A character has no room in a separate line.
	if s.Grid.Wide() && s.Size.X < 96 && strings.ContainsFunc(unit, han) && (!small || len(count) <= 3) {
		head, unit = kit.Say(typeset.Head, kit.InkOf(u.Look, cfg.Color), count+unit, count), ""
	}
	if small && strings.ContainsFunc(unit, han) { // nor beside four digits: English has it below
		unit = kit.LanguageOf("en").Phrases.DayUnits[1]
	}
	if s.Grid.Wide() { // the name and the unit stay beside it
		switch head.Most = 12; {
		case s.Size.Y >= 56 && s.Size.X >= 96:
			head.Most = 20
		case s.Size.Y >= 56: // the picture is above it
			head.Most = 16
		case small && unit == "": // three digits and a character
			head.Most = 10
		}
	}
	if s.Size.Y >= 16 && s.Size.Y < 24 && s.Size.X >= 48 { // a name may have marks above its capitals
		head.Most = 7
	}
	name := kit.Say(typeset.Label, kit.Warm, cfg.Name)
	days := kit.Say(typeset.Note, kit.PaleInk, unit)
	switch {
	case s.Low():
		all = append(all, head)
		if unit != "" {
			all = append(all, days)
		}
		if cfg.Name != "" {
			all = append(all, name)
		}
		return all
	case cfg.Name != "":
		all = append(all, name)
	}
	if all = append(all, head); unit != "" {
		all = append(all, kit.Spare(days))
	}
	return all
}

// han reports whether r is a Chinese character.
func han(r rune) bool { return unicode.Is(unicode.Han, r) }

// words returns how many days are left, with a plus how many have passed, and their unit; on
// the day itself the first says so.
func (u *Until) words(left int) (count, unit string) {
	say := u.Env.Local(u.Region, "").Phrases
	switch {
	case left == 0:
		return say.Today, ""
	case left == 1:
		return "1", say.DayUnits[0]
	case left > 0:
		return fmt.Sprint(left), say.DayUnits[1]
	case left == -1:
		return "+1", say.DayUnits[0]
	}
	return fmt.Sprintf("+%d", -left), say.DayUnits[1]
}

// daysTo returns how many days are left on a day until a date, and the date: with yearly the
// next one, which in years without 29 February is the 28th. Both are valid.
func daysTo(date, day string, yearly bool) (left int, on time.Time) {
	on, _ = time.Parse(time.DateOnly, date)
	today, _ := time.Parse(time.DateOnly, day)
	if yearly {
		first := on
		for year := today.Year(); ; year++ {
			if on = time.Date(year, first.Month(), first.Day(), 0, 0, 0, 0, time.UTC); on.Month() != first.Month() {
				on = on.AddDate(0, 0, -1)
			}
			if !on.Before(today) {
				break
			}
		}
	}
	const aDay = 24 * 60 * 60                         // seconds in UTC
	return int((on.Unix() - today.Unix()) / aDay), on // a Duration has 292 years at most
}

// tell publishes how many days are left for pages that several apps share.
func (u *Until) tell(day string) {
	all := map[string]kit.Brief{}
	for id, cfg := range u.Widgets {
		if cfg.Date == "" || day == "" {
			continue
		}
		left, _ := daysTo(cfg.Date, day, cfg.Yearly)
		count, unit := u.words(left)
		b := kit.Brief{Kind: kit.Chosen, Lead: cfg.Name, Text: strings.TrimSpace(count + " " + unit)}
		b.Icon, _ = icons.Parse(cfg.Icon) // Configure has read it
		all[id] = b
	}
	u.Env.Shared.Tell(Package, all)
}
