// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/ledpost/ledpost/device"
)

// good are values of each format that an app has to accept where it takes that format.
var good = map[string][]any{
	"color": {"#12AB34"}, "time": {"07:30"}, "timezone": {"Asia/Tokyo"}, "uri": {"https://example.com/a?b=c"},
	"effect": {"aurora", "fire"}, "date": {"2026-12-24", "2000-02-29"},
	"icon": {"weather-sun"}, "alarm": {"alarm1"},
}

// wrong are values that fit the schema and that an app has to refuse.
var wrong = map[string][]any{
	"timezone": {"Mars/Olympus"}, "uri": {"ftp://example.com/", "no address"}, "icon": {"no such icon!"},
	"effect": {"cuckoo"}, "date": {"24.12.26", "2026-02-30"}, "alarm": {"quack"},
}

// values returns values that fit s: the least and the most of each kind, and all of an
// enumeration.
func values(s *device.Schema) (all []any) {
	switch s.Type {
	case "boolean":
		return []any{true, false}
	case "integer", "number":
		if s.Min == 0 && s.Max == 0 {
			return []any{1, 1000}
		}
		return []any{s.Min, s.Max}
	case "string":
		return texts(s)
	case "array":
		items := values(s.Items)
		full := make([]any, most(s, 32))
		for i := range full {
			full[i] = items[i%len(items)]
		}
		return []any{items[:1], full}
	}
	if s.Values != nil {
		for _, v := range values(s.Values) {
			all = append(all, map[string]any{"a": v})
		}
		return all
	}
	least, last := map[string]any{}, map[string]any{}
	for _, p := range s.Properties {
		v := values(&p.Schema)
		least[p.Name], last[p.Name] = v[0], v[len(v)-1]
	}
	return []any{least, last}
}

// texts is values for a string: a word, a path, and as many wide letters as are allowed.
func texts(s *device.Schema) (all []any) {
	for _, v := range s.Enum {
		all = append(all, v)
	}
	if all == nil {
		all = good[s.Format]
	}
	if all == nil {
		all = []any{"abc", "/a/b", strings.Repeat("W", most(s, 256))}
	}
	return all
}

func most(s *device.Schema, otherwise int) int {
	if s.MaxLen == 0 {
		return otherwise
	}
	return s.MaxLen
}

// faulty returns values that fit s but for one thing that only the app can know.
func faulty(s *device.Schema) (all []any) {
	switch {
	case s.Type == "string":
		return wrong[s.Format]
	case s.Type == "array":
		for _, v := range faulty(s.Items) {
			all = append(all, []any{v})
		}
	case s.Properties != nil:
		for _, p := range s.Properties {
			for _, v := range faulty(&p.Schema) {
				item := maps.Clone(values(s)[0].(map[string]any))
				item[p.Name] = v
				all = append(all, item)
			}
		}
	}
	return all
}

// misfits returns values that do not fit s.
func misfits(s *device.Schema) (all []any) {
	switch {
	case s.Type == "string" && s.Enum != nil:
		all = []any{"cuckoo"}
	case s.Type == "string":
		all = []any{strings.Repeat("x", most(s, 256)+1)}
	case s.Type == "boolean":
		all = []any{"yes"}
	case s.Min != 0 || s.Max != 0:
		all = []any{s.Max + 1, s.Min - 1}
	}
	if s.Format == "color" || s.Format == "time" {
		all = append(all, "7!")
	}
	if s.Type == "string" {
		return append(all, 7)
	}
	return append(all, "7")
}

// sample is settings of one widget.
type sample struct {
	names []string // that are set
	raw   json.RawMessage
}

func sampleOf(set map[string]any) sample {
	raw, _ := json.Marshal(set) // cannot fail: plain values
	s := sample{raw: raw}
	for name := range set {
		s.names = append(s.names, name)
	}
	return s
}

// samples returns settings that fit s: none, each property with each of its values, and
// all properties at once.
func samples(s *device.Schema) []sample {
	all := []sample{sampleOf(map[string]any{})}
	for _, p := range s.Properties {
		for _, v := range values(&p.Schema) {
			all = append(all, sampleOf(map[string]any{p.Name: v}))
		}
	}
	if len(s.Properties) > 1 {
		for _, v := range values(s) {
			all = append(all, sampleOf(v.(map[string]any)))
		}
	}
	return all
}

// singles returns settings of a single property each, with the values from of.
func singles(s *device.Schema, of func(*device.Schema) []any) (all []sample) {
	for _, p := range s.Properties {
		for _, v := range of(&p.Schema) {
			all = append(all, sampleOf(map[string]any{p.Name: v}))
		}
	}
	return all
}

// arguments returns arguments of an action: none, each parameter with each of its
// values, and all at once.
func arguments(a device.Action) []device.Args {
	all, every := []device.Args{{}}, device.Args{}
	for _, p := range a.Params {
		var v []any
		switch p.Type {
		case device.BoolParam:
			v = []any{true, false}
		case device.IntParam:
			v = []any{1, 0, -1, 1 << 30}
		case device.TextParam:
			v = []any{"07:30:00", "abc"}
			for word := range strings.SplitSeq(p.Format, "|") {
				v = append(v, word)
			}
		}
		for _, one := range v {
			all = append(all, device.Args{p.Name: one})
		}
		every[p.Name] = v[0]
	}
	return append(all, every)
}
