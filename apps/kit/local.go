// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
)

// Local is how an app writes on one panel: its region, and the words of its language.
type Local struct {
	device.Region // with every field filled in
	*Language
	Code string // of Language
}

// Local returns how a widget writes: in its own language, where it has one, else in the region's.
func (e Env) Local(r device.Region, own string) Local {
	r = r.WithDefaults()
	code := cmp.Or(own, r.Language)
	return Local{r, LanguageOf(code), code}
}

// Time returns a time of the day, and a shorter form of it: with 12 hours the longer one
// tells the halves of the day apart.
func (l Local) Time(t time.Time) (long, short string) {
	return t.Format(l.Clock() + l.Half()), t.Format(l.Clock())
}

// Span returns from when to when something is, and a shorter form of it: with 12 hours the
// longer one tells the halves of the day apart, once where both ends have the same.
func (l Local) Span(from, to time.Time) (long, short string) {
	first, begin := l.Time(from)
	last, end := l.Time(to)
	if from.Format(l.Half()) == to.Format(l.Half()) {
		first = begin
	}
	return first + "–" + last, begin + "–" + end
}

// When returns when an event is, and a shorter form of it: today or now where it has begun, else its time, with its day
// unless that is today.
func (l Local) When(e Event, now time.Time) (long, short string) {
	start := e.Start.In(now.Location())
	begun, today := !start.After(now), start.Format(time.DateOnly) == now.Format(time.DateOnly)
	day := l.Phrases.Days[start.Weekday()]
	long, short = l.Time(start)
	switch {
	case e.AllDay && (begun || today):
		return l.Phrases.Today, l.Phrases.Today
	case e.AllDay:
		return day, day
	case begun:
		return l.Phrases.Now, l.Phrases.Now
	case today:
		return long, short
	}
	return day + " " + long, day + " " + short
}

// Number returns a number that the device has formatted, with the decimal sign of the language.
func (l Local) Number(text string) string { return strings.Replace(text, ".", l.Phrases.Decimal, 1) }

// Hour returns the hour of t alone, short: 18h, 6PM.
func (l Local) Hour(t time.Time) string {
	if l.Region.Hours == 12 {
		return t.Format("3PM")
	}
	return t.Format("15h")
}

// Fahrenheit reports whether temperatures are in degrees Fahrenheit: by the widget's own
// units, where it has any, else by the region.
func Fahrenheit(r device.Region, own, fahrenheit string) bool {
	if own != "" {
		return own == fahrenheit
	}
	return r.Temperature == "F"
}

// Name fills a phrase with a name or a reason; without one what introduces it is left out.
func Name(phrase, name string) string { return strings.TrimRight(fmt.Sprintf(phrase, name), " :：") }
