// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/forget"
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
	release := p.Hold(`/live/config/trial$`) // two looks at the trial have their answers together
	p.Press("Restore")
	p.CSS("#notice").Shows()
	release()
	p.Toast("The backup is in force, and this page has kept it.")
	p.CSS("h1").Reads("Kitchen")
	if n := len(p.Asked("POST /live/config/confirm")); n != 1 {
		t.Errorf("the page keeps it %d times, want 1", n)
	}
	if trial := r.Trial(); trial.Trial || called() != "Kitchen" {
		t.Errorf("%+v, called %s", trial, called())
	}
}

// TestPageShowsWhatARestoreBringsBack: a widget that was removed on the page, and that a backup has, is
// on the page again, and can be changed.
func TestPageShowsWhatARestoreBringsBack(t *testing.T) {
	p, r := restarting(t, 390, 844)
	_, file := r.Ask("GET", "/live/backup", "")
	date := func() browser.Listed {
		var all []browser.Listed
		if status, answer := r.Ask("GET", "/live/apps", ""); status == http.StatusOK {
			must.Do(t, json.Unmarshal(answer, &all))
		}
		return browser.Find(all, "com.ledpost.date")
	}
	was, shelf := date(), p.CSS("#apps")
	p.Open("Apps")
	p.Press("Settings of Date")
	p.Press("Remove")
	p.Press("Really remove it?")
	shelf.Row("Date").Gone()
	p.Hide() // so that it cannot be taken back
	eventually.True(t, "it has left the device", func() bool { return date().Widget == "" })
	p.Look()
	r.Call("POST", "/live/backup", string(file), nil)
	shelf.Row("Date").Shows()
	shelf.Tick("Date takes its turn", false)
	eventually.True(t, "it is back, and changed", func() bool {
		now := date()
		return now.Widget == was.Widget && !now.Visible
	})
}

// TestPageAsksForRevokedKeys: a backup that holds a key that was taken back since is
// restored without it or with it, as the button says, and nothing changes before one of
// them is clicked.
func TestPageAsksForRevokedKeys(t *testing.T) {
	p, r := restarting(t, 1100, 900)
	p.Expect(`status of 409 .*/live/backup`)
	var bell struct{ Key string }
	status, answer := r.Ask("POST", "/live/keys", `{"name":"bell","scope":"read"}`)
	if status != http.StatusCreated || json.Unmarshal(answer, &bell) != nil {
		t.Fatalf("%d %s", status, answer)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	p.Open("Device")
	p.Press("Backup…")
	withKeys(p)
	_, file := p.Saves("Download")
	p.Press("Close")
	if status, answer := r.Ask("DELETE", "/live/keys/bell", ""); status/100 != 2 {
		t.Fatalf("%d %s", status, answer)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":70}`, nil)

	restores(t, p, r, file, "Restore without them")
	if status := r.AskAs(bell.Key); status != http.StatusUnauthorized {
		t.Errorf("dropped, and its key is answered with %d", status)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":70}`, nil)
	restores(t, p, r, file, "Restore with them")
	if status := r.AskAs(bell.Key); status != http.StatusOK {
		t.Errorf("kept, and its key is answered with %d", status)
	}
	r.Stop()
}

// withKeys chooses that keys are in the backup.
func withKeys(p *browser.Page) {
	p.Tick("With keys and passwords", true)
	p.Type("Passphrase*", "correct horse")
}

// restores gives the page the backup, and the answer to its question. The backup's volume
// is 13.
func restores(t *testing.T, p *browser.Page, r *rig.Device, file []byte, choice string) {
	t.Helper()
	p.Live()
	p.Open("Device")
	p.Press("Backup…")
	withKeys(p)
	p.Give("Restore…", "ledpost.backup", file)
	p.CSS("#backup-note").Sees("bell")
	p.CSS("#backup-drop").Focused().Shows()
	p.Shoot("page-revoked.png")
	if v := volume(r); v != 70 {
		t.Errorf("before the answer %q the volume is %d", choice, v)
	}
	p.Press(choice)
	p.CSS("#backup").Gone()
	eventually.True(t, choice+": it is restored", func() bool { return r.Width() != 0 && volume(r) == 13 })
	eventually.True(t, choice+": the page keeps it", func() bool { return r.Width() != 0 && !r.Trial().Trial })
}

// TestPageResets: the page makes the device as new after a second press, and then asks for a
// key, as on a device that it does not know.
func TestPageResets(t *testing.T) {
	data := t.TempDir()
	r := rig.LaunchIn(t, data, nil, "--config", os.DevNull)
	p := browser.NewPage(t, 390, 844, browser.Light)
	p.Expect(browser.IsAway) // it ends
	p.SignIn(r)
	p.Open("Device")
	p.Press("Start again as new…")
	p.Sees("Erase everything?", "make a backup first")
	p.Looks("the question")
	p.Press("Cancel")
	if _, err := os.Stat(filepath.Join(data, forget.Request)); err == nil {
		t.Fatal("it is reset before the second press")
	}
	p.Press("Start again as new…")
	p.Press("Erase everything")
	select {
	case <-r.Done:
	case <-time.After(eventually.Patience):
		t.Fatal("the device does not end")
	}
	old := r.Key
	if r = rig.LaunchIn(t, data, nil, "--config", os.DevNull); r.Key == old {
		t.Error("the key of the owner is still the device's")
	}
}
