// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"bytes"
	"encoding/json"
	"flag"
	"image"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

var update = flag.Bool("update", false, "draw the portraits and pages of the apps that have changed: look at each")

// TestEveryAppIsDocumented: docs/apps.md has a section of each app, which names its
// settings and its actions.
func TestEveryAppIsDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../docs/apps.md"))(t)
	for _, a := range table {
		about := a.New(kit.Env{}, nil, 0).About()
		_, section, found := strings.Cut(string(page), ": `"+a.Package+"`\n")
		if !found {
			t.Errorf("docs/apps.md has no section %q", "## "+about.Title+": `"+a.Package+"`")
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, name := range settingNames(&about.Settings) {
			if !strings.Contains(section, "`"+name+"`") {
				t.Errorf("docs/apps.md does not name the setting `%s` of %s", name, a.Package)
			}
		}
		for _, action := range about.Actions {
			if !strings.Contains(section, action.ID) {
				t.Errorf("docs/apps.md does not name the action %s", action.ID)
			}
		}
	}
}

// settingNames returns the names of all properties of s, and of its items.
func settingNames(s *device.Schema) (names []string) {
	for _, p := range s.Properties {
		names = append(append(names, p.Name), settingNames(&p.Schema)...)
	}
	if s.Items != nil {
		names = append(names, settingNames(s.Items)...)
	}
	return names
}

// TestEveryAppHasAPortrait, and it is what the app draws today but for a few pixels that
// differ between processors.
func TestEveryAppHasAPortrait(t *testing.T) {
	for _, a := range table {
		t.Run(a.Package, func(t *testing.T) {
			path := filepath.Join(folderOf(a), "testdata", "portrait.png")
			pixtest.GoldenBut(t, path, apptest.Portrait(t, a), *update, 8)
		})
	}
}

// TestEveryAppKeepsTheContract of device.App, and that of the AWTRIX interface too.
func TestEveryAppKeepsTheContract(t *testing.T) {
	for _, a := range append(table[:len(table):len(table)], custom.App) {
		t.Run(a.Package, func(t *testing.T) { apptest.Check(t, a) })
	}
}

// settled are settings that let others be seen.
var settled = map[string]map[string]any{until.Package: {"date": "2020-02-01"}}

// TestDefaultsAreTrue: a widget with a setting at its declared default looks as one without
// that setting.
func TestDefaultsAreTrue(t *testing.T) {
	size := image.Pt(64, 32)
	for _, a := range table {
		drawn := func(settings map[string]any) []byte {
			app := a.New(apptest.SizedEnv(t, size), nil, 0)
			all := maps.Clone(settings)
			maps.Copy(all, settled[a.Package])
			raw := must.Get(json.Marshal(all))(t)
			apptest.Set(t, app, string(raw))
			return apptest.Drawn(app.Step(apptest.Noon).Views["a"], size, apptest.Noon).Pix
		}
		without := drawn(map[string]any{})
		for _, p := range a.New(apptest.SizedEnv(t, size), nil, 0).About().Settings.Properties {
			if p.Schema.Default != nil && !bytes.Equal(drawn(map[string]any{p.Name: p.Schema.Default}), without) {
				t.Errorf("%s: %s at its default of %v changes the picture", a.Package, p.Name, p.Schema.Default)
			}
		}
	}
}
