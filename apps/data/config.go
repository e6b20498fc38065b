// SPDX-License-Identifier: Apache-2.0

package data

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
)

// Config are the settings of a data widget. The zero value shows the frames pushed to
// it.
type Config struct {
	URL      string `json:"url,omitempty"`      // to poll; "" = none
	Pointer  string `json:"pointer,omitempty"`  // to the value in the answer (RFC 6901); "" = all of it
	Interval int    `json:"interval,omitempty"` // seconds between two requests, from 5; 0 = 60
	// seconds after which it dims, from 5; 0 = three intervals, or never without a URL
	Stale   int               `json:"stale,omitempty"`
	Text    string            `json:"text,omitempty"`    // around the value; "" = "{value}"
	Icon    string            `json:"icon,omitempty"`    // beside it
	Color   string            `json:"color,omitempty"`   // #RRGGBB; "" = the device's text colour
	Headers map[string]string `json:"headers,omitempty"` // of the request
	Values  map[string]string `json:"values,omitempty"`  // pointers by the names that stand for their values in Text
	Chart   string            `json:"chart,omitempty"`   // pointer to a list of numbers; "" = no chart
	Min     *float64          `json:"min,omitempty"`     // at the bottom of the chart; nil = from its values
	Max     *float64          `json:"max,omitempty"`     // at its top
	Trend   bool              `json:"trend,omitempty"`   // an arrow says where the first number in Text has gone
	// colours by value, of Text by its first number and of the chart
	Levels []Level `json:"levels,omitempty"`

	List       string `json:"list,omitempty"`       // pointer to a list, each item a row; /* = the answer, "" = no rows
	Badge      string `json:"badge,omitempty"`      // before Text of a row
	BadgeColor string `json:"badgeColor,omitempty"` // behind Badge: #RRGGBB, with or without the sign
	End        string `json:"end,omitempty"`        // at the right of a row
	Most       int    `json:"most,omitempty"`       // rows, 1 to maxRows; 0 = defaultRows
	Flip       bool   `json:"flip,omitempty"`       // letters of a page that change turn over
	FlipSound  bool   `json:"flipSound,omitempty"`  // and are heard
}

// Level is the colour of values from From up to the next level.
type Level struct {
	From  float64 `json:"from"`
	Color string  `json:"color"` // #RRGGBB
}

const (
	minInterval     = 5 * time.Second
	defaultInterval = time.Minute
	maxHeaders      = 8
	maxValues       = 8
	maxLevels       = 16
)

// template returns Text, or what stands in its place: all named values, else the value,
// which a chart does without.
func (c *Config) template() string {
	switch {
	case c.Text != "":
		return c.Text
	case len(c.Values) > 0:
		return "{" + strings.Join(slices.Sorted(maps.Keys(c.Values)), "} {") + "}"
	case c.Chart != "" && c.Pointer == "":
		return ""
	}
	return "{value}"
}

// levels returns the colours by value as frames have them.
func (c *Config) levels() (all []note.Level) {
	for _, l := range c.Levels {
		if ink := kit.ColorOf(l.Color); ink.Set {
			all = append(all, note.Level{From: l.From, Color: ink})
		}
	}
	return all
}

func (c *Config) interval() time.Duration {
	if c.Interval == 0 {
		return defaultInterval
	}
	return max(time.Duration(c.Interval)*time.Second, minInterval)
}

// stale returns how long data is fresh; 0 is for ever.
func (c *Config) stale() time.Duration {
	if c.Stale == 0 && c.URL != "" {
		return 3 * c.interval()
	}
	return time.Duration(c.Stale) * time.Second
}
