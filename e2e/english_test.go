// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A pattern of sentences in which a pronoun or a clause stands in place of a noun, with
// the words to write instead.
type pattern struct {
	pattern *regexp.Regexp
	instead string
}

// everywhere are the patterns that no comment may have, however hidden its subject.
var everywhere = []pattern{
	{regexp.MustCompile(`(?i)\banew\b`), "again, or a new NOUN"},
	{regexp.MustCompile(`(?i)\bwhat (is|are|was|were|has been|have been)\b`), "the noun"},
	{regexp.MustCompile(`(?i)\b(that|those) of\b`), "the noun once more, or a genitive"},
	{regexp.MustCompile(`(?i)\bof (its|their|your|our|one's) own\b`), "its own NOUN, or separate"},
	{regexp.MustCompile(`(?i)\b(is|are) told (by|in|to|which|whether)\b`), "an active verb"},
	{regexp.MustCompile(`(?i)\b(is|are) let\b`), "an active verb"},
	{regexp.MustCompile(`(?i)\bshall be\b`), "should be"},
}

// patterns are the patterns that no text for people may have, nor the contract of an
// exported name.
var patterns = append(slices.Clip(everywhere), []pattern{
	{regexp.MustCompile(`(?i)\b(is|are|was|were|there's) none\b`), "no NOUN"},
	{regexp.MustCompile(`(?i)\b(one|ones|those|somebody) (that|who|which|whose)\b`), "the noun"},
	{regexp.MustCompile(`(?i)\bwho (asks|sends|has|wants|may|can|must)\b`), "a client, a person"},
}...)

// TestEnglish holds the words that people read to plain sentences.
func TestEnglish(t *testing.T) {
	for file, text := range prose(t) {
		plain(t, file, text, patterns)
	}
}

// plain reports each place of a text that has one of the refused patterns.
func plain(t *testing.T, file, text string, refused []pattern) {
	t.Helper()
	text = strings.Join(strings.Fields(text), " ") // a line may end within a pattern
	for _, p := range refused {
		for _, m := range p.pattern.FindAllStringIndex(text, -1) {
			around := strings.Fields(text[max(0, m[0]-40):min(len(text), m[1]+40)])
			t.Errorf("%s: …%s…: write %s", file, strings.Join(around, " "), p.instead)
		}
	}
}

// prose is the text of documents without code and headings, which may ask, and the
// page's English.
func prose(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	left := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|(?m-s:^    .*$)|(?m-s:^#+ .*$)")
	for _, pattern := range []string{"../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../docs/*.md", "../docs/adr/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = left.ReplaceAllString(string(text), "x")
		}
	}
	var lines []string
	for key, value := range wordsOf(t, "en") {
		if s, ok := value.(string); ok {
			lines = append(lines, key+": "+s)
		}
	}
	all["the words of the page"] = strings.Join(lines, "\n")
	return all
}
