// SPDX-License-Identifier: Apache-2.0

package data

import (
	"maps"
	"math"
	"slices"

	"github.com/ledpost/ledpost/device/note"
)

// checkValues returns the fault in the settings of several values.
func (c *Config) checkValues() *note.InvalidError {
	fault := func(field, reason string) *note.InvalidError { return &note.InvalidError{Field: field, Reason: reason} }
	for _, name := range slices.Sorted(maps.Keys(c.Values)) {
		if m := namesIn("{" + name + "}"); m == nil || m[0] != name || name == first {
			return fault("values", "a name has up to 16 letters a to z and digits, begins with a letter, and is not value")
		}
		if err := checkPointer(c.Values[name]); err != nil {
			return fault("values."+name, err.Error())
		}
	}
	for _, t := range []struct{ field, template string }{
		{"text", c.Text}, {"badge", c.Badge}, {"badgeColor", c.BadgeColor}, {"end", c.End},
	} {
		for _, name := range namesIn(t.template) {
			if _, there := c.Values[name]; !there && name != first && len(c.Values) > 0 {
				return fault(t.field, "{"+name+"} is not a name in values")
			}
		}
	}
	for _, p := range []struct{ field, pointer string }{{"chart", c.Chart}, {"list", c.List}} {
		if err := checkPointer(p.pointer); err != nil {
			return fault(p.field, err.Error())
		}
	}
	if c.List != "" && c.Chart != "" {
		return fault("chart", "a widget shows a list or a chart")
	}
	for _, limit := range []struct {
		field string
		at    *float64
	}{{"min", c.Min}, {"max", c.Max}} {
		if limit.at != nil && math.Abs(*limit.at) > note.MaxValue {
			return fault(limit.field, "is beyond 9007199254740992")
		}
	}
	if c.Min != nil && c.Max != nil && *c.Min >= *c.Max {
		return fault("max", "is not above min")
	}
	for _, l := range c.Levels {
		if math.Abs(l.From) > note.MaxValue {
			return fault("levels", "a value is beyond 9007199254740992")
		}
	}
	return nil
}
