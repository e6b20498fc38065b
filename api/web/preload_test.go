// SPDX-License-Identifier: Apache-2.0

package web

import (
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

var imported = regexp.MustCompile(`(?m)^(?:import|export) .*from '\./(\w+\.js)';$`)

// begun returns the modules that app.js imports, and that these do.
func begun() map[string]bool {
	all := map[string]bool{}
	var visit func(module string)
	visit = func(module string) {
		for _, m := range imported.FindAllSubmatch(read(module), -1) {
			if name := string(m[1]); !all[name] {
				all[name] = true
				visit(name)
			}
		}
	}
	visit("app.js")
	return all
}

// TestPreloads: the page names all modules that it begins with, so that a browser
// fetches them at once instead of finding them one behind the other.
func TestPreloads(t *testing.T) {
	want := begun()
	page := must.Get(files.ReadFile("index.html"))(t)
	got := map[string]bool{}
	for _, m := range regexp.MustCompile(`<link rel="modulepreload" fetchpriority="low" href="(\w+\.js)">`).FindAllSubmatch(page, -1) {
		got[string(m[1])] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("index.html names %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}
