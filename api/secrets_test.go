// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
)

// feed is an app with an address in its settings.
type feed struct{ ground }

func (feed) About() device.About {
	return device.About{Package: "com.lametric.clock", Title: "Feed", Settings: device.Schema{Properties: []device.Property{
		{Name: "url", Schema: device.Schema{Type: "string", Format: "uri"}},
	}}}
}

// TestSecretsInAddresses: only a key of scope all reads them, wherever they are told;
// another key that writes what it has read keeps them.
func TestSecretsInAddresses(t *testing.T) {
	const whole, hidden = `http://u:PASS@host/botTOKEN;key=PASS?token=TOKEN`, `http://host/***`
	r := newRig(t, func(s *setup) { s.dev.Apps = []device.App{feed{}} })
	defer r.stop()
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
		if w.Code/100 != 2 || strings.Contains(said, whole) != all || strings.Contains(said, hidden) == all || !all && (strings.Contains(said, "PASS") || strings.Contains(said, "TOKEN")) {
			t.Errorf("%s: %s %s: %d %s", who, method, path, w.Code, said)
		}
	}
	tells("own", "PUT", "/live/apps", put(whole), true, true)
	if w := r.do("POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"x"}],"cycles":0,"sound":{"url":"`+whole+`","fallback":{"url":"`+whole+`"}}}}`); w.Code != http.StatusOK {
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
	if w := r.ask(as(made["control"], "PUT", "/live/apps", put("http://elsewhere/***"))); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "settings.url") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	tells("control", "POST", "/live/apps", `{"package":"com.lametric.clock","settings":{"url":"`+whole+`"}}`, false, true)
	tells("own", "GET", "/live/apps", "", true, true)
}
