// SPDX-License-Identifier: Apache-2.0

package site

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/must"
)

// TestGuide: each page of the guide, opened from a folder without a server, has its
// title and its pictures, fits a phone, and links to nothing that is missing. It says how large
// the largest page and the search's index are, which slow lines carry.
func TestGuide(t *testing.T) {
	dir := filepath.Join(folder(t, withZero2W), "guide")
	p := browser.NewPageHere(t, 390, 844, browser.Light)
	titles, largest := map[string]string{}, int64(0)
	for _, name := range pages(t, dir) {
		p.Visit("file://" + filepath.Join(dir, name))
		title, heading := p.Title(), p.CSS("h1").Text()
		if !strings.HasPrefix(title, heading) || titles[title] != "" {
			t.Errorf("%s: title %q, heading %q; another page with this title: %q", name, title, heading, titles[title])
		}
		titles[title] = name
		if broken := p.Broken(); len(broken) > 0 {
			t.Errorf("%s: pictures that do not show: %q", name, broken)
		}
		if width := p.Width(); width > 390 {
			t.Errorf("%s: it is %v px wide on a phone", name, width)
		}
		for _, to := range p.Links() {
			if u, err := url.Parse(to); err != nil || u.Scheme == "file" && missing(t, u) {
				t.Errorf("%s links to %s, %v", name, to, err)
			}
		}
		largest = max(largest, must.Get(os.Stat(filepath.Join(dir, name)))(t).Size())
	}
	index := must.Get(os.Stat(filepath.Join(dir, "sections.js")))(t).Size()
	t.Logf("the largest page has %d bytes, the index of the search %d", largest, index)
}

// pages are the names of all pages below dir.
func pages(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".html" {
			all = append(all, name)
		}
		return err
	})
	if err != nil || len(all) < 40 {
		t.Fatalf("%d pages, %v", len(all), err)
	}
	return all
}

// missing reports whether a link leads to no file, or to a heading that its page lacks.
func missing(t *testing.T, to *url.URL) bool {
	t.Helper()
	text, err := os.ReadFile(to.Path)
	return err != nil || to.Fragment != "" && !strings.Contains(string(text), fmt.Sprintf("id=%q", to.Fragment))
}

// TestSearch: a newcomer's words lead to the section that answers, from a folder and
// by keyboard.
func TestSearch(t *testing.T) {
	dir := filepath.Join(folder(t, withZero2W), "guide")
	p := browser.NewPageHere(t, 1280, 900, browser.Dark)
	for words, want := range map[string]string{
		"max7219 wiring":          "hardware.html",
		"Home Assistant":          "clients.html",
		"factory reset":           "image.html",
		"quiet hours":             "sounds.html",
		"gapless nonsense zzyzx":  "",              // no such section
		"<zzyzx onfoo>":           "",              // is text
		"hub75 flickers":          "hardware.html", // another ending of the word
		"notifications priority":  "notifications.html",
		"SUNRISE":                 "apps.html", // in capitals
		"rollback version before": "updates.html",
	} {
		p.Visit("file://" + filepath.Join(dir, "adr", "index.html"))
		p.Key("/")
		p.Field("Search the guide").Focused().Shows()
		found := search(p, words)
		if ok := slices.ContainsFunc(found[:min(5, len(found))], func(f string) bool {
			return want != "" && strings.HasPrefix(f, want)
		}); ok != (want != "") || want == "" && len(found) > 0 {
			t.Errorf("%q finds %q, want %q among them", words, found, want)
		}
		if want == "" || len(found) == 0 {
			continue
		}
		p.Key(kb.ArrowDown)
		p.CSS("#found").Focused().Shows()
		to, err := url.Parse("file://" + filepath.Join(dir, strings.TrimPrefix(p.Focused().Attribute("href"), "../")))
		if err != nil || !strings.HasSuffix(to.String(), "/guide/"+found[0]) || missing(t, to) {
			t.Errorf("%q: the first key down leads to %q, %v", words, to, err)
		}
	}
}

// search types words into the field, and returns the addresses of what is found, the best first.
func search(p *browser.Page, words string) (found []string) {
	field, list := p.Field("Search the guide"), p.CSS("#found")
	field.Write("")
	list.Gone()
	field.Write(words)
	list.CSS("li").AtLeast(1)
	for _, href := range list.CSS("a").Attributes("href") {
		found = append(found, strings.TrimPrefix(href, "../"))
	}
	return found
}
