// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestWorkflows: what builds and signs a release is named by the hash of a commit, since a
// tag can be moved; no secret is read outside an environment, in which a person approves; and
// what is released is attested.
func TestWorkflows(t *testing.T) {
	files := must.Get(filepath.Glob("../.github/workflows/*.yml"))(t)
	uses, byHash := regexp.MustCompile(`\buses: *(\S+)(.*)`), regexp.MustCompile(`^[\w-]+/[\w/-]+@[0-9a-f]{40}$`)
	all := ""
	for _, file := range files {
		text := string(must.Get(os.ReadFile(file))(t))
		all += text
		for _, u := range uses.FindAllStringSubmatch(text, -1) {
			if !byHash.MatchString(u[1]) || !strings.HasPrefix(strings.TrimSpace(u[2]), "# v") {
				t.Errorf("%s: %s, want NAME@HASH # vVERSION", file, u[0])
			}
		}
		if strings.Contains(text, "secrets.") && !strings.Contains(text, "\n    environment: ") {
			t.Errorf("%s reads secrets without an environment", file)
		}
	}
	for _, want := range []string{"actions/attest-build-provenance@", "id-token: write", "attestations: write"} {
		if !strings.Contains(all, want) {
			t.Errorf("no workflow has %q", want)
		}
	}
}
