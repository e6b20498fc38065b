// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"
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

// Still waits until an expression, of places in the window, has the same value twice.
func Still(places string) Step {
	return Until(`(() => { const r = JSON.stringify(` + places + `), was = globalThis.wasAt; globalThis.wasAt = r; return r === was; })()`)
}
