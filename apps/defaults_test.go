// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"bytes"
	"encoding/json"
	"image"
	"maps"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

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
			if c, ok := app.(device.Configurer); ok {
				if err := c.Configure([]device.WidgetSettings{{ID: "a", Settings: raw}}); err != nil {
					t.Errorf("%s: %s: %v", a.Package, raw, err)
				}
			}
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
