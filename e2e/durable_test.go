// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// keeps are the rooms that write into the data directory.
var keeps = []string{"api", "apps", "config", "device", "firmware", "icons", "onboard", "update/check", "internal/durable"}

// otherwise matches ways to write a file that a power cut may leave half written, or
// that leave a file of a random name.
var otherwise = regexp.MustCompile(`renameio|os\.(WriteFile|Create|CreateTemp|OpenFile)\(`)

// TestFilesAreWrittenWhole: the rooms that write into the data directory do it by
// package durable, which alone knows what an interrupted write leaves.
func TestFilesAreWrittenWhole(t *testing.T) {
	known := []string{
		filepath.Join("..", "internal", "durable", "disk.go"),
		filepath.Join("..", "icons", "export.go"),           // pictures that a user asks for, elsewhere
		filepath.Join("..", "firmware", "unattended.go"),    // a terminal, which keeps nothing
		filepath.Join("..", "config", "preseed", "kept.go"), // blanks secrets where they stand on the card
	}
	found := 0
	for _, room := range keeps {
		err := filepath.WalkDir(filepath.Join("..", room), func(path string, e fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
				return err
			}
			text, err := os.ReadFile(path)
			if otherwise.Match(text) {
				if found++; !slices.Contains(known, path) {
					t.Errorf("%s writes a file by %s", path, otherwise.Find(text))
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if found < len(known) {
		t.Errorf("the expression finds %d of the known %v", found, known)
	}
}
