// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ledpost/ledpost/icons"
)

// BriefKind is what a brief is about.
type BriefKind uint8

// Kinds of briefs.
const (
	Sky     BriefKind = iota // the weather of now
	Coming                   // the next event
	Playing                  // what sounds
	Figure                   // a value
	Chosen                   // something that shows only where its widget was chosen
)

// Brief is what a widget has to say in a place of a page that several share.
type Brief struct {
	Kind  BriefKind
	Icon  icons.Ref // zero = none
	Lead  string    // whose it is, before Text; "" = nobody's
	Text  string    // 12°, or a title
	Event Event     // of Coming, in place of Lead and Text
	Until time.Time // when it is too old to be shown; zero = never
	Done  Progress  // of what it tells
}

// Progress is how much of something is done. The zero value belongs to a brief without progress.
type Progress struct {
	Share      float64   // 0 to 1, while it stands
	Begin, End time.Time // of what goes on by itself; zero = it stands
}

// At returns the share that is done at now, 0 to 1: before the beginning 0, after the end 1.
func (p Progress) At(now time.Time) float64 {
	if !p.End.After(p.Begin) {
		return min(max(p.Share, 0), 1)
	}
	return min(max(float64(now.Sub(p.Begin))/float64(p.End.Sub(p.Begin)), 0), 1)
}

// Next returns when another step of that size is done after now; zero = it stands, or is over.
func (p Progress) Next(now time.Time, step float64) time.Time {
	all := p.End.Sub(p.Begin)
	if all <= 0 || !now.Before(p.End) {
		return time.Time{}
	}
	steps := math.Floor(max(float64(now.Sub(p.Begin))/float64(all), 0)/step) + 1
	return p.Begin.Add(time.Duration(math.Ceil(steps * step * float64(all))))
}

// at reports whether b still holds at now.
func (b *Brief) at(now time.Time) bool { return b.Until.IsZero() || now.Before(b.Until) }

// Timepiece is how a clock's widget tells the time.
type Timepiece struct {
	Zone  *time.Location // never nil
	Hours int            // 12 or 24
	Color string         // #RRGGBB; "" = the device's text colour
}

// Tell replaces what the widgets of an app have to say, by their ids. all must not change
// afterwards.
func (s *Shared) Tell(pkg string, all map[string]Brief) {
	if s.briefs == nil {
		s.briefs = map[string]map[string]Brief{}
	}
	s.briefs[pkg] = all
}

// Brief returns what a widget has to say at now; ok is false if that is nothing.
func (s *Shared) Brief(widget string, now time.Time) (b Brief, ok bool) {
	for _, all := range s.briefs {
		if b, ok := all[widget]; ok && b.at(now) {
			return b, true
		}
	}
	return Brief{}, false
}

// Briefs returns all of a kind that hold at now, by the names of their apps and widgets.
func (s *Shared) Briefs(of BriefKind, now time.Time) (list []Brief) {
	for _, pkg := range slices.Sorted(maps.Keys(s.briefs)) {
		for _, id := range slices.Sorted(maps.Keys(s.briefs[pkg])) {
			if b := s.briefs[pkg][id]; b.Kind == of && b.at(now) {
				list = append(list, b)
			}
		}
	}
	return list
}

// Timepiece returns how a clock's widget tells the time; without such a widget, as the
// first clock does. Both unknown, it is the device's zone and hours.
func (s *Shared) Timepiece(widget string, otherwise Timepiece) Timepiece {
	t, ok := s.Clocks[widget]
	if !ok {
		t = s.Clocks[s.FirstClock]
	}
	return Timepiece{cmp.Or(t.Zone, otherwise.Zone), cmp.Or(t.Hours, otherwise.Hours), cmp.Or(t.Color, otherwise.Color)}
}
