// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Outside is a server of radio stations, of places and of a value, until the test ends.
func Outside(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/json/stations/search"):
			fmt.Fprint(w, `[{"name":"Jazz FM","url":"http://radio.test/live","url_resolved":"http://radio.test/live","codec":"MP3","bitrate":128}]`)
		case r.URL.Path == "/v1/search":
			fmt.Fprint(w, `{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,"country":"France","admin1":"Île-de-France"},
				{"name":"Paris","latitude":33.66,"longitude":-95.55,"country":"United States","admin1":"Texas"}]}`)
		case r.URL.Path == "/value":
			fmt.Fprint(w, `{"room":{"temperature":21.5,"humidity/out":40}}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}
