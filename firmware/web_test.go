// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// TestWebAllows: apps fetch data of this machine once the configuration allows it, and not
// before.
func TestWebAllows(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "21 °C") }))
	defer server.Close()
	for _, allow := range [][]string{nil, {"127.0.0.1"}} {
		var cfg config.Config
		cfg.Audio.Allow = allow
		got, err := newWeb(cfg, budget.Divide(512<<20)).Get(t.Context(), webfetch.Request{URL: server.URL, Max: 100})
		if allowed := allow != nil; (err == nil) != allowed || allowed && string(got.Body) != "21 °C" {
			t.Errorf("allowed are %v: %q, %v", allow, got.Body, err)
		}
	}
}
