// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// route is one method of one path.
type route struct {
	method, path string
	json         bool   // takes a JSON body
	example      string // of its body; "" = it takes none that changes nothing
	file         bool   // takes a body that is no JSON
	socket       bool   // is a WebSocket
	blames       bool   // answers 500 to a fault of the sender, as its original does
}

// parts are what the paths of routes are completed with: what there is.
var parts = strings.NewReplacer("{widget}", "08b8eac21074f8f7e5a29f2855ba8060", "{package}", "com.lametric.clock",
	"{setting}", "face", "{kind}", "backgrounds", "{category}", "notifications", "{id}", "1", "{name}", "left",
	"{version}", "1", "{uuid}", "x")

// last is what the last part of some paths is.
var last = map[string]string{
	"/live/apps/catalogue/{package}/{setting}/{file}": "big.gif",
	"/live/effects/{kind}/{file}":                     "plasma.gif",
	"/live/sounds/{category}/{file}":                  "cat.wav",
}

// routes returns all routes of the device: of its OpenAPI document, which a test of package api
// holds equal to what it serves, and of AWTRIX's form.
func routes(t *testing.T, r *rig.Device) (all []route) {
	t.Helper()
	_, text := r.Ask("GET", "/openapi.json", "")
	doc := must.Get(openapi3.NewLoader().LoadFromData(text))(t)
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		at := parts.Replace(strings.Replace(path, "{file}", last[path], 1))
		if path == "/live/apps/{widget}" {
			all = append(all, route{method: http.MethodGet, path: at + ".png?scale=20"})
		}
		if path == "/live/frame.png" {
			at += "?scale=20"
		}
		for method, op := range doc.Paths.Find(path).Operations() {
			one := route{method: method, path: at, blames: strings.HasPrefix(path, "/api/v1/user/")}
			one.socket = op.Responses.Status(http.StatusSwitchingProtocols) != nil
			if op.RequestBody != nil {
				content := op.RequestBody.Value.Content
				if one.json = content.Get("application/json") != nil; one.json {
					one.example = exampleOf(t, content.Get("application/json"))
				} else {
					one.file = true
				}
			}
			all = append(all, one)
		}
	}
	for _, path := range new(awtrix.Server).Paths() {
		all = append(all, route{method: http.MethodGet, path: path, blames: true},
			route{method: http.MethodPost, path: path, blames: true, json: true, example: `{"text":"x"}`})
	}
	if len(all) < 100 {
		t.Fatalf("only %d routes", len(all))
	}
	return all
}

func exampleOf(t *testing.T, m *openapi3.MediaType) string {
	t.Helper()
	example := m.Example
	for _, e := range m.Examples {
		example = e.Value.Value
	}
	if example == nil {
		return "{}"
	}
	text := must.Get(json.Marshal(example))(t)
	return string(text)
}
