// SPDX-License-Identifier: Apache-2.0

package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sections of a file, in their order.
var sections = []string{"language", "clock", "panel", "device", "portal", "page", "later"}

// wordsOf returns a language's words by section and key: a text, a list of texts, or the forms of a
// text that counts, by the names of Unicode's plural rules.
func wordsOf(t *testing.T, code string) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for _, section := range sections[1:] {
		var words map[string]any
		if err := json.Unmarshal(Section(code, section), &words); err != nil {
			t.Fatalf("%s, %s: %v", code, section, err)
		}
		all[section] = words
	}
	return all
}

// TestEveryLanguageHasEveryWord: no language lacks a word that English has, has an empty one or
// puts other values into it. English lacks what the device says by itself.
func TestEveryLanguageHasEveryWord(t *testing.T) {
	byItself := regexp.MustCompile(`^(app|set|effect|find|piece)\.`)
	english := wordsOf(t, English)
	for _, code := range Codes {
		for section, words := range wordsOf(t, code) {
			for key := range english[section] {
				if words[key] == nil {
					t.Errorf("%s lacks %q in section %s", code, key, section)
				}
			}
			for key, text := range words {
				want, known := english[section][key]
				if !known && byItself.MatchString(key) {
					want, known = text, true
				}
				if !known {
					t.Errorf("%s has %q in section %s, which English lacks", code, key, section)
				} else if got, want := values(text), values(want); got != want {
					t.Errorf("%s: %q has %s, want %s", code, key, got, want)
				}
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{\w+\}|%[ds]`)

// values describes what a word is and which values it has: a list by the values of each text, a
// text that counts by those of each form, which are the same.
func values(word any) string {
	switch word := word.(type) {
	case string:
		if word == "" {
			return "an empty text"
		}
		found := placeholder.FindAllString(word, -1)
		slices.Sort(found)
		return fmt.Sprint(found)
	case []any:
		all := make([]string, len(word))
		for i, text := range word {
			all[i] = values(text)
		}
		return "a list of " + strings.Join(all, "")
	case map[string]any:
		other := values(word["other"])
		for form, text := range word {
			if values(text) != other {
				return "a form " + form + " with " + values(text)
			}
		}
		return other
	}
	return fmt.Sprintf("%T", word)
}

// TestWordsStandOnce: a file has each section and each of its words once.
func TestWordsStandOnce(t *testing.T) {
	for _, code := range Codes {
		text, _ := fs.ReadFile(files, code+".json")
		seen := map[string]bool{}
		if found := keys(t, text); !slices.Equal(found, sections) {
			t.Errorf("%s.json has the sections %q, want %q", code, found, sections)
		}
		for _, section := range sections[1:] {
			for _, key := range keys(t, Section(code, section)) {
				if place := section + " " + key; seen[place] || section == "later" && seen["page "+key] {
					t.Errorf("%s.json has %q twice", code, key)
				}
				seen[section+" "+key] = true
			}
		}
	}
}

// keys returns the keys of an object in their order.
func keys(t *testing.T, object []byte) (all []string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(object))
	d.Token() // the brace
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, key.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestEveryWordIsSaid: the program asks for each word of the sections whose readers are structs.
// Which words the page shows, the tests of api/web know.
func TestEveryWordIsSaid(t *testing.T) {
	var source []byte
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			source = append(source, text...)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range []string{"clock", "panel", "device", "portal"} {
		for key := range maps.Keys(wordsOf(t, English)[section]) {
			if field := regexp.MustCompile(`(?i)\.` + key + `\b`); !field.Match(source) {
				t.Errorf("nothing says %q of section %s", key, section)
			}
		}
	}
}

// TestNames: each language calls itself by a name of its own, English first.
func TestNames(t *testing.T) {
	names := map[string]bool{}
	for _, code := range Codes {
		names[Name(code)] = true
	}
	if Codes[0] != English || len(names) != len(Codes) || names[""] {
		t.Errorf("%q have the names %q", Codes, slices.Collect(maps.Keys(names)))
	}
}
