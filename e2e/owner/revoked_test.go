// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

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
