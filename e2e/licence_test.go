// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLicenceLines: each Go file begins with its licence, so that a file copied elsewhere
// still says it. Generated files and those that tests read as data have none.
func TestLicenceLines(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == ".git"):
			return filepath.SkipDir
		case entry.IsDir(), !strings.HasSuffix(path, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		seen++
		if s := string(text); !strings.HasPrefix(s, "// SPDX-License-Identifier: Apache-2.0\n\n") && !strings.HasPrefix(s, "// Code generated ") {
			t.Errorf("%s does not begin with the line of its licence", path)
		}
		return nil
	})
	if err != nil || seen < 1000 {
		t.Fatalf("%d files, %v", seen, err)
	}
}
