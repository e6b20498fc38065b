// SPDX-License-Identifier: Apache-2.0

package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

func ofChangelog(t *testing.T, args ...string) string {
	t.Helper()
	for _, tool := range []string{"bash", "awk", "dirname"} { // of deploy/version
		testtool.Find(t, tool)
	}
	out, err := exec.Command("../../deploy/version", args...).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestNumber: the changelog decides, also for programs that go build makes.
func TestNumber(t *testing.T) {
	if want := ofChangelog(t); Number != want {
		t.Errorf("Number is %q, by CHANGELOG.md it is %q", Number, want)
	}
}

// TestBuilt: a clock can be judged by it also in a program that was told
// nothing, or nonsense.
func TestBuilt(t *testing.T) {
	defer func(was string) { buildTime = was }(buildTime)
	for at, want := range map[string]time.Time{
		"":           first, // as a test is built, and go install module@version
		"0":          first, // no repository, and no SOURCE_DATE_EPOCH
		"x":          first,
		"1893456000": time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if buildTime = at; !Built().Equal(want) {
			t.Errorf("told %q: %v, want %v", at, Built(), want)
		}
	}
}

func TestOfChangelog(t *testing.T) {
	for name, row := range map[string]struct{ changelog, want string }{
		"nothing was ever released":      {"## [Unreleased]\n\n- x\n", "0.1.0-dev"},
		"just released":                  {"## [Unreleased]\n\n## [1.2.3] - 2027-01-31\n\n- x\n", "1.2.3"},
		"no heading for what is to come": {"## [1.2.3] - 2027-01-31\n\n- x\n", "1.2.3"},
		"news since then": {"## [Unreleased]\n\n### Added\n\n- y\n\n## [1.2.3] - 2027-01-31\n\n- x\n",
			"1.3.0-dev"},
		"the newest is on top": {"## [2.0.0] - 2027-02-01\n\n- y\n\n## [1.2.3] - 2027-01-31\n\n- x\n", "2.0.0"},
		"links at the end":     {"## [1.2.3] - 2027-01-31\n\n- x\n\n[1.2.3]: https://example.org/9.9.9\n", "1.2.3"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "CHANGELOG.md")
			must.Do(t, os.WriteFile(path, []byte(row.changelog), 0o600))
			must.Equal(t, ofChangelog(t, path), row.want)
		})
	}
}
