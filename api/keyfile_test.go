// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestNewKeyEndsWebSockets that the old one has opened.
func TestNewKeyEndsWebSockets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	write(t, file, testKey)
	r := newRig(t, func(s *setup) { s.keys.KeyFile = file })
	c, _, err := dialSocket(t, running(t, r), "/live/frames", basicHeader())
	must.Do(t, err)
	defer c.CloseNow()
	write(t, file, "another-key")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for err == nil {
		_, _, err = c.Read(ctx)
	}
	if ctx.Err() != nil {
		t.Error("it goes on")
	}
}

// TestShortKeyIsTold in /healthz, and the device works.
func TestShortKeyIsTold(t *testing.T) {
	r := newRig(t, func(s *setup) { s.keys.Key = "short" })
	defer r.stop()
	req := request("GET", "/healthz", "")
	req.SetBasicAuth("dev", "short")
	if w := r.ask(req); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"name":"key","status":"warning"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
