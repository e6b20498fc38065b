// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "put the words of all languages in their place")

// wordsOf is what a language's two files of words hold: texts, and plural forms of texts.
func wordsOf(t *testing.T, language string) map[string]any {
	t.Helper()
	all := map[string]any{}
	for _, name := range wordFiles(language) {
		if err := json.Unmarshal(read(name), &all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

// TestWordsHaveTheirPlace: each key stands once, in the file of its module, in the order of the
// alphabet. Who adds words writes them anywhere: -update puts them in their place.
func TestWordsHaveTheirPlace(t *testing.T) {
	first := shownFirst()
	for _, language := range languages {
		parts := [2]map[string]any{{}, {}}
		for key, text := range wordsOf(t, language) {
			if first(key) {
				parts[0][key] = text
			} else {
				parts[1][key] = text
			}
		}
		for i, name := range wordFiles(language) {
			kept := write(parts[i])
			if bytes.Equal(read(name), kept) {
				continue
			}
			if !*update {
				t.Errorf("%s is not in order: go test ./api/web -run %s -update puts all words in their place", name, t.Name())
			} else if err := os.WriteFile(name, kept, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// shownFirst tells which keys belong in the first file: those that a module shows with
// which the page begins.
var shownFirst = sync.OnceValue(func() func(key string) bool {
	keys, prefixes := map[string]bool{}, []string{}
	for _, module := range slices.AppendSeq([]string{"app.js"}, maps.Keys(begun())) {
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

// write gives words as they are kept: by key, a key a line.
func write(words map[string]any) []byte {
	var keys []string
	for k := range words {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var lines []string
	for _, k := range keys {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.Encode(words[k])
		lines = append(lines, fmt.Sprintf("  %q: %s", k, strings.TrimSpace(b.String())))
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n")
}

// No language lacks a text, has an empty one, or puts other values into it.
func TestEveryLanguageHasEveryWord(t *testing.T) {
	english := wordsOf(t, "en")
	for _, language := range languages {
		words := wordsOf(t, language)
		for key := range english {
			if words[key] == nil {
				t.Errorf("%s lacks %q", language, key)
				continue
			}
			want := strings.Join(values(english[key])["other"], " ")
			for form, got := range values(words[key]) {
				if strings.Join(got, " ") != want {
					t.Errorf("%s: %q (%s) has the values %q, want %q as in English", language, key, form, got, want)
				}
			}
		}
		for key := range words {
			if english[key] == nil && !ofTheDevice.MatchString(key) {
				t.Errorf("%s has %q, which English lacks", language, key)
			}
		}
	}
}

// Words for what the device says, which it says in English itself; which of them there
// have to be the tests of the whole program know.
var ofTheDevice = regexp.MustCompile(`^(app|set|effect|find|piece)\.`)

var placeholder = regexp.MustCompile(`\{\w+\}`)

// values are the placeholders in each form of a text, sorted; a plain text has one
// form, other. An empty text counts as a value that none has.
func values(text any) map[string][]string {
	forms, plural := text.(map[string]any)
	if !plural {
		forms = map[string]any{"other": text}
	}
	found := map[string][]string{"other": {"no form for other"}}
	for form, s := range forms {
		s, _ := s.(string)
		if s == "" {
			s = "{empty}"
		}
		found[form] = placeholder.FindAllString(s, -1)
		slices.Sort(found[form])
	}
	return found
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
	english, used, prefixes := wordsOf(t, "en"), map[string]bool{}, []string{}
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
// gets the other file of words before.
func TestLaterModulesHaveTheirWords(t *testing.T) {
	names, _ := fs.Glob(files, "*.js")
	for _, name := range names {
		for _, line := range strings.Split(string(withoutRemarks(read(name))), "\n") {
			if strings.Contains(line, "import(`") || strings.Contains(line, "import('") {
				if name != "load.js" || !strings.Contains(line, "more().then(() => import(`") {
					t.Errorf("%s imports a module without its words: %s", name, line)
				}
			}
		}
	}
}

// The page's own list of languages is that of the files.
func TestLanguages(t *testing.T) {
	kept, _ := fs.Glob(files, "words/*.json")
	if len(kept) != 2*len(languages) {
		t.Errorf("there are %q, want two of %q", kept, languages)
	}
	module, _ := fs.ReadFile(files, "words.js")
	for _, language := range languages {
		if !regexp.MustCompile(`export const languages = \{.*\b` + language + `: '`).Match(module) {
			t.Errorf("words.js does not list %s", language)
		}
	}
}
