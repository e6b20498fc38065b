// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"encoding/base64"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// NewDemo starts the device in a tab of a separate Chromium, on this host, and returns the tab and the device. Both
// find the servers of outside, as [Away] says. [Page.Tab] opens windows on the device's page.
func NewDemo(t *testing.T, outside map[string]*httptest.Server) (*Page, *rig.Device) {
	t.Helper()
	site := rig.Demo(t)
	tab := NewPageHere(t, 1280, 844, Dark, Away(outside)...)
	tab.Expect("the device|worker")
	tab.Visit(site.URL)
	tab.CSS("#device iframe").Shows()
	home, key, _ := strings.Cut(tab.CSS("#full").Attribute("href"), "#")
	home = strings.TrimSuffix(home, "/")
	auth := "Basic " + base64.StdEncoding.EncodeToString([]byte("dev:"+key))
	return tab, rig.Reached(t, home, key, func(method, path, body string) (int, []byte) {
		status, text := tab.Fetch(method, home+path, auth, body)
		return status, []byte(text)
	})
}
