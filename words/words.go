// SPDX-License-Identifier: Apache-2.0

// Package words has all that the device says to people in their language, one file a language:
// de.json for German, named by its code in ISO 639. A further language is a further file, and
// the tests tell what it lacks. Each section of a file has one reader, which says in its
// documentation what the words are for: clock and panel belong to package apps/kit, device to
// package device/say, portal to package onboard/portal, page and later to the web page. Any
// goroutine may use this package.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package words

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed *.json
var files embed.FS

// English is the code of the language in which the device speaks when it knows no better one.
const English = "en"

// Codes are the languages that there are: English first, the others by their code.
var Codes = codes()

func codes() []string {
	all := []string{English}
	names, _ := fs.Glob(files, "*.json") // the pattern is right
	for _, name := range names {
		if code := strings.TrimSuffix(name, ".json"); code != English {
			all = append(all, code)
		}
	}
	return all
}

// Name returns what a language of [Codes] calls itself.
func Name(code string) (name string) {
	must(json.Unmarshal(Section(code, "language"), &name))
	return name
}

// Read decodes a section of a language of [Codes] into to, a pointer to a struct with a field for
// each word. It panics when they do not fit each other, which the tests of the section's reader
// rule out.
func Read(code, section string, to any) {
	d := json.NewDecoder(bytes.NewReader(Section(code, section)))
	d.DisallowUnknownFields()
	must(d.Decode(to))
}

// Section returns a section of a language of [Codes], as JSON. It panics when there is none.
func Section(code, section string) []byte {
	file, err := files.Open(code + ".json")
	must(err)
	defer file.Close()
	d := json.NewDecoder(file)
	_, err = d.Token() // the brace
	for must(err); d.More(); {
		name, err := d.Token()
		must(err)
		var text json.RawMessage
		must(d.Decode(&text))
		if name == section {
			return text
		}
	}
	panic(errors.New("words: " + code + ".json has no section " + section))
}

// Page returns all words of the web page in a language of [Codes] by their keys: texts, and texts
// by the form that a number takes.
func Page(code string) (all map[string]any) {
	for _, section := range []string{"page", "later"} {
		must(json.Unmarshal(Section(code, section), &all))
	}
	return all
}

// Once returns a function that reads a language when its words are first wanted, and keeps them:
// those of English for a code that is not in [Codes].
func Once[T any](read func(code string) *T) func(code string) *T {
	languages := map[string]func() *T{}
	for _, code := range Codes {
		languages[code] = sync.OnceValue(func() *T { return read(code) })
	}
	return func(code string) *T {
		if language := languages[code]; language != nil {
			return language()
		}
		return languages[English]()
	}
}

// Wanted returns the first language of [Codes] among those of a list as browsers send it in
// Accept-Language; else English. They list them in the order of preference, whatever weights
// they add.
func Wanted(list string) string {
	for tag := range strings.SplitSeq(list, ",") {
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
		if slices.Contains(Codes, tag) {
			return tag
		}
	}
	return English
}

// must panics: the files are those that the program was built with.
func must(err error) {
	if err != nil {
		panic(fmt.Errorf("words: %w", err))
	}
}
