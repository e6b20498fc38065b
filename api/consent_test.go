// SPDX-License-Identifier: Apache-2.0

package api

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/internal/applet"
)

// consents keeps the last word about apps in memory.
type consents map[string]live.Consent

// none is no places, as JSON has them.
var none = []applet.Place{}

func (c consents) Apps(asking bool) (all []string) {
	for _, app := range slices.Sorted(maps.Keys(c)) {
		if !asking || len(c[app].Asks) > 0 {
			all = append(all, app)
		}
	}
	return all
}

func (c consents) Consent(app string) (live.Consent, error) {
	said, ok := c[app]
	if !ok {
		return said, errNoScript
	}
	return said, nil
}

func (c consents) Answer(app string, allow, refuse, forget []applet.Place) (live.Consent, error) {
	if _, ok := c[app]; !ok {
		return live.Consent{}, errNoScript
	}
	c[app] = live.Consent{Hosts: []string{"api.example"}, Allowed: append(none, allow...),
		Refused: append(none, refuse...), Asks: append(none, forget...)}
	return c[app], nil
}

// TestConsent: what apps may do is told, and the owner's word is taken.
func TestConsent(t *testing.T) {
	near := applet.Place{Host: "nas.local:8080", Address: netip.MustParseAddr("192.168.1.20")}
	kept := consents{"dice": {Hosts: []string{"api.example"}, Allowed: none, Refused: none,
		Asks: []applet.Place{{Host: "api.example"}, near}},
		"gallery/app1": {Hosts: []string{}, Allowed: none, Refused: none, Asks: none}}
	r := newRig(t, func(s *setup) { s.consents = kept })
	const asks = `"asks":[{"host":"api.example"},{"host":"nas.local:8080","address":"192.168.1.20"}]`
	for _, row := range []struct {
		name, method, path, body, want string
		code                           int
	}{
		{"all", "GET", "", "", `{"apps":[{"app":"dice","hosts":["api.example"],"allowed":[],"refused":[],` + asks + `},` +
			`{"app":"gallery/app1","hosts":[],"allowed":[],"refused":[],"asks":[]}]}`, 200},
		{"those that ask", "GET", "?asking=true", "", `{"apps":[{"app":"dice","hosts":["api.example"],"allowed":[],"refused":[],` +
			asks + `}]}`, 200},
		{"one", "GET", "/dice", "", asks + `,"limits":{"seconds":10,"memory":268435456,"pictures":2000,"requests":100}}`,
			200},
		{"one that is not there", "GET", "/none", "", "App not found", 404},
		{"a word", "POST", "/dice", `{"allow":[{"host":"API.example:443"}],"refuse":[{"host":"nas.local:8080",` +
			`"address":"192.168.1.20"}],"forget":[{"host":"[fd00::1]"}]}`, `"allowed":[{"host":"api.example"}],` +
			`"refused":[{"host":"nas.local:8080","address":"192.168.1.20"}],"asks":[{"host":"[fd00::1]"}]`, 200},
		{"about no app", "POST", "/none", `{}`, "App not found", 404},
		{"no list", "POST", "/dice", `{"allow":"api.example"}`, "allow: ", 400},
		{"texts", "POST", "/dice", `{"allow":["api.example"]}`, "allow[0]: ", 400},
		{"null", "POST", "/dice", `{"refuse":[null]}`, "refuse[0]: is null", 400},
		{"no host", "POST", "/dice", `{"forget":[{"address":"10.0.0.1"}]}`, "forget[0]: ", 400},
		{"a whole address", "POST", "/dice", `{"allow":[{"host":"http://a.example"}]}`, "allow[0]: ", 400},
		{"a number for a host", "POST", "/dice", `{"allow":[{"host":7}]}`, "allow[0].host: ", 400},
		{"a name for an address", "POST", "/dice", `{"allow":[{"host":"a","address":"b"}]}`, "allow[0]: ", 400},
		{"two words about one host", "POST", "/dice", `{"allow":[{"host":"a.example"}],"refuse":[{"host":"b.example"},` +
			`{"host":"www.a.example"}]}`, "refuse[1]: ", 400},
		{"a word that is forgotten at once", "POST", "/dice", `{"refuse":[{"host":"nas.local:8080",` +
			`"address":"192.168.1.20"}],"forget":[{"host":"nas.local:8080","address":"192.168.1.20"}]}`, "forget[0]: ", 400},
		{"one word twice", "POST", "/dice", `{"allow":[{"host":"a.example"},{"host":"A.example"}]}`,
			`"allowed":[{"host":"a.example"}],"refused":[]`, 200},
		{"an installed app", "GET", "/gallery%2Fapp1", "", `{"app":"gallery/app1"`, 200},
		{"a word about it", "POST", "/gallery%2Fapp1", `{"allow":[{"host":"a.example"}]}`, `"app":"gallery/app1"`, 200},
		{"its name as two parts", "POST", "/gallery/app1", `{}`, "", 404},
		{"too many", "POST", "/dice", `{"allow":[` + strings.Repeat(`{"host":"a"},`, 64) + `{"host":"a"}]}`,
			"allow: 65 hosts, at most 64", 400},
	} {
		wants(t, r.do(row.method, "/live/consent"+row.path, row.body), row.code, row.want, row.name)
	}
}

// TestConsentWithoutAddresses: a key that only reads or controls learns no addresses of the owner's other devices.
func TestConsentWithoutAddresses(t *testing.T) {
	at := []applet.Place{{Host: "nas.local:8080", Address: netip.MustParseAddr("192.168.1.20")}}
	kept := consents{"dice": {Hosts: []string{}, Allowed: at, Refused: at, Asks: at}}
	r := newRig(t, func(s *setup) { s.consents = kept })
	for i, row := range []struct {
		scope keys.Scope
		path  string
		want  int // addresses
	}{
		{keys.ScopeAll, "/live/consent", 3},
		{keys.ScopeRead, "/live/consent", 0},
		{keys.ScopeControl, "/live/consent", 0},
		{keys.ScopeRead, "/live/consent/dice", 0},
		{keys.ScopeAll, "/live/consent/dice", 3}, // the answers above have removed nothing from the stored places
	} {
		w := r.ask(as(r.made(fmt.Sprint("key", i), row.scope), "GET", row.path, ""))
		hosts, addresses := strings.Count(w.Body.String(), "nas.local:8080"), strings.Count(w.Body.String(), "address")
		if w.Code != 200 || hosts != 3 || addresses != row.want {
			t.Errorf("%s with scope %s: %d %s, want %d addresses", row.path, row.scope, w.Code, w.Body, row.want)
		}
	}
}
