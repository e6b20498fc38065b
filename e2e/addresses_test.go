// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// reserved are addresses of mail whose domain can never exist (RFC 2606).
var reserved = regexp.MustCompile(`[\w.+-]+@(?:[\w-]+\.)*(?:(?:example|test|invalid|localhost)\b|example\.(?:com|net|org)\b)`)

// TestAddresses: what is published names nobody whom mail cannot reach.
func TestAddresses(t *testing.T) {
	if !reserved.MatchString("<maintainers@ledpost.example>") || reserved.MatchString("<ledpost@users.noreply.github.com>") {
		t.Fatal("the expression finds the wrong addresses")
	}
	found := 0
	for _, pattern := range []string{"../deploy/*", "../deploy/*/*", "../.github/*/*", "../*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || filepath.Ext(file) == ".go" {
				continue
			}
			found++
			for _, address := range reserved.FindAllString(page(t, file), -1) {
				t.Errorf("%s: %s cannot exist", file, address)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d files", found)
	}
}
