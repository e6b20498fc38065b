// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestStationsAreSearched in a directory that the configuration names, on this
// machine too; what is found can be a station of the radio.
func TestStationsAreSearched(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/radio/json/stations/search" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `[{"stationuuid":"a","name":"All about %s\n","url":"http://192.0.2.7/a.pls","url_resolved":"http://192.0.2.7/a","codec":"MP3","bitrate":192,"hls":0}]`, r.FormValue("name"))
	}))
	defer server.Close()
	r := rig.Launch(t, nil, rig.Configured(t, fmt.Sprintf("[radio]\ndirectory = %q\n", server.URL+"/radio/"))...)
	type station struct {
		Name    string
		URL     string
		Codec   string
		Bitrate int
	}
	var found []station
	r.Call("GET", "/live/stations?q=jazz", "", &found)
	if want := (station{"All about jazz", "http://192.0.2.7/a", "MP3", 192}); len(found) != 1 || found[0] != want {
		t.Fatalf("found %+v, want %+v", found, want)
	}
	var list []map[string]any
	r.Call("GET", "/live/apps", "", &list)
	for _, w := range list {
		if w["package"] == "com.lametric.radio" {
			w["settings"] = map[string]any{"stations": []any{map[string]any{"name": found[0].Name, "url": found[0].URL}}}
		}
	}
	body := must.Get(json.Marshal(list))(t)
	r.Call("PUT", "/live/apps", string(body), nil) // else it fails
}
