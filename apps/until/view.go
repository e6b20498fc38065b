// SPDX-License-Identifier: Apache-2.0

package until

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// picture returns what a widget shows on a day, "" where that is unknown, and says it.
func (u *Until) picture(cfg Settings, day string) (root render.Widget, says string) {
	sheet := kit.NewSheet(u.Env, u.Look)
	if cfg.Date == "" {
		return kit.Pages(sheet.Says("status-calendar", u.Env.Local(u.Region, "").Phrases.SetDate)), ""
	}
	if day == "" {
		return kit.Pages(sheet.Says("status-calendar", "…")), ""
	}
	left, on := daysTo(cfg.Date, day, cfg.Yearly)
	page := typeset.Content{Picture: art(sheet, &cfg, on), Titled: true, Lines: u.lines(sheet, cfg, left)}
	steps := u.scene(sheet, &cfg, on, page)
	if steps == nil {
		steps = sheet.Steps(page)
	}
	said := &Until{Static: kit.Static[Settings]{Base: kit.NewBase(u.Env)}}
	count, unit := said.words(left)
	says = strings.TrimSpace(strings.TrimSpace(cfg.Name+" "+count) + " " + unit)
	return kit.Pages(steps), says
}

// feast is a day that people count to: its picture, and the place where that stands on panels that have the rows.
type feast struct {
	icon        string
	ground, sky color.RGBA // zero = it stands nowhere
	fall        string     // an overlay of effects; "" = the air is clear
}

// feasts are the feasts by month and day.
var feasts = map[string]feast{
	"01-01": newYear,
	"02-14": {icon: "status-heart"},
	"10-31": {icon: "nature-pumpkin", ground: color.RGBA{74, 40, 12, 255}, sky: color.RGBA{20, 6, 34, 255}},
	"12-24": christmas,
	"12-25": christmas,
	"12-26": christmas,
	"12-31": newYear,
}

// Feasts of several days.
var (
	newYear   = feast{icon: "nature-firework"}
	christmas = feast{icon: "nature-christmas", ground: color.RGBA{190, 206, 230, 255}, sky: color.RGBA{4, 10, 44, 255},
		fall: "snow"}
)

// art returns the picture of a date: the user's, a birthday's, a feast's, or the day on a calendar leaf.
func art(s *kit.Sheet, cfg *Settings, on time.Time) typeset.Drawing {
	icon := cfg.Icon
	if icon == "" && kit.Birthday(cfg.Name) {
		icon = "food-birthday"
	}
	if icon = cmp.Or(icon, feasts[on.Format("01-02")].icon); icon != "" {
		return s.Icon(icon)
	}
	return s.Leaf(on.Day())
}

// lines returns the name of the day, how many days are left, and their unit; on panels of one row the name last.
func (u *Until) lines(s *kit.Sheet, cfg Settings, left int) []typeset.Line {
	count, unit := u.words(left)
	name := kit.Sized(kit.Say(typeset.Label, kit.Warm, cfg.Name), "É")
	head := kit.Say(typeset.Head, kit.InkOf(u.Look, cfg.Color), count)
	if unit != "" {
		head.Unit, head.Widest = kit.Text(unit, kit.PaleInk), "000"
		head.Units = u.Env.Local(u.Region, "").Phrases.DayUnits[1]
	}
	if s.Low() {
		return []typeset.Line{head, name}
	}
	return []typeset.Line{name, head}
}

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
