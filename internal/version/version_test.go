package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/need"
)

func ofChangelog(t *testing.T, args ...string) string {
	t.Helper()
	need.Tool(t, "bash")
	out, err := exec.Command("../../deploy/version", args...).CombinedOutput()
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

func TestOfChangelog(t *testing.T) {
	for name, row := range map[string]struct{ changelog, want string }{
		"nothing was ever released":      {"## [Unreleased]\n\n- x\n", "0.1.0-dev"},
		"just released":                  {"## [Unreleased]\n\n## [1.2.3] - 2027-01-31\n\n- x\n", "1.2.3"},
		"no heading for what is to come": {"## [1.2.3] - 2027-01-31\n\n- x\n", "1.2.3"},
		"news since then":                {"## [Unreleased]\n\n### Added\n\n- y\n\n## [1.2.3] - 2027-01-31\n\n- x\n", "1.3.0-dev"},
		"the newest is on top":           {"## [2.0.0] - 2027-02-01\n\n- y\n\n## [1.2.3] - 2027-01-31\n\n- x\n", "2.0.0"},
		"links at the end":               {"## [1.2.3] - 2027-01-31\n\n- x\n\n[1.2.3]: https://example.org/9.9.9\n", "1.2.3"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "CHANGELOG.md")
			if err := os.WriteFile(path, []byte(row.changelog), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := ofChangelog(t, path); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}
