// SPDX-License-Identifier: Apache-2.0

package data

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// A list of things with the same members, such as departures, scores or prices, is a page of rows: templates
// write each of them, with values that its own members have.

const (
	defaultRows = 6
	maxRows     = 10 // shown at once: with the longest texts they are one page of regions
	maxListed   = 50 // read of an answer: behind departures that have left there are later ones
	maxRowText  = 64 // characters
	maxRowEnd   = 24
)

// departed is how long a row whose time has come still shows.
const departed = 30 * time.Second

// list adds the items of the list in doc that have a value for each name.
func (r *reading) list(doc any, c *Config) error {
	list, err := pick(doc, strings.TrimSuffix(c.List, "/*"))
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	items, ok := list.([]any)
	if !ok {
		return fmt.Errorf("list: %s is not a list", place(c.List))
	}
	r.rows = []map[string]string{} // of an empty list, too
	var why error
	for i, item := range items {
		one := reading{values: map[string]string{}}
		if err := one.item(item, c); err != nil {
			if why == nil {
				why = fmt.Errorf("item %d: %w", i, err)
			}
		} else if r.rows = append(r.rows, one.values); len(r.rows) == maxListed {
			break
		}
		if i == 2*maxListed {
			break
		}
	}
	r.order(c)
	if len(r.rows) == 0 && why != nil {
		return why
	}
	r.found = strconv.Itoa(len(r.rows)) + " rows"
	return nil
}

// order puts rows that end with a time into the order of their times: not every server does.
func (r *reading) order(c *Config) {
	name := ""
	for _, m := range placeholder.FindAllStringSubmatch(c.End, -1) {
		if m[2] == "in" || m[2] == "time" {
			name = m[1]
		}
	}
	slices.SortStableFunc(r.rows, func(a, b map[string]string) int {
		one, _ := timeOf(a[name])
		other, _ := timeOf(b[name])
		return one.Compare(other)
	})
}

// item adds the values of one item of a list. A member that an item lacks is an empty text.
func (r *reading) item(item any, c *Config) error {
	if c.Pointer != "" || c.uses(first) {
		value, err := pick(item, c.Pointer)
		if err != nil {
			return err
		}
		if r.values[first], err = valueText(value); err != nil {
			return err
		}
	}
	var missing error
	for _, name := range slices.Sorted(maps.Keys(c.Values)) {
		value, err := pick(item, c.Values[name])
		if err == nil {
			r.values[name], err = valueText(value)
		}
		if err = named(name, err); err != nil && value != nil {
			return err
		}
		missing = cmp.Or(missing, err)
	}
	for _, value := range r.values {
		if value != "" {
			return nil
		}
	}
	return missing
}

// named returns err with the name of its value.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// uses reports whether a template of a row has the value of that name.
func (c *Config) uses(name string) bool {
	templates := []string{c.template(), c.Badge, c.BadgeColor, c.End}
	return slices.ContainsFunc(templates, func(t string) bool { return slices.Contains(namesIn(t), name) })
}

// page returns the rows that still show as a page below a title; without rows, the title with a dash.
func (c *Config) page(r *reading, f note.Frame, title string, as writing) note.Frame {
	if title != "" {
		f.Regions = append(f.Regions, note.Region{ID: "title", Role: note.RoleLabel, Spare: true,
			Text: []note.Fragment{{Text: kit.Short(title, maxRowText)}}})
	}
	most := cmp.Or(c.Most, defaultRows)
	shown := 0
	for _, values := range r.rows {
		if shown == most {
			break
		}
		if row, ok := c.row(values, as); ok {
			row.ID = "row" + strconv.Itoa(shown)
			f.Regions = append(f.Regions, row)
			shown++
		}
	}
	if shown == 0 {
		f.Regions, f.Text = nil, []note.Fragment{{Text: strings.TrimSpace(kit.Short(title, maxRowText) + " –")}}
	}
	return f
}

// row returns a row of values; ok is false if its time is over.
func (c *Config) row(values map[string]string, as writing) (row note.Region, ok bool) {
	filled := func(template string, most int) string {
		names := namesIn(template)
		if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return values[name] != "" }) {
			return "" // the score of a game that has not begun
		}
		text, _ := fill(template, values, as)
		return kit.Short(strings.TrimSpace(text), most)
	}
	row = note.Region{Role: note.RoleRow, Text: []note.Fragment{{Text: filled(c.template(), maxRowText)}},
		End: filled(c.End, maxRowEnd), Badge: filled(c.Badge, note.MaxBadge)}
	if back := filled(c.BadgeColor, 16); back != "" {
		row.BadgeColor, _ = note.ParseColor("#" + strings.TrimPrefix(back, "#")) // any other text is no colour
	}
	_, number := fill(c.End, values, as)
	row.Color = note.ColorAt(c.levels(), number)
	for _, template := range []string{c.template(), c.End} {
		for _, m := range placeholder.FindAllStringSubmatch(template, -1) {
			if at, is := timeOf(values[m[1]]); m[2] == "in" && is && as.now.Sub(at) > departed {
				return row, false
			}
		}
	}
	return row, true
}

// next returns when the minutes in a text of c change, or a row leaves; the zero time if never.
func (c *Config) next(r *reading, now time.Time) (soon time.Time) {
	if r == nil {
		return soon
	}
	all := r.rows
	if all == nil {
		all = []map[string]string{r.values}
	}
	for _, template := range []string{c.template(), c.End} {
		for _, m := range placeholder.FindAllStringSubmatch(template, -1) {
			for _, values := range all {
				if at, is := timeOf(values[m[1]]); m[2] == "in" && is {
					soon = kit.Soonest(soon, change(at, now))
				}
			}
		}
	}
	return soon
}

// change returns when the whole minutes from now until at become fewer, or at has departed; the zero time if never.
func change(at, now time.Time) time.Time {
	switch left := at.Sub(now); {
	case left >= time.Minute:
		return now.Add(left%time.Minute + 1)
	case left >= -departed:
		return at.Add(departed + 1)
	}
	return time.Time{}
}
