// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// caller calls the API of a device that restarts.
type caller struct {
	t        *testing.T
	url, key string
}

// call returns the status and the body of an answer; key "" is the device's own.
func (c caller) call(method, path, body, key string) (int, string) {
	c.t.Helper()
	req := must.Get(http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body)))(c.t)
	key = cmp.Or(key, c.key)
	req.SetBasicAuth(keys.User, key)
	req.Close = true
	resp := must.Get(http.DefaultClient.Do(req))(c.t)
	defer resp.Body.Close()
	text := must.Get(io.ReadAll(resp.Body))(c.t)
	return resp.StatusCode, string(text)
}

// launch runs a device with a configuration below dir. start waits until it has started, for the
// first time or again, and end ends it.
func launch(t *testing.T, dir, text string, o Options) (start func() caller, end func()) {
	t.Helper()
	o.Layers.File, o.Dir = filepath.Join(dir, "config.toml"), filepath.Join(dir, "data")
	must.Do(t, os.WriteFile(o.Layers.File, []byte(text), 0o600))
	started := make(chan caller, 2) // also where nobody waits for the last one
	o.Ready = func(url, key string) { started <- caller{t, url, key} }
	end = must.Run(t, func(ctx context.Context) error { return Run(ctx, o) })
	return func() (c caller) {
		t.Helper()
		select {
		case c = <-started:
		case <-time.After(time.Minute):
			t.Fatal("the device does not start")
		}
		return c
	}, end
}

// TestRevocationOutlivesATrial: a key is taken back while its file cannot be written, and
// then a configuration is tried, which restarts the device within its process. The key
// stays refused, that is still owed, and the store's retry writes it.
func TestRevocationOutlivesATrial(t *testing.T) {
	const text = "[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\npairing = \"\"\n[discovery]\nssdp = false\nmdns = false\n"
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	start, end := launch(t, dir, text, Options{})
	is := func(c caller, method, path, body, key string, want int) string {
		t.Helper()
		code, text := c.call(method, path, body, key)
		must.Equal(t, code, want, method, path, text)
		return text
	}
	first := start()
	var made struct{ Key string }
	must.Do(t, json.Unmarshal([]byte(is(first, "POST", "/live/keys", `{"name":"stolen","scope":"all"}`, "", 201)), &made))
	full := keys.KeysFile(data) + durable.Half
	must.Do(t, os.MkdirAll(filepath.Join(full, "full"), 0o700))
	is(first, "DELETE", "/live/keys/stolen", "", "", 507)
	is(first, "GET", "/api/v2/device", "", made.Key, 401)
	is(first, "PUT", "/live/config", "name = \"tried\"\n", "", 200)
	next := start()
	is(next, "GET", "/api/v2/device", "", made.Key, 401)
	is(next, "DELETE", "/live/keys/stolen", "", "", 507)
	if text := is(next, "GET", "/healthz", "", "", 503); !strings.Contains(text, "the named keys cannot be saved") {
		t.Errorf("the health: %s", text)
	}
	must.Do(t, os.RemoveAll(full))
	eventually.True(t, "the store's retry writes the file", func() bool {
		text, err := os.ReadFile(keys.KeysFile(data))
		return err == nil && strings.Contains(string(text), `"revoked"`)
	})
	is(next, "DELETE", "/live/keys/stolen", "", "", 404)
	end()
}
