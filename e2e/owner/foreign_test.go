// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// attack is a page of another site. What it was able to read is in its list; its title says
// that it has tried everything.
const attack = `<!doctype html><title>evil</title><ol></ol>
<form id="form" method="post" enctype="text/plain" action="DEVICE/api/v2/device/notifications">
<input name='{"priority":"critical","model":{"cycles":0,"frames":[{"text":"form' value='"}]}}'></form>
<form id="press" method="post" action="DEVICE/live/buttons/volume_up"></form>
<script>
const read = what => {
	document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: what }));
};
const body = text => JSON.stringify({ model: { cycles: 0, frames: [{ text }] } });
const post = 'DEVICE/api/v2/device/notifications';
const keep = what => async answer => {
	if (answer.type !== 'opaque') read(what + ' ' + answer.status + ' ' + await answer.text());
};
const tries = [
	() => fetch(post, { method: 'POST', mode: 'no-cors', credentials: 'include', body: body('no-cors') }),
	() => fetch(post, { method: 'POST', credentials: 'include', body: body('cors') }),
	() => fetch(post, {
		method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' }, body: body('json'),
	}),
	() => fetch('DEVICE/api/v2/device/audio', { method: 'PUT', credentials: 'include', body: '{"volume":99}' }),
	() => navigator.sendBeacon(post, body('beacon')),
	() => fetch('DEVICE/api/v2/device', { credentials: 'include' }).then(keep('device')),
	() => fetch('DEVICE/healthz').then(keep('healthz')),
	() => fetch('DEVICE/device_description.xml').then(keep('description')),
	() => fetch('DEVICE/openapi.json').then(keep('openapi')),
	() => fetch('DEVICE/api/v2', { headers: { Authorization: 'Basic ZGV2Ong=' } }).then(keep('wrong key')),
	() => new Promise(done => {
		const ws = new WebSocket('DEVICE'.replace('http', 'ws') + '/live/frames', 'ledpost');
		ws.onmessage = () => { read('frames'); done(); };
		ws.onerror = ws.onclose = done;
	}),
];
if (location.hash) document.getElementById(location.hash.slice(1)).submit();
else (async () => {
	for (const t of tries) await Promise.resolve(t()).catch(() => {});
	document.title = 'tried';
})();
</script>`

// told is a page of another site that was given the key.
const told = `<!doctype html><title>told</title><script>
fetch('DEVICE/api/v2/device/notifications', {
	method: 'POST', body: JSON.stringify({ model: { cycles: 0, frames: [{ text: 'told' }] } }),
	headers: { Authorization: 'Basic ' + btoa('dev:KEY'), 'Content-Type': 'application/json' },
}).then(() => { document.title = 'tried'; });
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
	must.Do(t, os.WriteFile(filepath.Join(dir, "key"), []byte(key), 0o600))
	const at = "http://192.168.77.2:8080"
	old := &http.Server{Addr: ":8080", Handler: remembering(key)}
	go old.ListenAndServe()
	evil := &http.Server{Addr: "192.168.77.3:80", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		page := attack
		if r.URL.Path == "/told" {
			page = told
		}
		strings.NewReplacer("DEVICE", at, "KEY", key).WriteString(w, page)
	})}
	go evil.ListenAndServe()
	defer evil.Close()

	p := browser.NewPageHere(t, 800, 600, browser.Light)
	for _, refused := range []string{
		browser.KeyIsRefused, `status of 403`, `blocked by CORS policy`, browser.IsAway, `404 .*/favicon.ico`,
	} {
		p.Expect(refused) // as this test wants it
	}
	tries := func(address string) {
		t.Helper()
		p.Visit(address)
		eventually.True(t, address+" has tried all", func() bool { return p.Title() == "tried" })
	}
	p.Visit(strings.Replace(at, "//", "//dev:"+key+"@", 1) + "/api/v2/device")
	p.Sees("let in")
	old.Close()

	r := rig.Launch(t, nil, "--http", ":8080", "--data", dir)
	p.Visit(at + "/api/v2/device")
	p.Sees("serial_number") // or the browser does not remember the key, and nothing is shown
	before := volume(r)
	for _, form := range []string{"form", "press"} { // which the browser sends as if the user had gone there
		p.Visit("http://192.168.77.3/?" + form + "#" + form)
		eventually.True(t, "the browser goes to the device", func() bool { return strings.HasPrefix(p.Address(), at) })
		p.Idle()
	}
	tries("http://192.168.77.3/")
	if q := r.Queue(); len(q) != 0 {
		t.Errorf("another site has sent %+v", q)
	}
	if after := volume(r); after != before {
		t.Errorf("another site has changed the volume from %d to %d", before, after)
	}
	if read := p.CSS("li").Texts(); len(read) != 0 {
		t.Errorf("another site has read %q", read)
	}
	tries("http://192.168.77.3/told")
	if q := r.Queue(); len(q) != 1 || q[0].Model.Frames[0]["text"] != "told" {
		t.Errorf("a page that has the key has sent %+v", q)
	}
}
