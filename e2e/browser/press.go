// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/chromedp/chromedp"
)

// reach opens the place that has an element, and folded parts around it, as a person on the
// way there would.
const reach = `{
	const e = ELEMENT, place = e.closest('[data-place]')?.dataset.place;
	if (place && place !== document.documentElement.dataset.at && !e.closest('dialog')) document.querySelector('#places [href="#/' + place + '"]').click();
	for (let d = e.closest('details:not([open])'); d && !e.closest('summary'); d = d.parentElement.closest('details:not([open])')) d.open = true;
}`

// watch notes whether the next click reaches an element. A press and its release that hit two
// elements are a click on what has both.
const watch = `{
	globalThis.missed = true;
	globalThis.watched?.abort();
	globalThis.watched = new AbortController();
	addEventListener('click', (e) => { if (ELEMENT?.contains(e.target)) globalThis.missed = false; }, {capture: true, signal: globalThis.watched.signal});
}`

const presses = 5 // of an element that moves away under the finger

// Click opens the place of an element and presses it. Selectors that begin with // are XPath.
func Click(selector string) Step {
	find := element(selector)
	return inTurn(Until(find+` !== null`), JS(strings.ReplaceAll(reach, "ELEMENT", find)), Press(selector))
}

// Press brings an element to the middle of the window, since the panel covers the top, waits
// until it stands still, and clicks it. It does so again where the element moved between press
// and release, as it does under a card that comes late.
func Press(selector string) Step {
	find, click := element(selector), chromedp.Click(chromedp.CSS(selector))
	if strings.HasPrefix(selector, "//") {
		click = chromedp.Click(selector)
	}
	once := inTurn(JS(find+`?.scrollIntoView({block: 'center'})`), Still(find+`?.getBoundingClientRect()`), JS(strings.ReplaceAll(watch, "ELEMENT", find)), click)
	missed := chromedp.Evaluate[bool](`globalThis.missed === true && !` + find + `?.matches(':disabled')`)
	return func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		for range presses {
			if none, err = once(ctx, t); err != nil {
				return none, err
			}
			if again, err := missed(ctx, t); err != nil || !again {
				return none, nil // an error is of a page that the click has replaced
			}
		}
		return none, fmt.Errorf("no press reaches %s", selector)
	}
}

// element is the expression that finds a selector's element.
func element(selector string) string {
	if strings.HasPrefix(selector, "//") {
		return `document.evaluate(` + strconv.Quote(selector) + `, document, null, 9, null).singleNodeValue`
	}
	return `document.querySelector(` + strconv.Quote(selector) + `)`
}

// inTurn does steps one after the other.
func inTurn(steps ...Step) Step {
	return func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		for _, step := range steps {
			if none, err = step(ctx, t); err != nil {
				break
			}
		}
		return none, err
	}
}
