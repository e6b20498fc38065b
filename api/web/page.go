// SPDX-License-Identifier: Apache-2.0

package web

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// languages are the page's languages, as words.js lists them. The first is for people who
// want no other.
var languages = []string{"en", "de", "es", "fr", "nl", "zh"}

// wordFiles are the files of a language's words: of what the page begins with, and the rest.
func wordFiles(language string) []string {
	return []string{"words/" + language + ".json", "words/" + language + ".more.json"}
}

// languageCookie holds the language that was chosen on the page; words.js sets it.
const languageCookie = "ledpost.language"

// languageOf returns the language of a reader: the one that was chosen on the page,
// else the first that the browser takes and the page has. Browsers list them in the
// order of preference, whatever weights they add.
func languageOf(r *http.Request) string {
	wanted := strings.Split(r.Header.Get("Accept-Language"), ",")
	if c, err := r.Cookie(languageCookie); err == nil {
		wanted = slices.Insert(wanted, 0, c.Value)
	}
	for _, tag := range wanted {
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
		if slices.Contains(languages, tag) {
			return tag
		}
	}
	return languages[0]
}

var (
	texts      = regexp.MustCompile(` data-t="([^"]+)"([^<>]*>)`)
	commands   = regexp.MustCompile("`([^`]+)`")
	attributes = regexp.MustCompile(` data-t-([a-z-]+)="([^"]+)"`)
)

// page returns index.html in a language: with the words that its elements name, so that
// it can be read before a script runs. Text between backticks becomes code.
func page(language string) []byte {
	var words map[string]any
	for _, name := range wordFiles(language) {
		json.Unmarshal(read(name), &words) // cannot fail: a test reads them all
	}
	word := func(key string) string {
		text, _ := words[key].(string)
		return html.EscapeString(text)
	}
	text := strings.NewReplacer(
		`<html lang="en"`, `<html lang="`+language+`"`,
		`"words/en.json"`, `"words/`+language+`.json"`,
	).Replace(string(read("index.html")))
	text = attributes.ReplaceAllStringFunc(text, func(s string) string {
		m := attributes.FindStringSubmatch(s)
		return ` ` + m[1] + `="` + word(m[2]) + `"`
	})
	return []byte(texts.ReplaceAllStringFunc(text, func(s string) string {
		m := texts.FindStringSubmatch(s)
		return m[2] + commands.ReplaceAllString(word(m[1]), "<code>$1</code>")
	}))
}
