// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// few is how many rows of a list are in sight at first.
const few = 5

// TestPageFoldsNoFault: what is ill comes first in the diagnosis, and all of it is in sight.
func TestPageFoldsNoFault(t *testing.T) {
	p := browser.NewPage(t, 390, 844, browser.Dark)
	type line struct {
		Part  string `json:"part"`
		Level string `json:"level"`
		Text  string `json:"text"`
	}
	var found []line
	for level := range strings.FieldsSeq("ok ok warning ok warning warning warning ok warning warning ok fault") {
		found = append(found, line{"sound", level, "x"})
	}
	p.Answer("/live/doctor", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(found)
	}))
	p.SignIn(rig.Launch(t, nil))
	p.Open("Device")
	p.Within("Settings and diagnostics").Press("Diagnostics")
	results := p.Within("Diagnostic results").CSS("li")
	results.Counts(7)
	p.Shoot("fold-faults.png")
	ill := p.Within("Diagnostic results").CSS(`li:is([data-level=fault], [data-level=warning])`)
	if n := ill.Count(); n != 7 || results.Nth(1).Attribute("data-level") != "fault" {
		t.Errorf("in sight are %q", results.Texts())
	}
	p.Press("and 5 more")
	results.Counts(len(found))
}

// TestPageFolds: clients, keys, parts of the diagnosis, and favourites show five rows
// and how many more there are; the button shows them all, and they stay so while the list is read
// again.
func TestPageFolds(t *testing.T) {
	p, r := browser.SignedIn(t, 390, 844)
	var liked []string
	for i := range 7 {
		status, made := r.Ask("POST", "/live/keys", fmt.Sprintf(`{"name":"door-%d","scope":"send"}`, i))
		if status != http.StatusCreated {
			t.Fatalf("%d %s", status, made)
		}
		req, _ := http.NewRequest("GET", r.URL+"/api/v2/device", nil)
		req.SetBasicAuth("dev", r.Key)
		req.Header.Set("User-Agent", fmt.Sprintf("program-%d", i))
		answer, err := http.DefaultClient.Do(req)
		must.Do(t, err)
		answer.Body.Close()
		liked = append(liked, fmt.Sprintf(`{"model":{"frames":[{"text":"message %d"}]}}`, i))
	}
	p.Remember("ledpost.sent", `{"sent":[],"liked":[`+strings.Join(liked, ",")+`]}`)
	p.Open("Device")
	for _, c := range []struct {
		what, rows, more string
		open             func()
	}{
		{"keys", `[data-view=keys] ul > li`, `[data-view=keys] .unfold`, func() { p.Press("Keys") }},
		{"clients", `[data-view=clients] tbody > tr`, `[data-view=clients] .unfold`, func() { p.Press("Clients") }},
		{"parts", `[data-view=doctor] ul:first-child > li`, `[data-view=doctor] ul:first-child + .unfold`,
			func() { p.Within("Settings and diagnostics").Press("Diagnostics") }},
		{"messages", `#history-liked > li`, `#history-liked + .unfold`, func() { p.Open("Send"); p.Press("Favourites…") }},
	} {
		c.open()
		p.CSS(c.rows).Counts(few)
		p.Shoot("fold-" + c.what + ".png")
		all := p.Hidden(c.rows).Count()
		if all < 7 {
			t.Errorf("there are %d %s", all, c.what)
		}
		p.CSS(c.more).Reads(fmt.Sprintf("and %d more", all-few))
		p.Fits("folded " + c.what)
		p.CSS(c.more).Click()
		p.CSS(c.more).Gone()
		p.CSS(c.rows).Counts(p.Hidden(c.rows).Count())
	}
	p.Press("Close")
	p.Press("Favourites…")
	p.CSS("#history-liked > li").Counts(few) // folded again
}
