// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPageKeepsARestore: a file shows what it would replace before anything changes; a
// restore of another configuration is kept by the page that sent it, without a further press.
func TestPageKeepsARestore(t *testing.T) {
	data, port := t.TempDir(), ":"+rig.FreePort(t)
	named := func(name string) *rig.Device {
		must.Do(t, durable.WriteFile(filepath.Join(data, "config", "config.toml"), []byte("name = \""+name+"\"\n")))
		return rig.LaunchIn(t, data, nil, "--http", port, "--config", os.DevNull)
	}
	r := named("Kitchen")
	called := func() string {
		var d struct{ Name string }
		r.Call("GET", "/api/v2/device?fields=name", "", &d)
		return d.Name
	}
	status, file := r.Ask("GET", "/live/backup", "")
	if status != http.StatusOK {
		t.Fatal(status, string(file))
	}
	r.Stop()
	r = named("Attic")
	p := browser.NewPage(t, 390, 844, browser.Light)
	p.Expect(`status of 400 .*/live/backup/preview`)
	p.Expect(browser.IsAway) // it restarts
	p.SignIn(r)
	p.Open("Device")
	p.Press("Backup…")
	p.Give("Restore…", "broken.zip", file[:len(file)/2])
	p.Sees("This file is not a backup.")
	p.Give("Restore…", "ledpost.zip", file)
	p.Sees("Restore this backup?", "The name: Attic → Kitchen", "Configuration that changes: name")
	p.Looks("the preview")
	p.Shoot("restore-preview.png")
	if name := called(); name != "Attic" {
		t.Errorf("before the press it is called %s", name)
	}
	p.Press("Restore")
	p.Toast("The backup is in force, and this page has kept it.")
	p.CSS("h1").Reads("Kitchen")
	if trial := r.Trial(); trial.Trial || called() != "Kitchen" {
		t.Errorf("%+v, called %s", trial, called())
	}
}
