// SPDX-License-Identifier: Apache-2.0

package board

import (
	"fmt"
	"image/color"
	"strconv"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/icons"
)

// entry is one of the things below the time.
type entry struct {
	lead string // above text, in capitals; "" = nothing
	text string
	note string     // below text, where there is room; "" = nothing
	less string     // note in fewer signs
	day  bool       // it is the day
	icon icons.Ref  // at the left; zero = a bar
	ink  color.RGBA // of the bar
}

// Colours of the bars, and of words.
var (
	green = color.RGBA{60, 190, 90, 255}   // an event, as in the calendar
	amber = color.RGBA{255, 170, 50, 255}  // the day
	pink  = color.RGBA{240, 100, 170, 255} // what sounds
	blue  = color.RGBA{100, 170, 255, 255} // a value, and the temperature
	pale  = color.RGBA{215, 215, 215, 255} // text below the time, which is brighter
)

// entry returns how a brief is shown below the time.
func (c *content) entry(b kit.Brief) entry {
	e := entry{lead: b.Lead, text: kit.Printable(b.Text), icon: b.Icon, ink: blue}
	switch b.Kind {
	case kit.Coming:
		if !c.known {
			return entry{}
		}
		e = entry{text: kit.Printable(b.Event.Title), ink: green}
		e.lead, _ = c.when(b.Event)
		e.note, e.less = c.span(b.Event)
	case kit.Playing:
		e.ink = pink
	case kit.Sky, kit.Figure, kit.Chosen:
	}
	return e
}

// day returns the entry of the date.
func (c *content) day() entry {
	l := c.local
	text := l.Order(strconv.Itoa(c.now.Day()), l.Months[c.now.Month()-1], strconv.Itoa(c.now.Year()))
	if l.Code == "zh" {
		text = c.now.Format("2006年1月2日")
	}
	return entry{lead: l.Days[c.now.Weekday()], day: true, ink: amber, text: text}
}

// when returns when an event is, and a shorter form of it.
func (c *content) when(e kit.Event) (long, short string) {
	if left := kit.Minutes(e, c.now); left > 0 {
		long = fmt.Sprintf(c.local.Phrases.InMinutes, left)
		return long, long
	}
	return c.local.When(e, c.now)
}

// span returns from when to when an event is, and a shorter form of it; "" for whole days.
func (c *content) span(e kit.Event) (long, short string) {
	if e.AllDay || !e.End.After(e.Start) {
		return "", ""
	}
	zone := c.now.Location()
	return c.local.Span(e.Start.In(zone), e.End.In(zone))
}
