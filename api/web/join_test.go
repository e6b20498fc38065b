// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestModulesCanBeJoined: each is written as join reads it, none is lost, and none waits for one that waits for it.
func TestModulesCanBeJoined(t *testing.T) {
	for _, name := range slices.Concat(begun(), later()) {
		text := string(withoutRemarks(read(name)))
		for _, line := range regexp.MustCompile(`(?m)^(?:import|export)\b.*$`).FindAllString(text, -1) {
			if !importing.MatchString(line) && !exporting.MatchString(line) {
				t.Errorf("%s: %s cannot be joined", name, line)
			}
		}
		place := slices.Index(begun(), name)
		for _, m := range importing.FindAllStringSubmatch(text, -1) {
			if at := slices.Index(begun(), m[2]); at > place && place >= 0 {
				t.Errorf("%s and %s wait for each other", name, m[2])
			}
			if slices.Contains(apart, m[2]) || read(m[2]) == nil {
				t.Errorf("%s imports %s, which is not joined", name, m[2])
			}
		}
	}
	got := string(join([]string{"accent.js"}))
	for _, want := range []string{"const { stands } = await use('still.js');", "\nfunction contrast(",
		"\nreturn { contrast, accentOf, hueOf, Accent };\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("accent.js lacks %q:\n%s", want, got)
		}
	}
}

// TestAddressesHoldTheirContent: a browser may keep the files that the page names for ever, and asks for the page itself
// each time. An address of another version has nothing.
func TestAddressesHoldTheirContent(t *testing.T) {
	h := Handler()
	w := get(h, "/", "Accept-Language", "nl")
	if w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("the page: %v", w.Header())
	}
	named := regexp.MustCompile(`="([\w./-]+)\?v=(\w+)"`).FindAllStringSubmatch(w.Body.String(), -1)
	var names []string
	for _, m := range named {
		names = append(names, m[1])
		for address, want := range map[string]struct {
			status  int
			caching string
		}{
			"/" + m[1] + "?v=" + m[2]:              {http.StatusOK, forever},
			"/" + m[1] + "?v=" + m[2] + "&again=2": {http.StatusOK, forever},
			"/" + m[1]:                             {http.StatusOK, "no-cache"},
			"/" + m[1] + "?v=0123456789abcdef":     {http.StatusNotFound, ""},
		} {
			if w := get(h, address); w.Code != want.status || w.Header().Get("Cache-Control") != want.caching {
				t.Errorf("%s: %d %v", address, w.Code, w.Header())
			}
		}
	}
	for _, want := range []string{"page.js", "later.js", "page.css", "words/nl.json", "words/nl.more.json", "icon.svg",
		"headings.ttf", "manifest.webmanifest"} {
		if !slices.Contains(names, want) {
			t.Errorf("the page names %q, which lack %s", names, want)
		}
	}
	if font := newServed().address("headings.ttf"); !strings.Contains(get(h, "/page.css").Body.String(), "url("+font+")") {
		t.Errorf("page.css does not name %s", font)
	}
}

// TestModulesAreServedAsTheyAre to who asks for them: those that read them in a browser.
func TestModulesAreServedAsTheyAre(t *testing.T) {
	text := get(Handler(), "/?modules").Body.String()
	if !strings.Contains(text, ` src="app.js"`) || strings.Contains(text, "?v=") {
		t.Error("?modules has no plain modules")
	}
}
