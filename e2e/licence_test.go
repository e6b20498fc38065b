// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// licence is the line that files begin with.
const licence = "SPDX-License-Identifier: Apache-2.0\n"

// TestLicenceLines: each Go file, script and part of the page begins with its licence, so
// that a file copied elsewhere still says it. Generated files and those that tests read as
// data have none.
func TestLicenceLines(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == ".git"):
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s := string(text)
		switch first, rest, _ := strings.Cut(s, "\n"); {
		case strings.HasSuffix(path, ".go"), strings.HasSuffix(path, ".js") && strings.Contains(path, "api/web/"):
			if seen++; !strings.HasPrefix(s, "// "+licence+"\n") && !strings.HasPrefix(s, "// Code generated ") {
				t.Errorf("%s does not begin with the line of its licence", path)
			}
		case strings.HasSuffix(path, ".css"):
			if seen++; first != "/* "+strings.TrimSpace(licence)+" */" {
				t.Errorf("%s does not begin with the line of its licence", path)
			}
		case strings.HasPrefix(first, "#!"):
			if seen++; !strings.HasPrefix(rest, "# "+licence) {
				t.Errorf("%s does not begin with the line of its licence", path)
			}
		}
		return nil
	})
	if err != nil || seen < 1000 {
		t.Fatalf("%d files, %v", seen, err)
	}
}
