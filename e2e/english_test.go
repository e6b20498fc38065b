// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/words"
)

// unclear are patterns of sentences in which a pronoun or a clause stands in place of a
// noun, with the words to write instead.
var unclear = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\banew\b`), "again, or a new NOUN"},
	{regexp.MustCompile(`(?i)\bwhat (is|are|was|were|has been|have been)\b`), "the noun"},
	{regexp.MustCompile(`(?i)\b(that|those) of\b`), "the noun once more, or a genitive"},
	{regexp.MustCompile(`(?i)\bof (its|their|your|our|one's) own\b`), "its own NOUN, or separate"},
	{regexp.MustCompile(`(?i)\b(is|are) told (by|in|to|which|whether)\b`), "an active verb"},
	{regexp.MustCompile(`(?i)\b(is|are) let\b`), "an active verb"},
	{regexp.MustCompile(`(?i)\bshall be\b`), "should be"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were|there's) none\b`), "no NOUN"},
	{regexp.MustCompile(`(?i)\b(one|ones|those|somebody) (that|who|which|whose)\b`), "the noun"},
	{regexp.MustCompile(`(?i)\bwho (asks|sends|has|wants|may|can|must)\b`), "a client, a person"},
}

// TestEnglish holds all that people read to plain sentences: the documents, the page, the
// program's help, logs and errors, and the comments of configurations. Comments of the
// code are free.
func TestEnglish(t *testing.T) {
	all := documents(t)
	maps.Copy(all, program(t))
	for key, value := range words.Page("en") {
		if s, ok := value.(string); ok {
			all["the page's word "+key] = s
		}
	}
	for name, text := range all {
		text = strings.Join(strings.Fields(text), " ") // a line may end within a pattern
		for _, u := range unclear {
			for _, m := range u.pattern.FindAllStringIndex(text, -1) {
				t.Errorf("%s: …%s…: write %s", name, text[max(0, m[0]-40):min(len(text), m[1]+40)], u.instead)
			}
		}
	}
}

// documents returns the text of the files that people read, without code, headings, which
// may ask, and settings.
func documents(t *testing.T) map[string]string {
	t.Helper()
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|(?m-s:^    .*$)|(?m-s:^#+ .*$)")
	settings := regexp.MustCompile("`[^`\n]*`|(?m:^[a-z_.]+ *= .*$)")
	joined := strings.NewReplacer("\n# ", " ", "\n  ", " ") // sentences of several lines
	all := map[string]string{}
	for _, pattern := range []string{
		"../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../SECURITY.md", "../docs/*.md", "../docs/adr/*.md",
		"../deploy/package/config.toml", "../deploy/package/nfpm.yaml", "../deploy/package/ledpost.1",
		"../deploy/examples/*.toml", "../deploy/systemd/*.service",
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text := must.Get(os.ReadFile(name))(t)
			if filepath.Ext(name) == ".md" {
				all[name] = code.ReplaceAllString(string(text), "x")
			} else {
				all[name] = settings.ReplaceAllString(joined.Replace(string(text)), "x")
			}
		}
	}
	return all
}

// program returns the program's literals of two words and more, by their place.
func program(t *testing.T) map[string]string {
	t.Helper()
	all, files := map[string]string{}, token.NewFileSet()
	for _, p := range packages(t) {
		if strings.HasSuffix(p.ImportPath, "/winzone/gen") {
			continue // has the licence of a data base, word by word
		}
		for _, name := range append(p.GoFiles, p.IgnoredGoFiles...) { // those for other machines too
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file := must.Get(parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution))(t)
			ast.Inspect(file, func(n ast.Node) bool {
				if field, ok := n.(*ast.Field); ok {
					field.Tag = nil
				}
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && strings.ContainsAny(text, " \n") {
						all[files.Position(lit.Pos()).String()] = text
					}
				}
				return true
			})
		}
	}
	if len(all) < 1000 {
		t.Fatalf("only %d texts of the program", len(all))
	}
	return all
}
