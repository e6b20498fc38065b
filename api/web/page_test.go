// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// The page is served in the language that was chosen on it, else in the browser's.
func TestLanguageOf(t *testing.T) {
	for _, c := range []struct{ name, cookie, accept, want string }{
		{"nothing said", "", "", "en"},
		{"a browser's list", "", "de-CH,de;q=0.9,en;q=0.8", "de"},
		{"the second is the first that there is", "", "it, fr;q=0.5", "fr"},
		{"one that there is not", "", "it", "en"},
		{"a script and a region", "", "zh-Hant-TW", "zh"},
		{"chosen", "es", "de", "es"},
		{"chosen, but there is none", "xx", "DE", "de"},
		{"nonsense", "../de", ";,;q=", "en"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Language", c.accept)
		if c.cookie != "" {
			r.Header.Set("Cookie", "a=b; ledpost.language="+c.cookie)
		}
		if got := languageOf(r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The page has its words when it comes, and names the file with the rest of them.
func TestPageHasItsWords(t *testing.T) {
	for language, send := range map[string]string{"en": "Send", "de": "Senden", "zh": "发送"} {
		w := get(Handler(), "/", "Accept-Language", language)
		text := w.Body.String()
		for _, want := range []string{`<html lang="` + language + `" data-languages="en English,de Deutsch,`,
			`href="words/` + language + `.json?v=`, `<span id="send-title">` + send + `</span>`,
			`<code>sudo ledpost key --link</code>`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %s", language, want)
			}
		}
		if left := regexp.MustCompile(`data-t[-=]\S*|(placeholder|title|aria-label)=""`).FindString(text); left != "" {
			t.Errorf("%s is left with %s", language, left)
		}
		if vary := w.Header().Get("Vary"); vary != "Accept-Encoding, Accept-Language, Cookie" {
			t.Errorf("Vary: %s", vary)
		}
	}
}
