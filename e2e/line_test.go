// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestInstallLine: the guide shows the script that the line for a running Pi runs, which
// fits one screen.
func TestInstallLine(t *testing.T) {
	script := string(must.Get(os.ReadFile("../deploy/install.sh"))(t))
	guide := string(must.Get(os.ReadFile("../docs/install.md"))(t))
	if !strings.Contains(guide, "\n```sh\n"+script+"```\n") {
		t.Error("docs/install.md shows another script than deploy/install.sh")
	}
	if lines := strings.Split(script, "\n"); len(lines) > 51 {
		t.Errorf("install.sh has %d lines, want 50: one screen", len(lines)-1)
	}
}

// TestUnreleased: docs/install.md says that there is no release for as long as there is
// none, and no longer.
func TestUnreleased(t *testing.T) {
	changes := string(must.Get(os.ReadFile("../CHANGELOG.md"))(t))
	guide := string(must.Get(os.ReadFile("../docs/install.md"))(t))
	released := regexp.MustCompile(`(?m)^## \[\d`).MatchString(changes)
	if said := strings.Contains(guide, "**There is no release yet.**"); said == released {
		t.Errorf("CHANGELOG.md has a release: %v; docs/install.md says that there is none: %v", released, said)
	}
}
