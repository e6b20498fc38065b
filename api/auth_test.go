// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
)

// Which paths need the key: all but these.
// TestToken: on the paths that push, the key may come alone in a header.
func TestToken(t *testing.T) {
	const push, older = "/api/v2/widget/update/com.lametric.diy.devwidget",
		"/api/v1/dev/widget/update/com.lametric.diy.devwidget/1"
	r := newRig(t, nil)
	for _, c := range []struct {
		name, method, path, token, key string
		want                           int
	}{
		{"to a package", "POST", push, testKey, "", 404},
		{"to a widget", "POST", push + "/0123", testKey, "", 404},
		{"in the older form", "POST", older, testKey, "", 404},
		{"the key in the older form", "POST", older, "", testKey, 404},
		{"a wrong token", "POST", push, "x", "", 401},
		{"a wrong key wins over a token", "POST", push, testKey, "x", 401},
		{"neither", "POST", older, "", "", 401},
		{"another path", "GET", "/api/v2/device", testKey, "", 401},
		{"another path of the same kind", "POST", "/api/v2/device/notifications", testKey, "", 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := httptest.NewRequest(c.method, c.path, strings.NewReader(`{"frames":[]}`))
			if c.token != "" {
				req.Header.Set("X-Access-Token", c.token)
			}
			if c.key != "" {
				req.SetBasicAuth("dev", c.key)
			}
			wants(t, r.ask(req), c.want, "")
		})
	}
}

func TestPublicPaths(t *testing.T) {
	r := newRig(t, nil)
	public := map[string]bool{"/": true, "/healthz": true, "/openapi.json": true, "/device_description.xml": true,
		"/live/claim": true, "/live/studio/{part}": true,
		"/api/v1/user": true, "/api/v1/user/request": true, "/api/v1/user/request/exchange": true,
		"/api/v1/user/challenge/{uuid}": true}
	for _, e := range r.endpoints() {
		for method := range e.Methods {
			w := r.ask(httptest.NewRequest(method, strings.NewReplacer("{", "", "}", "").Replace(e.Path), nil))
			if refused := w.Code == http.StatusUnauthorized; refused == public[e.Path] {
				t.Errorf("%s %s without a key: %d", method, e.Path, w.Code)
			}
		}
	}
	for _, path := range []string{"/api/v2/nothing", "/live/nothing", "/api/v1"} {
		wants(t, r.ask(httptest.NewRequest("GET", path, nil)), http.StatusUnauthorized, "", path)
	}
}

// TestNewKeyEndsWebSockets that the old one has opened.
func TestNewKeyEndsWebSockets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	write(t, file, testKey)
	r := newRig(t, func(s *setup) { s.keys.KeyFile = file })
	c := openSocket(t, running(t, r), "/live/frames", basicHeader())
	write(t, file, "another-key")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for err := error(nil); err == nil; {
		_, _, err = c.Read(ctx)
	}
	if ctx.Err() != nil {
		t.Error("it goes on")
	}
}

// TestShortKeyIsTold in /healthz, and the device works.
func TestShortKeyIsTold(t *testing.T) {
	r := newRig(t, func(s *setup) { s.keys.Key = "short" })
	req := request("GET", "/healthz", "")
	req.SetBasicAuth("dev", "short")
	wants(t, r.ask(req), http.StatusOK, `"name":"key","status":"warning"`)
}

// TestUsed: a request with a key makes the device a used one, and no other does.
func TestUsed(t *testing.T) {
	r := newRig(t, nil)
	used := func() bool {
		select {
		case <-r.keys.Used():
			return true
		default:
			return false
		}
	}
	asked := request("GET", "/api/v2/device", "")
	asked.Header.Del("Authorization")
	r.ask(asked)
	wrong := request("GET", "/api/v2/device", "")
	wrong.SetBasicAuth("dev", "wrong")
	r.ask(wrong)
	if used() {
		t.Error("somebody without a key has used it")
	}
	r.ask(request("GET", "/api/v2/device", ""))
	r.ask(request("GET", "/api/v2/device", ""))
	if !used() {
		t.Error("a client has come")
	}
}

// TestCode: a text becomes a QR code, whose first row begins with that of a finder.
func TestCode(t *testing.T) {
	r := newRig(t, nil)
	if w := r.do("POST", "/live/code", `{"text":"http://ledpost.local/#key"}`); w.Code != 200 ||
		!strings.HasPrefix(w.Body.String(), `{"rows":["1111111`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for why, body := range map[string]string{"nothing": `{}`, "no text": `{"text":""}`,
		"too long": `{"text":"` + strings.Repeat("a", maxCode+1) + `"}`} {
		wants(t, r.do("POST", "/live/code", body), 400, "text: want 1 to 1024 bytes", why)
	}
}

const maxCode = 1024

// feed is an app with an address in its settings.
type feed struct{ ground }

func (feed) About() device.About {
	return device.About{Package: "com.lametric.clock", Title: "Feed",
		Settings: device.Schema{Properties: []device.Property{
			{Name: "url", Schema: device.Schema{Type: "string", Format: "uri"}},
			{Name: "token", Schema: device.Schema{Type: "string", Secret: true}},
		}}}
}

// TestSecretsBesideAddresses: only who could read a secret address has its secrets sent to
// another path of the same host.
func TestSecretsBesideAddresses(t *testing.T) {
	r := newRig(t, func(s *setup) { s.dev.Apps = []device.App{feed{}} })
	put := func(url, token string) string {
		return `[{"widget":"` + clockWidget.ID + `","settings":{"url":"` + url + `","token":` + token + `}}]`
	}
	set, control := put("http://host/a", `"t"`), r.made("control", keys.ScopeControl)
	for _, row := range []struct {
		why, key, body string
		want           int
	}{
		{"it is set", testKey, set, http.StatusOK},
		{"as it was read", control, put("http://host/***", `{"set":true}`), http.StatusOK},
		{"elsewhere", control, put("http://host/b", `{"set":true}`), http.StatusBadRequest},
		{"by the owner", testKey, put("http://host/b", `{"set":true}`), http.StatusOK},
		{"with another secret", control, put("http://host/c", `"u"`), http.StatusOK},
	} {
		wants(t, r.ask(as(row.key, "PUT", "/live/apps", row.body)), row.want, "", row.why)
	}
}

// TestSecretsInAddresses: only a key of scope all reads them, wherever they are told;
// another key that writes what it has read keeps them.
func TestSecretsInAddresses(t *testing.T) {
	const whole, hidden = `http://u:PASS@host/botTOKEN;key=PASS?token=TOKEN`, `http://host/***`
	r := newRig(t, func(s *setup) { s.dev.Apps = []device.App{feed{}} })
	id := clockWidget.ID
	put := func(url string) string { return `[{"widget":"` + id + `","settings":{"url":"` + url + `"}}]` }
	made := map[string]string{"own": testKey}
	for _, scope := range []keys.Scope{keys.ScopeAll, keys.ScopeControl, keys.ScopeRead, keys.ScopeSend} {
		made[string(scope)] = r.made(string(scope), scope)
	}
	tells := func(who, method, path, body string, all, may bool) {
		t.Helper()
		w := r.ask(as(made[who], method, path, body))
		said := w.Body.String()
		if !may {
			if w.Code != http.StatusForbidden {
				t.Errorf("%s: %s %s: %d", who, method, path, w.Code)
			}
			return
		}
		if w.Code/100 != 2 || strings.Contains(said, whole) != all || strings.Contains(said, hidden) == all ||
			!all && (strings.Contains(said, "PASS") || strings.Contains(said, "TOKEN")) {
			t.Errorf("%s: %s %s: %d %s", who, method, path, w.Code, said)
		}
	}
	tells("own", "PUT", "/live/apps", put(whole), true, true)
	if w := r.do("POST", "/api/v2/device/notifications",
		`{"model":{"frames":[{"text":"x"}],"cycles":0,"sound":{"url":"`+whole+`","fallback":{"url":"`+whole+
			`"}}}}`); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for who, may := range map[string]struct{ all, apps, change, queue bool }{
		"own": {true, true, true, true}, "all": {true, true, true, true}, "control": {false, true, true, true},
		"read": {false, true, false, true}, "send": {false, false, false, true},
	} {
		tells(who, "GET", "/live/apps", "", may.all, may.apps)
		if !may.all {
			tells(who, "PUT", "/live/apps", put(hidden), may.all, may.change)
		}
		for _, path := range []string{"", "/current", "/1"} {
			tells(who, "GET", "/api/v2/device/notifications"+path, "", may.all, may.queue)
		}
	}
	if w := r.ask(as(made["control"], "PUT", "/live/apps",
		put("http://elsewhere/***"))); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "settings.url") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	tells("control", "POST", "/live/apps", `{"package":"com.lametric.clock","settings":{"url":"`+whole+`"}}`, false, true)
	tells("own", "GET", "/live/apps", "", true, true)
}
