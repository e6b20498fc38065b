// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPagesKeepTheirAddresses: comments, issues and other sites cite the pages of docs, so a
// page that moves leaves a line behind. testdata/addresses.txt has every page that ever was.
func TestPagesKeepTheirAddresses(t *testing.T) {
	var ever []string
	for line := range strings.Lines(page(t, "testdata/addresses.txt")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			ever = append(ever, line)
		}
	}
	if len(ever) < 60 || !slices.IsSorted(ever) {
		t.Errorf("testdata/addresses.txt has %d addresses, in order: %v", len(ever), slices.IsSorted(ever))
	}
	for _, name := range ever {
		text, err := os.ReadFile(filepath.Join("../docs", name))
		if err != nil {
			t.Errorf(`docs/%s is gone: leave a page there that begins with "# Moved: " and links to the new address`, name)
		} else if moved(string(text)) && !strings.Contains(string(text), "](") {
			t.Errorf("docs/%s has moved, and links to nothing", name)
		}
	}
	for _, path := range pages(t) {
		if name, ok := strings.CutPrefix(filepath.ToSlash(path), "../docs/"); ok && !slices.Contains(ever, name) {
			t.Errorf("e2e/testdata/addresses.txt lacks %s", name)
		}
	}
}

// moved reports whether a page is only the line at an old address.
func moved(text string) bool { return strings.HasPrefix(text, "# Moved: ") }
