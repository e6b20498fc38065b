// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/qr"
)

// TestPageShowsCode: the code is that of the page's address with the key, and is gone with
// its dialog.
func TestPageShowsCode(t *testing.T) {
	p, r := opened(t, 390, 844)
	p.Open("Device")
	p.Press("Sign in a phone…")
	p.CSS("#code svg path").Shows()
	p.Shoot("code.png")
	want := 0
	for _, row := range must.Get(qr.Rows(browser.Home(t, r) + "/#" + r.Key))(t) {
		want += strings.Count(string(row), "1")
	}
	if got := strings.Count(p.CSS("#code path").Attribute("d"), "M"); got != want {
		t.Errorf("%d dark modules, want %d", got, want)
	}
	p.Press("Close")
	p.Hidden("#code svg").Gone()
}
