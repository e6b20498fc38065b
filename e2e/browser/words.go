// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/words"
)

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
