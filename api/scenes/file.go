// SPDX-License-Identifier: Apache-2.0

package scenes

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
)

// format is the version of the form. A later one is refused.
const format = 1

// maxIcons is how many icons a scene may have.
const maxIcons = 64

// maxName is more than the name of an icon may have.
const maxName = 80

// file is a scene as a GET answers it.
type file struct {
	Scene int         `json:"scene"`
	Apps  []app       `json:"apps"`
	Look  wire.Look   `json:"look"`
	Icons []savedIcon `json:"icons"`
}

type app struct {
	Package  string          `json:"package"`
	Title    string          `json:"title"`
	Visible  bool            `json:"visible"`
	Seconds  int             `json:"seconds"`
	Settings json.RawMessage `json:"settings"`
}

type savedIcon struct {
	Name string `json:"name"`
	Data string `json:"data"` // a data URI
}

// pictures returns the user's icons that the settings name, sorted.
func (m *Room) pictures(ctx context.Context, list []device.WidgetSettings) ([]savedIcon, error) {
	have, out := m.own(), []savedIcon{}
	for _, name := range named(list) {
		if !have[name] || len(out) == maxIcons {
			continue
		}
		ref, err := icons.Parse(name)
		if err != nil {
			continue
		}
		data, err := m.icons.Source(ctx, ref)
		if err != nil {
			return nil, err
		}
		out = append(out, savedIcon{name, "data:" + http.DetectContentType(data) + ";base64," + base64.StdEncoding.EncodeToString(data)})
	}
	return out, nil
}

// named returns all texts in the settings that may be names of icons, sorted, each once.
func named(list []device.WidgetSettings) (names []string) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if len(v) <= maxName {
				names = append(names, strings.ToLower(strings.TrimSpace(v)))
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	for _, w := range list {
		var v any
		if json.Unmarshal(w.Settings, &v) == nil { // they are JSON
			walk(v)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
