// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"crypto/rand"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"aead.dev/minisign"
)

// TestUpdates: a release in a signed channel is found when a user asks, and told
// to everybody; one that is not ours is not.
func TestUpdates(t *testing.T) {
	key, config := rig.Releases(t)
	ours := config(key)
	r := rig.Launch(t, nil, ours...)
	type status struct{ Installed, Available, State, Error, Kind, Notes string }
	var now status
	check := func(r *rig.Device) {
		r.Call("POST", "/live/update", `{"action":"check"}`, nil)
		eventually.True(t, "answer of the server of releases", func() bool {
			now = status{}
			r.Call("GET", "/live/update", "", &now)
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
	if r.Call("GET", "/api/v2/device", "", &device); device.Update.Version != "99.0.0" {
		t.Errorf("the device object offers %q", device.Update.Version)
	}
	if _, metrics := r.Ask("GET", "/metrics", ""); !strings.Contains(string(metrics), "\nledpost_update_available 1\n") {
		t.Error("the metrics do not say that a release is available")
	}
	if out, errs, code := rig.Command(t, "", "update", "--to", r.URL, "--key", r.Key); code != 0 || !strings.Contains(out, "available  99.0.0\n") {
		t.Errorf("the command: exit %d: %s%s", code, out, errs)
	}
	if status, answer := r.Ask("POST", "/live/update", `{"action":"install"}`); now.Kind == "none" && status != http.StatusConflict {
		t.Errorf("where nothing installs: %d %s", status, answer)
	}
	if out, _, _ := rig.Command(t, "", append([]string{"doctor"}, ours...)...); !strings.Contains(out, "the channel beta has version 99.0.0") {
		t.Errorf("the doctor: %s", out)
	}

	stranger, _, _ := minisign.GenerateKey(rand.Reader)
	r = rig.Launch(t, nil, config(stranger.String())...)
	if check(r); now.Available != "" || !strings.Contains(now.Error, "not signed by a key") {
		t.Errorf("of somebody else: %+v", now)
	}
}
