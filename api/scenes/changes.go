// SPDX-License-Identifier: Apache-2.0

package scenes

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
)

// changes are what a scene changes, or has changed.
type changes struct {
	Apps  []appChange `json:"apps"`  // those that differ
	Order bool        `json:"order"` // of apps that were there
	Look  []string    `json:"look"`  // names of the fields that differ
	Icons []string    `json:"icons"` // names of those that are new

	Programs []Offer `json:"programs,omitempty"` // those that the scene's widgets show
}

// appChange is a widget that a scene changes.
type appChange struct {
	Package string   `json:"package"`
	Title   string   `json:"title"`
	Change  string   `json:"change"` // one of the words below
	Fields  []string `json:"fields"` // of a changed one: names of fields and settings
}

// Words of appChange.
const (
	added   = "added"
	changed = "changed"
	hidden  = "hidden"  // the scene lacks it: it stays, and is not shown
	missing = "missing" // this device has no such app
	left    = "left"    // its program is not there, and the request does not add it
)

// changesOf compares the lists before and after a scene.
func changesOf(before, after []device.WidgetSettings, s *scene, was paint.Look, pictures []string) changes {
	out := changes{Apps: []appChange{}, Look: []string{}, Icons: append([]string{}, pictures...)}
	old := map[string]device.WidgetSettings{}
	for _, w := range before {
		old[w.ID] = w
	}
	for _, w := range s.left {
		out.Apps = append(out.Apps, appChange{w.Package, w.Title, left, []string{}})
	}
	for _, w := range s.apps {
		if w.Package != leftOut && !slices.ContainsFunc(after, func(a device.WidgetSettings) bool { return a.Package == w.Package }) {
			out.Apps = append(out.Apps, appChange{w.Package, w.Title, missing, []string{}})
		}
	}
	rest := len(s.apps) - len(out.Apps) // where those begin that the scene lacks
	for i, w := range after {
		o, ok := old[w.ID]
		switch fields := differ(o, w); {
		case !ok:
			out.Apps = append(out.Apps, appChange{w.Package, w.Title, added, []string{}})
		case o.Visible && !w.Visible && i >= rest:
			out.Apps = append(out.Apps, appChange{w.Package, w.Title, hidden, []string{}})
		case len(fields) > 0:
			out.Apps = append(out.Apps, appChange{w.Package, w.Title, changed, fields})
		}
	}
	out.Order = !slices.Equal(common(before, after), common(after, before))
	out.Look = append(out.Look, names(members(wire.LookOf(was)), members(wire.LookOf(s.look.Over(was))))...)
	return out
}

// differ returns the names of the fields and settings in which two widgets differ.
func differ(a, b device.WidgetSettings) (fields []string) {
	if a.Title != b.Title {
		fields = append(fields, "title")
	}
	if a.Visible != b.Visible {
		fields = append(fields, "visible")
	}
	if a.Seconds != b.Seconds {
		fields = append(fields, "seconds")
	}
	if bytes.Equal(a.Settings, b.Settings) {
		return fields
	}
	for _, name := range names(members(a.Settings), members(b.Settings)) {
		fields = append(fields, "settings."+name)
	}
	return fields
}

// names returns the names of the members in which two objects differ, sorted.
func names(a, b map[string]any) (all []string) {
	for name := range a {
		if !reflect.DeepEqual(a[name], b[name]) {
			all = append(all, name)
		}
	}
	for name := range b {
		if _, both := a[name]; !both {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// members returns an object as a map.
func members(v any) (m map[string]any) {
	text, _ := json.Marshal(v) // texts and numbers: it cannot fail
	_ = json.Unmarshal(text, &m)
	return m
}

// common returns the ids of a's widgets that b has, too, in the order of a.
func common(a, b []device.WidgetSettings) (ids []string) {
	there := map[string]bool{}
	for _, w := range b {
		there[w.ID] = true
	}
	for _, w := range a {
		if there[w.ID] {
			ids = append(ids, w.ID)
		}
	}
	return ids
}
