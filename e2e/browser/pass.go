// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/words"
)

// Pass is a handler for [Page.Answer] that lets the device answer, and edits what it says; nil
// edits nothing. While the device is away, the page's connection fails.
func Pass(edit func(header http.Header, body []byte) []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		said, err := http.DefaultClient.Do(asked)
		if err != nil { // the device is away
			panic(http.ErrAbortHandler)
		}
		defer said.Body.Close()
		body, err := io.ReadAll(said.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		header := http.Header{"Content-Type": said.Header["Content-Type"]}
		if edit != nil {
			body = edit(header, body)
		}
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(said.StatusCode)
		_, _ = w.Write(body) // into a recorder
	})
}

// Misspells is Pass with another word in place of one that the page asks with.
func Misspells(word, other string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		body, _ := io.ReadAll(asked.Body) // of a page: it is here
		body = bytes.ReplaceAll(body, []byte(word), []byte(other))
		asked.Body, asked.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		asked.Header.Del("Content-Length")
		Pass(nil).ServeHTTP(w, asked)
	})
}

// Says is a handler for [Page.Answer] that answers in JSON.
func Says(json string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, json)
	})
}

// HasPanel lets the page hear that the panel works: no machine of these tests has one.
func (p *Page) HasPanel() {
	p.t.Helper()
	p.Answer("/healthz", Pass(func(_ http.Header, body []byte) []byte {
		var health map[string]json.RawMessage
		var parts []map[string]any
		if json.Unmarshal(body, &health) != nil || json.Unmarshal(health["parts"], &parts) != nil {
			return body
		}
		parts = slices.DeleteFunc(parts, func(part map[string]any) bool { return part["name"] == "panel" })
		health["parts"], _ = json.Marshal(parts)
		edited, _ := json.Marshal(health)
		return edited
	}))
}

// What several packages wait for on the device's page.

// Sketched waits until the small panel shows what the composer's form holds.
func (p *Page) Sketched() {
	p.t.Helper()
	p.CSS("#sketch:not([data-empty]) img").Drawn(1)
}

// Home is where a browser finds the device: over the cable, or else over loopback; in its tab, if it is in one.
func Home(_ *testing.T, r *rig.Device) string {
	if c, err := TheCable(); err == nil && !r.Within() {
		return "http://" + c.Address + ":" + r.Port()
	}
	return r.URL
}

// Listed is a widget as GET /live/apps has it.
type Listed struct {
	Package, Widget, Title string
	Visible                bool
	Seconds                int
	Settings               json.RawMessage
}

// Find is the first widget of a package in a list.
func Find(list []Listed, pkg string) (w Listed) {
	for _, w := range list {
		if w.Package == pkg {
			return w
		}
	}
	return w
}

// Speak makes the page at an address speak a language from now on, "" = its own choice. What a test says in English
// is found in that language: by the page's own words, those without values.
func (p *Page) Speak(language, address string) {
	p.t.Helper()
	cookie := network.SetCookieParams{Name: "ledpost.language", Value: language, URL: address}
	if _, err := chromedp.Call(p.ctx, network.SetCookie, cookie); err != nil {
		p.t.Fatal(err)
	}
	if language == "" {
		p.words = nil
		return
	}
	english, other := wordsOf(p.t, "en"), wordsOf(p.t, language)
	p.words = map[string][]string{}
	for key, text := range english {
		if there := other[key]; there != "" && !slices.Contains(p.words[text], there) {
			p.words[text] = append(p.words[text], there)
		}
	}
}

// wordsOf are the page's words in a language, without those that hang on a number.
func wordsOf(t *testing.T, language string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for key, w := range words.Page(language) {
		if text, is := w.(string); is {
			all[key] = text
		}
	}
	return all
}

// said is how the page says an English text; as it is where it has no words of its own for it.
func (p *Page) said(text string) []string {
	if there := p.words[text]; there != nil {
		return there
	}
	return []string{text}
}
