// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Comments cite pages by section and row, as (docs/decisions.md 4, clocks), or by
// heading, as (docs/api.md, Authentication); a line may break anywhere in that.
var (
	citedRow     = regexp.MustCompile(`docs/decisions\.md (\d+)(?:, ([^);:]+?)[);:])?`)
	citedHeading = regexp.MustCompile(`docs/api\.md, ([^).;:]+)`)
	homeless     = regexp.MustCompile(`[( ]decisions \d|device-api\.md`)
	newline      = regexp.MustCompile(`\n[\t ]*//[\t ]*|\n[\t ]+`)
)

// TestCitations: every page, section and row that a comment cites is there.
func TestCitations(t *testing.T) {
	decisions, rules := page(t, "../docs/decisions.md"), page(t, "../docs/api.md")
	found := 0
	for _, path := range sources(t) {
		text := page(t, path)
		for _, m := range citedRow.FindAllStringSubmatch(text, -1) {
			found++
			section := sectionOf(decisions, m[1])
			if section == "" {
				t.Errorf("%s cites section %s of docs/decisions.md, which is not there", path, m[1])
			} else if m[2] != "" && !strings.Contains(section, "\n| "+m[2]+" |") {
				t.Errorf("%s cites the row %q of section %s of docs/decisions.md, which is not there", path, m[2], m[1])
			}
		}
		for _, m := range citedHeading.FindAllStringSubmatch(text, -1) {
			found++
			if !strings.Contains(rules, "# "+m[1]+"\n") {
				t.Errorf("%s cites %q of docs/api.md, which has no such heading", path, m[1])
			}
		}
		if m := homeless.FindString(text); m != "" {
			t.Errorf("%s cites %q, which is no page of the repository", path, strings.TrimSpace(m))
		}
	}
	if found < 50 {
		t.Errorf("only %d citations", found)
	}
}

// sources are the files whose comments cite, but this one.
func sources(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err == nil && !d.IsDir() && (ext == ".go" || ext == ".js" || ext == ".json") && filepath.Base(path) != "citations_test.go" {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) < 300 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	return all
}

// page is a file; of source text, comments are in one line.
func page(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(path) == ".md" {
		return string(text)
	}
	return newline.ReplaceAllString(string(text), " ")
}

// sectionOf is the numbered section of a page, "" if it has none.
func sectionOf(text, number string) string {
	_, section, ok := strings.Cut(text, "\n## "+number+". ")
	if !ok {
		return ""
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}
