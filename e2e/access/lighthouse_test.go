// SPDX-License-Identifier: Apache-2.0

package access

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

// How deep the chain may be of what is found only once another has come, and how much of the
// layout may move.
const (
	longestChain = 3   // the page, its modules and words, an answer of the device
	mostShift    = 0.1 // a good page by Core Web Vitals
)

// TestPageLighthouse: what Lighthouse finds on the first visit of a telephone to a new device, which may be claimed,
// and with the key, in English and in a language that has words for the device's texts, too. How
// fast it is depends on what else the machine does, and how much is asked for on what the
// page can do: both are only reported. What makes it fast is held: in how many steps it
// asks, and what keeps it from being drawn.
func TestPageLighthouse(t *testing.T) {
	for name, c := range map[string]struct {
		language string
		key      bool
	}{"claim": {"en", false}, "en": {"en", true}, "de": {"de", true}} {
		t.Run(name, func(t *testing.T) {
			r := rig.Launch(t, nil)
			if !c.key {
				r.Key = ""
				p := browser.NewPage(t, 390, 844, browser.Light)
				p.Visit(browser.Home(t, r) + "/")
				p.CSS("#claim-take").Shows()
			}
			visit(t, r, c.language)
		})
	}
}

// visit is a first visit in a language, with the device's key if it has one.
func visit(t *testing.T, r *rig.Device, language string) {
	dir, node := rig.NPM(t)
	chromium := testtool.Find(t, "chromium")
	cmd := exec.CommandContext(t.Context(), node, "lighthouse.mjs",
		browser.Home(t, r), r.Key, chromium, "mobile", language)
	cmd.Dir = dir
	if c, err := browser.TheCable(); err == nil {
		c.Enter(cmd)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	var found struct {
		Scores   map[string]int
		Chain    int
		Shift    float64
		Errors   []any
		Blocking []string
		Words    []string
	}
	if err := json.Unmarshal(said, &found); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	t.Logf("%s", said)
	if found.Scores["accessibility"] < 95 || found.Chain > longestChain || found.Shift > mostShift ||
		len(found.Errors) > 0 {
		t.Errorf("%s", said)
	}
	if want := []string{"/words/" + language + ".json"}; !slices.Equal(found.Words, want) {
		t.Errorf("the words are %q, want %q", found.Words, want)
	}
	for _, address := range found.Blocking {
		if name, _, _ := strings.Cut(path.Base(address), "?"); name != "page.css" && name != "first.js" {
			t.Errorf("%s keeps the page from being drawn", address)
		}
	}
}
