// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageAsksForRevokedKeys: a backup that holds a key that was taken back since is
// restored without it or with it, as the button says, and nothing changes before one of
// them is clicked.
func TestPageAsksForRevokedKeys(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, `status of 409 .*/live/backup`)
	expect(ctx, isAway) // it restarts
	r := rig.LaunchIn(t, t.TempDir(), nil, "--http", ":"+rig.FreePort(t), "--config", os.DevNull)
	signIn(t, ctx, r)
	var bell struct{ Key string }
	if status, answer := r.Ask("POST", "/live/keys", `{"name":"bell","scope":"read"}`); status != http.StatusCreated || json.Unmarshal(answer, &bell) != nil {
		t.Fatalf("%d %s", status, answer)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	do(t, ctx, js(`fetch('/live/backup?keys=true', {headers: {'X-Passphrase': 'correct horse', Authorization: 'Basic ' + btoa('dev:' + localStorage.getItem('ledpost.key'))}})
		.then((a) => a.blob()).then((b) => { window.kept = b; })`), until(`window.kept !== undefined`))
	if status, answer := r.Ask("DELETE", "/live/keys/bell", ""); status/100 != 2 {
		t.Fatalf("%d %s", status, answer)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":70}`, nil)

	restores(t, ctx, r, "drop")
	if status := r.AskAs(bell.Key); status != http.StatusUnauthorized {
		t.Errorf("dropped, and its key is answered with %d", status)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":70}`, nil)
	restores(t, ctx, r, "keep")
	if status := r.AskAs(bell.Key); status != http.StatusOK {
		t.Errorf("kept, and its key is answered with %d", status)
	}
	r.Stop()
}

// restores gives the page the backup, and the answer to its question. The backup's volume
// is 13.
func restores(t *testing.T, ctx context.Context, r *rig.Device, choice string) {
	t.Helper()
	volume := func() int {
		var a struct{ Volume int }
		r.Call("GET", "/api/v2/device/audio", "", &a)
		return a.Volume
	}
	do(t, ctx, until(live), click("#backup-open"), chromedp.WaitVisible("#backup-make"),
		js(`{ const keys = document.getElementById('backup-keys'); if (!keys.checked) keys.click(); document.getElementById('backup-phrase').value = 'correct horse'; }`),
		js(`{ const box = new DataTransfer(); box.items.add(new File([window.kept], 'ledpost.backup'));
			const e = document.getElementById('backup-file'); e.files = box.files; e.dispatchEvent(new Event('change')); }`),
		chromedp.WaitVisible("#backup-revoked"), until(`document.getElementById('backup-note').textContent.includes('bell')`), until(focus("#backup-drop")))
	shoot(t, ctx, "page-revoked.png")
	if v := volume(); v != 70 {
		t.Errorf("before the answer %q the volume is %d", choice, v)
	}
	do(t, ctx, click("#backup-"+choice), until(`!document.getElementById('backup').open`))
	eventually.True(t, choice+": it is restored", func() bool { return r.Width() != 0 && volume() == 13 })
	eventually.True(t, choice+": the page keeps it", func() bool { return r.Width() != 0 && !r.Trial().Trial })
}
