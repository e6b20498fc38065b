package e2e

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
)

// releases is a stand-in for the server of releases, whose channel beta offers version
// 99.0.0. It returns the key that signs it, and the arguments of a device that takes
// what a key has signed.
func releases(t *testing.T) (key string, device func(key string) []string) {
	t.Helper()
	public, secret, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := json.Marshal(map[string]any{
		"version": "99.0.0", "counter": 7, "expires": time.Now().AddDate(100, 0, 0), "channel": "beta", "notes": "New: rain.",
		"files": []any{map[string]any{"name": "ledpost-99.0.0.tar.gz", "size": 5, "sha256": strings.Repeat("0", 64)}},
	})
	if err != nil {
		t.Fatal(err)
	}
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
	return public.String(), func(key string) []string {
		path := filepath.Join(t.TempDir(), "update.pub")
		if err := os.WriteFile(path, []byte(key+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return configured(t, fmt.Sprintf("[update]\nurl = %q\nchannel = \"beta\"\nkey_file = %q\n", site.URL, path))
	}
}

// TestUpdates: a release in a signed channel is found when a user asks, and told
// to everybody; one that is not ours is not.
func TestUpdates(t *testing.T) {
	key, config := releases(t)
	ours := config(key)
	r := launch(t, nil, ours...)
	type status struct{ Installed, Available, State, Error, Kind, Notes string }
	var now status
	check := func(r *running) {
		r.call("POST", "/live/update", `{"action":"check"}`, nil)
		eventually(t, "answer of the server of releases", func() bool {
			now = status{}
			r.call("GET", "/live/update", "", &now)
			return now.State != "checking"
		})
	}
	check(r)
	if now.Available != "99.0.0" || now.Notes != "New: rain." || now.Error != "" {
		t.Fatalf("%+v", now)
	}
	var device struct {
		Update struct{ Version string } `json:"update_available"`
	}
	if r.call("GET", "/api/v2/device", "", &device); device.Update.Version != "99.0.0" {
		t.Errorf("the device object offers %q", device.Update.Version)
	}
	if _, metrics := r.ask("GET", "/metrics", ""); !strings.Contains(string(metrics), "\nledpost_update_available 1\n") {
		t.Error("the metrics do not say that a release is available")
	}
	if out, errs, code := ledpost(t, "", "update", "--to", r.url, "--key", r.key); code != 0 || !strings.Contains(out, "available  99.0.0\n") {
		t.Errorf("the command: exit %d: %s%s", code, out, errs)
	}
	if status, answer := r.ask("POST", "/live/update", `{"action":"install"}`); now.Kind == "none" && status != http.StatusConflict {
		t.Errorf("where nothing installs: %d %s", status, answer)
	}
	if out, _, _ := ledpost(t, "", append([]string{"doctor"}, ours...)...); !strings.Contains(out, "the channel beta has version 99.0.0") {
		t.Errorf("the doctor: %s", out)
	}

	stranger, _, _ := minisign.GenerateKey(rand.Reader)
	r = launch(t, nil, config(stranger.String())...)
	if check(r); now.Available != "" || !strings.Contains(now.Error, "not signed by a key") {
		t.Errorf("of somebody else: %+v", now)
	}
}
