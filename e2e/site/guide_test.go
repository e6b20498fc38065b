// SPDX-License-Identifier: Apache-2.0

package site

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/browser"
)

// Limits of the guide: a page arrives at once on a slow line, and the search's
// index is loaded only by who searches.
const (
	pageLimit  = 150_000
	indexLimit = 700_000
)

// TestGuide: each page of the guide, opened from a folder without a server, has its
// title and its pictures, fits a phone, and links to nothing that is missing.
func TestGuide(t *testing.T) {
	dir := filepath.Join(folder(t, withZero2W), "guide")
	ctx := browser.OpenHere(t, 390, 844, browser.Light)
	titles := map[string]string{}
	for _, name := range pages(t, dir) {
		browser.Do(t, ctx, chromedp.Navigate("file://"+filepath.Join(dir, name)), browser.Until(`document.readyState === 'complete'`),
			browser.JS(`for (const i of document.images) i.loading = 'eager'`), browser.Until(`[...document.images].every((i) => i.complete)`))
		title := browser.Value[string](t, ctx, `document.title`)
		if heading := browser.Value[string](t, ctx, `document.querySelector('h1').textContent`); !strings.HasPrefix(title, heading) || titles[title] != "" {
			t.Errorf("%s: title %q, heading %q; another page with this title: %q", name, title, heading, titles[title])
		}
		titles[title] = name
		for fault, list := range map[string]string{
			"pictures that do not show":   `[...document.images].filter((i) => i.naturalWidth === 0).map((i) => i.src)`,
			"anchors that are missing":    `[...document.querySelectorAll('a[href^="#"]')].map((a) => decodeURIComponent(a.hash.slice(1))).filter((id) => !document.getElementById(id))`,
			"wider than a phone's screen": `document.documentElement.scrollWidth > 390 ? [String(document.documentElement.scrollWidth)] : []`,
		} {
			if found := browser.Value[[]string](t, ctx, list); len(found) > 0 {
				t.Errorf("%s: %s: %q", name, fault, found)
			}
		}
		for _, to := range browser.Value[[]string](t, ctx, `[...document.querySelectorAll('a[href^="file:"], a:not([href*=":"])')].map((a) => a.href)`) {
			if u, err := url.Parse(to); err != nil || missing(t, u) {
				t.Errorf("%s links to %s, %v", name, to, err)
			}
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() > pageLimit {
			t.Errorf("%s: %d bytes, %v, want at most %d", name, info.Size(), err, pageLimit)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "sections.js")); err != nil || info.Size() > indexLimit {
		t.Errorf("the index: %d bytes, %v, want at most %d", info.Size(), err, indexLimit)
	}
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
	ctx := browser.OpenHere(t, 1280, 900, browser.Dark)
	for words, want := range map[string]string{
		"max7219 wiring":          "hardware.html",
		"Home Assistant":          "troubleshooting.html",
		"factory reset":           "image.html",
		"quiet hours":             "sounds.html",
		"gapless nonsense zzyzx":  "",              // no such section
		"<zzyzx onfoo>":           "",              // is text
		"hub75 flickers":          "hardware.html", // another ending of the word
		"notifications priority":  "notifications.html",
		"SUNRISE":                 "apps.html", // in capitals
		"rollback version before": "updates.html",
	} {
		browser.Do(t, ctx, chromedp.Navigate("file://"+filepath.Join(dir, "adr", "index.html")), browser.Until(`document.readyState === 'complete'`),
			browser.JS(`document.dispatchEvent(new KeyboardEvent('keydown', {key: '/'}))`), browser.Until(`document.activeElement === field`),
			chromedp.SendKeys(chromedp.CSS("#find"), words), browser.Until(`list.children.length > 0`),
			browser.Until(`globalThis.last === list.innerHTML || ((globalThis.last = list.innerHTML), false)`))
		found := browser.Value[[]string](t, ctx, `[...list.querySelectorAll('a')].slice(0, 5).map((a) => a.href.split('/guide/')[1])`)
		ok := len(found) == 0
		if want != "" {
			ok = false
			for _, f := range found {
				ok = ok || strings.HasPrefix(f, want)
			}
		}
		if !ok {
			t.Errorf("%q finds %q, want %q among them", words, found, want)
		}
		if want == "" {
			continue
		}
		browser.Do(t, ctx, browser.JS(`document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown'}))`))
		to, err := url.Parse(browser.Value[string](t, ctx, `document.activeElement.href ?? ''`))
		if err != nil || !strings.HasSuffix(to.String(), "/guide/"+found[0]) || missing(t, to) {
			t.Errorf("%q: the first key down leads to %q, %v", words, to, err)
		}
	}
}
