// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// reading is what an answer comes to. It does not change.
type reading struct {
	frames []note.Frame        // shown as they are; nil = the rest counts
	values map[string]string   // by name
	chart  []float64           // at most note.MaxChart; nil = no chart
	rows   []map[string]string // the values of each row; nil = no rows
	found  string              // for people who try the settings
}

// read makes a reading of an answer. An object with frames, the format of LaMetric's My
// Data DIY, is shown as it is.
func (p *poll) read(body []byte) (*reading, error) {
	doc, err := decodeJSON(body)
	if err != nil {
		if p.cfg.List+p.cfg.Pointer+p.cfg.Chart != "" || len(p.cfg.Values) > 0 {
			return nil, errors.New("the answer is not JSON")
		}
		doc = string(body) // a plain text
	}
	r := &reading{values: map[string]string{}}
	if p.cfg.List != "" {
		return r, r.list(doc, &p.cfg)
	}
	template := p.cfg.template()
	if p.cfg.Pointer != "" || slices.Contains(namesIn(template), first) || len(p.cfg.Values) == 0 && p.cfg.Chart == "" {
		value, err := pick(doc, p.cfg.Pointer)
		if err != nil {
			return nil, err
		}
		if object, ok := value.(map[string]any); ok && object["frames"] != nil {
			raw, _ := json.Marshal(object) // cannot fail: it was decoded from JSON
			if r.frames, err = wire.ParseFrames(raw); err != nil {
				return nil, err
			}
			r.found = kit.Short(string(raw), note.MaxText)
			return r, nil
		}
		text, err := valueText(value)
		if err != nil {
			return nil, err
		}
		r.values[first], r.found = text, kit.Printable(text)
	}
	if err := r.named(doc, p.cfg.Values); err != nil {
		return nil, err
	}
	if p.cfg.Chart == "" {
		return r, nil
	}
	if r.chart, err = numbers(doc, p.cfg.Chart); err != nil {
		return nil, fmt.Errorf("chart: %w", err)
	}
	if r.found == "" {
		r.found = fmt.Sprintf("%d values", len(r.chart))
	}
	return r, nil
}

// named adds the values that have names.
func (r *reading) named(doc any, pointers map[string]string) error {
	for name, pointer := range pointers {
		value, err := pick(doc, pointer)
		if err == nil {
			r.values[name], err = valueText(value)
		}
		if err != nil {
			return named(name, err)
		}
	}
	if r.found == "" && len(pointers) > 0 {
		raw, _ := json.Marshal(r.values) // cannot fail: texts
		r.found = kit.Printable(string(raw))
	}
	return nil
}

// numbers returns the list of numbers that a pointer leads to; a * in it stands for each
// item of a list, as in /data/*/price. More than a chart has are averaged.
func numbers(doc any, pointer string) ([]float64, error) {
	before, after, each := strings.Cut(pointer+"/", "/*/")
	if before, after = strings.TrimSuffix(before, "/"), strings.TrimSuffix("/"+after, "/"); !each {
		before = pointer
	}
	list, err := pick(doc, before)
	if err != nil {
		return nil, err
	}
	items, ok := list.([]any)
	if !ok {
		return nil, fmt.Errorf("%s is not a list", place(before))
	}
	all := make([]float64, 0, len(items))
	for i, item := range items {
		if each {
			if item, err = pick(item, after); err != nil {
				return nil, fmt.Errorf("item %d: %w", i, err)
			}
		}
		text, _ := valueText(item)
		f, ok := parse(text)
		if !ok || math.Abs(f) > note.MaxValue {
			return nil, fmt.Errorf("item %d is not a number", i)
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		return nil, errors.New("the list is empty")
	}
	return averaged(all, note.MaxChart), nil
}

// averaged returns at most so many values.
func averaged(all []float64, most int) []float64 {
	if len(all) <= most {
		return all
	}
	out := make([]float64, most)
	for i := range out {
		part := all[i*len(all)/most : (i+1)*len(all)/most]
		for _, v := range part {
			out[i] += v / float64(len(part))
		}
	}
	return out
}

// framesOf returns r as frames, on panels that have room for a text or a chart alone, and
// the number that it begins with. title is above rows, trend is where that has gone: -1, 0 or 1.
func (c *Config) framesOf(
	r *reading, icon note.Frame, title string, trend int, as writing,
) (frames []note.Frame, number float64) {
	if r.frames != nil {
		return r.frames, math.NaN()
	}
	number = math.NaN()
	if r.rows != nil {
		return []note.Frame{c.page(r, icon, title, as)}, number
	}
	if template := c.template(); template != "" {
		f := icon
		f.Text = []note.Fragment{{}}
		f.Text[0].Text, number = fill(template, r.values, as)
		f.Color = note.ColorAt(c.levels(), number)
		if trend != 0 && !math.IsNaN(number) {
			f.Text = append(f.Text, note.Fragment{Text: arrows[trend]})
		}
		frames = append(frames, f)
	}
	if r.chart != nil {
		f := icon
		if len(frames) > 0 { // the text has it
			f.Icon = icons.Ref{}
		}
		low, high := c.scale(r.chart)
		f.Chart, f.Scale, f.Levels = r.chart, &note.Scale{Low: low, High: high}, c.levels()
		f.Color = columns
		if own := kit.ColorOf(c.Color); own.Set {
			f.Color = own
		}
		frames = append(frames, f)
	}
	return frames, number
}

// arrows say where a number has gone.
var arrows = map[int]string{-1: "↓", 1: "↑"}

// columns is the colour of charts in widgets without a colour.
var columns = note.Color{R: kit.Cool.R, G: kit.Cool.G, B: kit.Cool.B, Set: true}

// scale returns the values at the bottom and at the top of a chart: as set, else from the
// least to the greatest, with 0 unless all are far from it.
func (c *Config) scale(values []float64) (low, high float64) {
	low, high = slices.Min(values), slices.Max(values)
	if near, far := max(low, -high), max(high, -low); low == high || 2*near <= far {
		low, high = min(low, 0), max(high, 0)
	}
	if c.Min != nil {
		low = *c.Min
	}
	if c.Max != nil {
		high = *c.Max
	}
	switch {
	case low < high:
	case c.Max != nil && c.Min == nil:
		low = high - 1
	default:
		high = low + 1
	}
	return low, high
}
