// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"debug/buildinfo"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestModulesPage: tools/modules/README.md has each module that the program says it is made of,
// as go version -m prints them, with its version and what it is for, and no other.
func TestModulesPage(t *testing.T) {
	info := must.Get(buildinfo.ReadFile(rig.Binary(t)))(t)
	want := map[string]string{info.Main.Path: "this repository", "std": info.GoVersion}
	for _, m := range info.Deps {
		want[m.Path] = m.Version
	}
	page := must.Get(os.ReadFile("../tools/modules/README.md"))(t)
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 || cells[0] == "module" {
			continue
		}
		version, linked := want[cells[0]]
		delete(want, cells[0])
		switch {
		case !linked:
			t.Errorf("%s is not in the program", cells[0])
		case version != cells[1] && cells[0] != "std": // every machine has its own Go
			t.Errorf("%s is in the program with version %s, the page has %s", cells[0], version, cells[1])
		case cells[2] == "" || cells[2] == "?":
			t.Errorf("the page does not say what %s is for", cells[0])
		}
	}
	for path, version := range want {
		t.Errorf("the page lacks %s %s", path, version)
	}
	if t.Failed() {
		t.Log("renew it by: go -C tools run ./modules")
	}
}
