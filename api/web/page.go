// SPDX-License-Identifier: Apache-2.0

package web

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"net/http"
	"net/netip"
	"regexp"
	"strings"

	"github.com/ledpost/ledpost/words"
)

// parts are the sections of a language's words: those with which the page begins, and the rest. They
// are served under their names in a language.
var parts = map[string]string{"page": ".json", "later": ".more.json"}

// languageCookie holds the language that was chosen on the page; words.js sets it.
const languageCookie = "ledpost.language"

// languageOf returns the language of a reader: the one that was chosen on the page, else the
// first that the browser takes and the page has.
func languageOf(r *http.Request) string {
	wanted := r.Header.Get("Accept-Language")
	if c, err := r.Cookie(languageCookie); err == nil {
		wanted = c.Value + "," + wanted
	}
	return words.Wanted(wanted)
}

var (
	texts      = regexp.MustCompile(` data-t="([^"]+)"([^<>]*>)`)
	commands   = regexp.MustCompile("`([^`]+)`")
	attributes = regexp.MustCompile(` data-t-([a-z-]+)="([^"]+)"`)
	addresses  = regexp.MustCompile(` (href|src|data-words|data-more|data-later)="([\w/.-]+)"`)
)

// page returns a page, index.html or away.html, in a language: with the words that its elements name, so that
// it can be read before a script runs, and with the addresses of its files. Text between backticks becomes code.
func page(name, language string, modules bool, address func(name string) string) []byte {
	known := words.Page(language)
	word := func(key string) string {
		text, _ := known[key].(string)
		return html.EscapeString(text)
	}
	names := make([]string, len(words.Codes))
	for i, code := range words.Codes {
		names[i] = code + " " + words.Name(code)
	}
	text := strings.NewReplacer(
		`<html lang="en"`, `<html lang="`+language+`" data-languages="`+strings.Join(names, ",")+`"`,
		`"words/en.`, `"words/`+language+`.`,
	).Replace(string(read(name)))
	text = attributes.ReplaceAllStringFunc(text, func(s string) string {
		m := attributes.FindStringSubmatch(s)
		return ` ` + m[1] + `="` + word(m[2]) + `"`
	})
	text = texts.ReplaceAllStringFunc(text, func(s string) string {
		m := texts.FindStringSubmatch(s)
		return m[2] + commands.ReplaceAllString(word(m[1]), "<code>$1</code>")
	})
	for _, name := range inner {
		text = strings.Replace(text, `<script src="`+name+`">`, "<script>"+innerScript(name), 1)
	}
	if modules {
		text = strings.Replace(text, `src="page.js"`, `src="app.js"`, 1)
	} else {
		text = addresses.ReplaceAllStringFunc(text, func(s string) string {
			m := addresses.FindStringSubmatch(s)
			return ` ` + m[1] + `="` + address(m[2]) + `"`
		})
	}
	return []byte(text)
}

// inner are the scripts that stand in the page itself: no answer of theirs can be lost.
var inner = []string{"start.js", "first.js"}

func innerScript(name string) string { return string(withoutRemarks(read(name))) }

// policy lets the page load and talk to nothing but the device.
const policy = "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " + policyAsks + "; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// policyAsks names whom the page may ask; those of houseOf come behind it.
const policyAsks = "connect-src 'self' ws: wss:"

// pagePolicy is policy for a page with the inner scripts in it.
func pagePolicy() string {
	scripts := "; script-src 'self'"
	for _, name := range inner {
		sum := sha256.Sum256([]byte(innerScript(name)))
		scripts += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return policy + scripts
}

// houseCookie holds the addresses of the displays whose keys its reader has given to the page, with _ between them;
// house.js sets it.
const houseCookie = "ledpost.house"

const maxHouse = 32 // displays

// houseOf returns what a reader's page may ask besides the device, as sources of a policy: displays of this network by
// their addresses, which no name can lead elsewhere (docs/adr/0037).
func houseOf(r *http.Request) (sources string) {
	c, err := r.Cookie(houseCookie)
	if err != nil {
		return ""
	}
	for i, text := range strings.SplitN(c.Value, "_", maxHouse+1) {
		a, err := netip.ParseAddrPort(text)
		ip := a.Addr()
		if i < maxHouse && err == nil && ip.Is4() && (ip.IsPrivate() || ip.IsLinkLocalUnicast()) && a.Port() != 0 {
			sources += " http://" + a.String()
		}
	}
	return sources
}
