// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
)

// Releases is a stand-in for the server of releases, whose channel beta offers version
// 99.0.0. It returns the key that signs it, and the arguments of a device that takes
// what a key has signed.
func Releases(t *testing.T) (key string, device func(key string) []string) {
	t.Helper()
	url, key := releases(t)
	return key, func(key string) []string { return Configured(t, updateTable(t, url, key)) }
}

// ReleasesOf is the [update] table of a device that takes the releases of such a server.
func ReleasesOf(t *testing.T) string {
	t.Helper()
	url, key := releases(t)
	return updateTable(t, url, key)
}

// updateTable is the [update] table for the server at url, whose releases key has signed.
func updateTable(t *testing.T, url, key string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "update.pub")
	must.Do(t, os.WriteFile(path, []byte(key+"\n"), 0o600))
	return fmt.Sprintf("[update]\nurl = %q\nchannel = \"beta\"\nkey_file = %q\n", url, path)
}

// releases starts the server, and returns its address and the key that signs its release.
func releases(t *testing.T) (url, key string) {
	t.Helper()
	public, secret, err := minisign.GenerateKey(rand.Reader)
	must.Do(t, err)
	manifest, err := json.Marshal(map[string]any{
		"version": "99.0.0", "counter": 7, "expires": time.Now().AddDate(0, 0, 90), "channel": "beta", "notes": "New: rain.",
		"files": []any{map[string]any{"name": "ledpost-99.0.0.tar.gz", "size": 5, "sha256": strings.Repeat("0", 64)}},
	})
	must.Do(t, err)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/beta/manifest.json":
			_, _ = w.Write(manifest)
		case "/beta/manifest.json.minisig":
			_, _ = w.Write(minisign.Sign(secret, manifest))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(site.Close)
	return site.URL, public.String()
}
