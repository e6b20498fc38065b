// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Step is something that a person or a script does in a window.
type Step = chromedp.Action[chromedp.Void]

// Do does the steps, one after the other.
func Do(t *testing.T, ctx context.Context, steps ...Step) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// Value is the value of a JavaScript expression.
func Value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// JS runs a statement.
func JS(statement string) Step {
	run := chromedp.Evaluate[bool](statement + "; true")
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := run(ctx, t)
		return chromedp.Void{}, err
	}
}

// Until waits for a JavaScript condition, also on a machine that has other work.
func Until(condition string) Step {
	poll := chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(2*time.Minute))
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for {
			_, err := poll(ctx, t)
			if err == nil {
				return chromedp.Void{}, nil
			}
			if !strings.Contains(err.Error(), "Cannot find context") { // of a page that another has just replaced
				return chromedp.Void{}, fmt.Errorf("waiting until %s: %w", condition, err)
			}
		}
	}
}

// Place opens a place of the page, by its name in the address.
func Place(name string) Step {
	return JS(`document.querySelector('#places [href="#/` + name + `"]').click()`)
}

// reach opens the place that has an element, and folded parts around it, as a person on the
// way there would.
const reach = `{
	const e = ELEMENT, place = e.closest('[data-place]')?.dataset.place;
	if (place && place !== document.documentElement.dataset.at && !e.closest('dialog')) document.querySelector('#places [href="#/' + place + '"]').click();
	for (let d = e.closest('details:not([open])'); d && !e.closest('summary'); d = d.parentElement.closest('details:not([open])')) d.open = true;
	e.scrollIntoView({block: 'center'});
}`

// Click opens the place of an element, brings it to the middle of the window, since the
// panel covers the top, waits until it stands still, and clicks it. Selectors that begin
// with // are XPath.
func Click(selector string) Step {
	find, press := `document.querySelector(`+strconv.Quote(selector)+`)`, chromedp.Click(chromedp.CSS(selector))
	if strings.HasPrefix(selector, "//") {
		find, press = `document.evaluate(`+strconv.Quote(selector)+`, document, null, 9, null).singleNodeValue`, chromedp.Click(selector)
	}
	there, scroll := Until(find+` !== null`), JS(strings.Replace(reach, "ELEMENT", find, 1))
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for _, act := range []Step{there, scroll, Still(find + `?.getBoundingClientRect()`)} {
			if _, err := act(ctx, t); err != nil {
				return chromedp.Void{}, err
			}
		}
		return press(ctx, t)
	}
}

// Still waits until an expression, of places in the window, has the same value twice.
func Still(places string) Step {
	return Until(`(() => { const r = JSON.stringify(` + places + `), was = globalThis.wasAt; globalThis.wasAt = r; return r === was; })()`)
}
