// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/words"
)

var update = flag.Bool("update", false, "put the words of all languages in their place")

// TestWordsHaveTheirPlace: each key stands in the section of its module, in the order of the
// alphabet. Who adds words writes them anywhere: -update puts them in their place.
func TestWordsHaveTheirPlace(t *testing.T) {
	first := shownFirst()
	for _, language := range words.Codes {
		page, later := map[string]any{}, map[string]any{}
		for key, text := range words.Page(language) {
			if first(key) {
				page[key] = text
			} else {
				later[key] = text
			}
		}
		name := "../../words/" + language + ".json"
		kept := must.Get(os.ReadFile(name))(t)
		before, _, _ := bytes.Cut(kept, []byte("  \"page\": {"))
		placed := slices.Concat(before, []byte("  \"page\": "), write(page), []byte(",\n  \"later\": "), write(later),
			[]byte("\n}\n"))
		if bytes.Equal(kept, placed) {
			continue
		}
		if !*update {
			t.Errorf("%s is not in order: go test ./api/web -run %s -update puts all words in their place", name, t.Name())
		} else if err := os.WriteFile(name, placed, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shownFirst tells which keys belong in the first file: those that a module shows with
// which the page begins.
var shownFirst = sync.OnceValue(func() func(key string) bool {
	keys, prefixes := map[string]bool{}, []string{}
	for _, module := range begun() {
		more, begins := asked(module)
		for _, key := range more {
			keys[key] = true
		}
		prefixes = append(prefixes, begins...)
	}
	return func(key string) bool { return keys[key] || begins(key, prefixes) }
})

func begins(key string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) })
}

// write gives a section as it is kept: by key, a key a line.
func write(section map[string]any) []byte {
	var keys []string
	for k := range section {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var lines []string
	for _, k := range keys {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.Encode(section[k])
		lines = append(lines, fmt.Sprintf("    %q: %s", k, strings.TrimSpace(b.String())))
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n  }")
}

var (
	inHTML = regexp.MustCompile(`data-t(?:-[a-z-]+)?="([^"]*)"`)
	inJS   = regexp.MustCompile(`\bt\('([^']+)'(\s*\+)?`)
	inTold = regexp.MustCompile("\\btold\\(['`]([a-z]+\\.)")
	quoted = regexp.MustCompile(`'([a-z][\w-]*(?:\.[\w-]+)+)'`)
)

// asked returns the keys that a file asks for or hands to t by another name, and what keys begin
// with that it puts together.
func asked(name string) (keys, prefixes []string) {
	patterns, text := []*regexp.Regexp{inJS, inTold, quoted}, withoutRemarks(read(name))
	if strings.HasSuffix(name, ".html") {
		patterns = []*regexp.Regexp{inHTML}
	}
	for _, p := range patterns {
		for _, m := range p.FindAllStringSubmatch(string(text), -1) {
			if p == inTold || p == inJS && m[2] != "" {
				prefixes = append(prefixes, m[1])
			} else {
				keys = append(keys, m[1])
			}
		}
	}
	return keys, prefixes
}

// Every text that the page asks for is there, and every text that is there is asked
// for: by its key, or by t('place.' + value), or told('place.' + value, otherwise).
func TestEveryWordIsUsed(t *testing.T) {
	english, used, prefixes := words.Page("en"), map[string]bool{}, []string{}
	names, _ := fs.Glob(files, "*.*")
	for _, name := range names {
		if ext := path.Ext(name); ext != ".html" && ext != ".js" || name == "words.js" {
			continue
		}
		keys, more := asked(name)
		for _, key := range keys {
			used[key] = true
		}
		prefixes = append(prefixes, more...)
		for _, p := range []*regexp.Regexp{inHTML, inJS} {
			for _, m := range p.FindAllStringSubmatch(string(read(name)), -1) {
				if key := m[1]; english[key] == nil && !strings.HasSuffix(m[0], "+") {
					t.Errorf("%s asks for %q, which English lacks", name, key)
				}
			}
		}
	}
	for key := range english {
		if !used[key] && !begins(key, prefixes) {
			t.Errorf("nothing shows %q", key)
		}
	}
}

// Modules that come later have their words: load.js alone imports while the page is open, and
// gets the other file of words before; what joins them imports for it.
func TestLaterModulesHaveTheirWords(t *testing.T) {
	names, _ := fs.Glob(files, "*.js")
	if !bytes.Contains(read("load.js"), []byte("more().then(() => got(")) {
		t.Error("load.js gets a module without its words")
	}
	for _, name := range names {
		for _, line := range strings.Split(string(withoutRemarks(read(name))), "\n") {
			if strings.Contains(line, "import('./") && name != "joined.js" && name != "load.js" {
				t.Errorf("%s imports a module without its words: %s", name, line)
			}
		}
	}
}
