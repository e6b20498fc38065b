package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentedConfiguration: the defaults that docs/configuration.md shows are
// the defaults.
func TestDocumentedConfiguration(t *testing.T) {
	page, err := os.ReadFile("docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```toml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("no TOML in the page")
	}
	got, want := defaultConfig(), defaultConfig()
	if err := got.parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if got.Text != want.Text || got.HTTP != want.HTTP || got.Limits != want.Limits || got.Clock != want.Clock ||
		got.Icons != want.Icons || got.Compat != want.Compat || got.Discovery != want.Discovery || got.Name != want.Name ||
		got.Audio.QuietVolume != want.Audio.QuietVolume || got.Audio.Quiet != want.Audio.Quiet {
		t.Errorf("documented\n%+v\nbut the defaults are\n%+v", got, want)
	}
}

// TestLinks: every file that the documentation points to is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)`)
	pages := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	entries, err := os.ReadDir("docs")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".md") {
			pages = append(pages, "docs/"+e.Name())
		}
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		dir := page[:strings.LastIndex(page, "/")+1]
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(dir + m[1]); err != nil {
				t.Errorf("%s points to %s, which is not there", page, m[1])
			}
		}
	}
}
