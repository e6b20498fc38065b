// SPDX-License-Identifier: Apache-2.0

package page

import (
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageByItsModules: the page works with its modules as they are, too, which is how they are read in a browser.
func TestPageByItsModules(t *testing.T) {
	p, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Visit(r.URL + "/?modules#" + r.Key)
	p.Live()
	p.Open("Look")
	p.CSS("#night svg").Shows()
	for _, name := range []string{"/app.js", "/night.js"} {
		if len(p.Asked("GET "+name)) != 1 {
			t.Errorf("%s was not asked for alone: %q", name, p.Asked())
		}
	}
	if joined := p.Asked("GET /page.js", "GET /later.js"); len(joined) > 0 {
		t.Errorf("there was %q too", joined)
	}
}

// TestPageOfAnOlderVersion takes nothing of a device that was updated meanwhile, and says so.
func TestPageOfAnOlderVersion(t *testing.T) {
	p, r := browser.NewPage(t, 390, 844, browser.Light), rig.Launch(t, nil)
	p.Expect("status of 404")
	p.Answer("/later.js", http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { // as if its modules were others
		answer, err := http.Get(r.URL + "/later.js?v=" + strings.Repeat("0", 16))
		if err != nil {
			t.Error(err)
			return
		}
		answer.Body.Close()
		w.WriteHeader(answer.StatusCode)
	}))
	p.SignIn(r)
	p.Open("Device")
	p.Press("Backup…")
	p.Toast("The device has another version now. Load the page again.")
}
