// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// listedApp is an app of the list as clients need it: every field is there, and
// no other (docs/decisions.md 6).
type listedApp struct {
	Package, Title, Vendor, Version *string
	VersionCode                     *string                           `json:"version_code"`
	Actions                         map[string]map[string]listedParam // by action and parameter
	Triggers                        *struct{}                         // always empty
	Widgets                         map[string]listedWidget
}

type listedParam struct {
	DataType string `json:"data_type"`
	Name     string
	Required *bool
	Format   string // may be absent
}

type listedWidget struct {
	Index    *int
	Package  string
	Visible  *bool
	Settings *struct {
		Title string `json:"_title"`
	}
}

// TestAppsInTheList of a new device: every app of the table, in its order. Those of
// testdata/apps.json, which clients know by their names, are there field by field.
func TestAppsInTheList(t *testing.T) {
	r := rig.Launch(t, nil)
	var got, want map[string]any
	r.Call("GET", "/api/v2/device/apps", "", &got)
	golden := must.Get(os.ReadFile("testdata/apps.json"))(t)
	must.Do(t, json.Unmarshal(golden, &want))
	all := apps.Packages()
	if len(got) != len(all) {
		t.Errorf("the list has %d apps, want %d", len(got), len(all))
	}
	for i, pkg := range all {
		var one any
		if r.Call("GET", "/api/v2/device/apps/"+pkg, "", &one); !reflect.DeepEqual(one, got[pkg]) {
			t.Errorf("%s alone is\n%v\nbut in the list\n%v", pkg, one, got[pkg])
		}
		if place := placeOf(got[pkg]); place != i {
			t.Errorf("%s has the index %d, want %d", pkg, place, i)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(want)) {
		differences(pkg, got[pkg], want[pkg], func(where string, got, want any) {
			t.Errorf("%s is %v, want %v", where, got, want)
		})
	}
}

// placeOf takes the index from the only widget of a listed app; -1 if there is none.
func placeOf(app any) int {
	listed, _ := app.(map[string]any)
	widgets, _ := listed["widgets"].(map[string]any)
	for _, w := range widgets {
		w, _ := w.(map[string]any)
		index, ok := w["index"].(float64)
		if delete(w, "index"); ok && len(widgets) == 1 {
			return int(index)
		}
	}
	return -1
}

// differences tells where two JSON values differ, in the order of their names.
func differences(where string, got, want any, tell func(where string, got, want any)) {
	g, object := got.(map[string]any)
	w, too := want.(map[string]any)
	if !object || !too {
		if !reflect.DeepEqual(got, want) {
			tell(where, got, want)
		}
		return
	}
	names := maps.Clone(g)
	maps.Copy(names, w)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		differences(where+" "+name, g[name], w[name], tell)
	}
}

// TestAppsKeepTheRules of the list that clients rely on, whatever apps there are.
func TestAppsKeepTheRules(t *testing.T) {
	r := rig.Launch(t, nil, rig.Configured(t, "[awtrix]\nenabled = true\naddr = \"\"\n")...) // its app is in no other list
	r.Call("POST", "/api/custom?name=greeting", `{"text":"hello"}`, nil)
	var raw json.RawMessage
	r.Call("GET", "/api/v2/device/apps", "", &raw)
	var list map[string]listedApp
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	if _, ok := list["awtrix.custom"]; !ok || len(list) < 13 {
		t.Errorf("only %d apps", len(list))
	}
	places := map[int]string{}
	for pkg, a := range list {
		a.rules(t, pkg)
		for id, w := range a.Widgets {
			if w.Index != nil && places[*w.Index] != "" {
				t.Errorf("%s and %s have the same index", id, places[*w.Index])
			} else if w.Index != nil {
				places[*w.Index] = id
			}
		}
	}
	for i := range places {
		if i < 0 || i >= len(places) {
			t.Errorf("index %d, want 0 to %d", i, len(places)-1)
		}
	}
}

var (
	digits   = regexp.MustCompile(`^[0-9]+$`)
	widgetID = regexp.MustCompile(`^[0-9a-f]{32}$`)
	word     = regexp.MustCompile(`^[a-z][a-z0-9_.]*$`)
)

// rules fails t for what clients would not take.
func (a *listedApp) rules(t *testing.T, pkg string) {
	t.Helper()
	check := func(ok bool, format string, args ...any) {
		t.Helper()
		if !ok {
			t.Errorf(pkg+": "+format, args...)
		}
	}
	text := func(s *string) bool { return s != nil && *s != "" }
	check(text(a.Package) && *a.Package == pkg && word.MatchString(pkg), "its package is another, or no name")
	check(text(a.Title) && text(a.Vendor) && text(a.Version), "title, vendor or version is missing")
	check(text(a.VersionCode) && digits.MatchString(*a.VersionCode), "version_code is no text of digits")
	check(a.Triggers != nil && a.Actions != nil && len(a.Widgets) > 0, "triggers, actions or widgets are missing")
	for action, params := range a.Actions {
		check(word.MatchString(action) && params != nil, "action %q", action)
		for name, p := range params {
			check(word.MatchString(name) && p.Name == name && name != "parameters", "%s: parameter %q is called %q", action,
				name, p.Name)
			check(p.DataType == "bool" || p.DataType == "int" || p.DataType == "string", "%s: %s: data_type %q", action,
				name, p.DataType)
			check(p.Required != nil, "%s: %s: required is missing", action, name)
			_, err := regexp.Compile(p.Format)
			check(err == nil && (p.Format == "" || p.DataType == "string"), "%s: %s: format %q, %v", action, name, p.Format, err)
		}
	}
	for id, w := range a.Widgets {
		check(widgetID.MatchString(id), "widget %q", id)
		check(w.Index != nil && w.Package == pkg && w.Visible != nil && w.Settings != nil && w.Settings.Title != "",
			"widget %s lacks a field: %+v", id, w)
	}
}
