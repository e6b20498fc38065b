// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// attack is a page of another site. What it was able to read is in window.read;
// done says that it has tried everything.
const attack = `<!doctype html><title>evil</title>
<form id="form" method="post" enctype="text/plain" action="DEVICE/api/v2/device/notifications">
<input name='{"priority":"critical","model":{"cycles":0,"frames":[{"text":"form' value='"}]}}'></form>
<form id="press" method="post" action="DEVICE/live/buttons/volume_up"></form>
<script>
window.read = [];
const body = text => JSON.stringify({ model: { cycles: 0, frames: [{ text }] } });
const post = 'DEVICE/api/v2/device/notifications';
const keep = what => async answer => { if (answer.type !== 'opaque') window.read.push(what + ' ' + answer.status + ' ' + await answer.text()); };
const tries = [
	() => fetch(post, { method: 'POST', mode: 'no-cors', credentials: 'include', body: body('no-cors') }),
	() => fetch(post, { method: 'POST', credentials: 'include', body: body('cors') }),
	() => fetch(post, { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' }, body: body('json') }),
	() => fetch('DEVICE/api/v2/device/audio', { method: 'PUT', credentials: 'include', body: '{"volume":99}' }),
	() => navigator.sendBeacon(post, body('beacon')),
	() => fetch('DEVICE/api/v2/device', { credentials: 'include' }).then(keep('device')),
	() => fetch('DEVICE/healthz').then(keep('healthz')),
	() => fetch('DEVICE/device_description.xml').then(keep('description')),
	() => fetch('DEVICE/openapi.json').then(keep('openapi')),
	() => fetch('DEVICE/api/v2', { headers: { Authorization: 'Basic ZGV2Ong=' } }).then(keep('wrong key')),
	() => new Promise(done => {
		const ws = new WebSocket('DEVICE'.replace('http', 'ws') + '/live/frames', 'ledpost');
		ws.onmessage = () => { window.read.push('frames'); done(); };
		ws.onerror = ws.onclose = done;
	}),
];
if (location.hash) document.getElementById(location.hash.slice(1)).submit();
else (async () => {
	for (const t of tries) await Promise.resolve(t()).catch(() => {});
	window.done = true;
})();
</script>`

// remembering is a device that asks browsers for the key, as this one did once.
func remembering(key string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, given, _ := r.BasicAuth(); given != key {
			w.Header().Set("WWW-Authenticate", `Basic realm="global"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, "let in")
	})
}

// TestOtherSites: a browser that remembers the key visits a page that tries all
// that such a page can. It sends nothing and reads nothing; a page that has the
// key may. The device has an address in the LAN, where browsers do not say which
// site a request comes from.
func TestOtherSites(t *testing.T) {
	testtool.Find(t, "chromium")
	rig.SeeSources(rig.Root(t)) // or the result of the other process is kept
	if !netns.Own(t, "192.168.77.2/24", "192.168.77.3/24") {
		return
	}
	key, dir := strings.Repeat("5a", 32), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "key"), []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	const at = "http://192.168.77.2:8080"
	old := &http.Server{Addr: ":8080", Handler: remembering(key)}
	go old.ListenAndServe()
	evil := &http.Server{Addr: "192.168.77.3:80", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.ReplaceAll(attack, "DEVICE", at))
	})}
	go evil.ListenAndServe()
	defer evil.Close()

	ctx := browseHere(t, 800, 600, lightScheme)
	for _, refused := range []string{keyIsRefused, `status of 403`, `blocked by CORS policy`, isAway, `404 .*/favicon.ico`} {
		expect(ctx, refused) // as this test wants it
	}
	text := func(url string) string {
		t.Helper()
		do(t, ctx, chromedp.Navigate(url))
		return value[string](t, ctx, `document.body ? document.body.innerText : ''`)
	}
	eventually.True(t, "the browser was let in", func() bool { return text(strings.Replace(at, "//", "//dev:"+key+"@", 1)+"/api/v2/device") == "let in" })
	old.Close()

	r := rig.Launch(t, nil, "--http", ":8080", "--data", dir)
	if said := text(at + "/api/v2/device"); !strings.Contains(said, "serial_number") {
		t.Fatalf("the browser does not remember the key, so nothing is shown: %s", said)
	}
	var before struct{ Volume int }
	r.Call("GET", "/api/v2/device/audio", "", &before)
	for _, form := range []string{"form", "press"} { // which the browser sends as if the user had gone there
		do(t, ctx, chromedp.Navigate("http://192.168.77.3/?"+form+"#"+form), until(`location.port === '8080' && document.readyState === 'complete'`))
	}
	do(t, ctx, chromedp.Navigate("http://192.168.77.3/"), until(`window.done`))
	if q := r.Queue(); len(q) != 0 {
		t.Errorf("another site has sent %+v", q)
	}
	var after struct{ Volume int }
	if r.Call("GET", "/api/v2/device/audio", "", &after); after != before {
		t.Errorf("another site has changed the volume from %d to %d", before.Volume, after.Volume)
	}
	if read := value[[]string](t, ctx, `window.read`); len(read) != 0 {
		t.Errorf("another site has read %q", read)
	}
	withKey(t, ctx, at, key)
	if q := r.Queue(); len(q) != 1 || q[0].Model.Frames[0]["text"] != "told" {
		t.Errorf("a page that has the key has sent %+v", q)
	}
}

// withKey is a script of another site that was given the key.
func withKey(t *testing.T, ctx context.Context, at, key string) {
	t.Helper()
	do(t, ctx, js(fmt.Sprintf(`fetch('%s/api/v2/device/notifications', { method: 'POST', body: JSON.stringify({ model: { cycles: 0, frames: [{ text: 'told' }] } }),
		headers: { Authorization: 'Basic ' + btoa('dev:%s'), 'Content-Type': 'application/json' } }).then(r => r.json()).then(a => { window.told = a; })`, at, key)),
		until(`!!window.told`))
}
