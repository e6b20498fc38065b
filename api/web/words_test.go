// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "sort the files of words")

// wordsOf is what a file of words holds: a text, or its plural forms.
func wordsOf(t *testing.T, language string) map[string]any {
	t.Helper()
	name := "words/" + language + ".json"
	text, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]any{}
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	sorted := write(words)
	if *update {
		if err := os.WriteFile(name, sorted, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(text, sorted) {
		t.Errorf("%s is not sorted, or has a key twice: go test ./api/web -update", name)
	}
	return words
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

// Every text that the page asks for is there, and every text that is there is asked
// for: by its key, or by t('place.' + value), or told('place.' + value, otherwise).
func TestEveryWordIsUsed(t *testing.T) {
	english, used, prefixes := wordsOf(t, "en"), map[string]bool{}, []string{}
	want := func(file, key string) {
		used[key] = true
		if english[key] == nil {
			t.Errorf("%s asks for %q, which is not in words/en.json", file, key)
		}
	}
	names, _ := fs.Glob(files, "*.*")
	for _, name := range names {
		text, _ := fs.ReadFile(files, name)
		switch {
		case strings.HasSuffix(name, ".html"):
			for _, m := range inHTML.FindAllStringSubmatch(string(text), -1) {
				want(name, m[1])
			}
		case strings.HasSuffix(name, ".js") && name != "words.js":
			for _, m := range inJS.FindAllStringSubmatch(string(text), -1) {
				if m[2] == "" {
					want(name, m[1])
				} else {
					prefixes = append(prefixes, m[1])
				}
			}
			for _, m := range inTold.FindAllStringSubmatch(string(text), -1) {
				prefixes = append(prefixes, m[1])
			}
			for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
				used[m[1]] = true // handed to t by another name
			}
		}
	}
	for key := range english {
		if !used[key] && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("nothing shows %q", key)
		}
	}
}

// The page's own list of languages is that of the files.
func TestLanguages(t *testing.T) {
	kept, _ := fs.Glob(files, "words/*.json")
	if len(kept) != len(languages) {
		t.Errorf("there are %q, want %q", kept, languages)
	}
	module, _ := fs.ReadFile(files, "words.js")
	for _, language := range languages {
		if !regexp.MustCompile(`export const languages = \{.*\b` + language + `: '`).Match(module) {
			t.Errorf("words.js does not list %s", language)
		}
	}
}
