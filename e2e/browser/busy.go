// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"regexp"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"
)

// Busy answers the first request of the page of ctx for each address that pattern fits as a
// device does that has no place for it: with 503. It returns the addresses so far.
func Busy(t *testing.T, ctx context.Context, pattern string) (refused func() []string) {
	t.Helper()
	fits := regexp.MustCompile(pattern)
	var mu sync.Mutex
	var all []string
	first := func(url string) bool {
		mu.Lock()
		defer mu.Unlock()
		for _, seen := range all {
			if seen == url {
				return false
			}
		}
		all = append(all, url)
		return true
	}
	err := chromedp.Listen(ctx, func(event any) {
		e, is := event.(*fetch.EventRequestPaused)
		if !is {
			return
		}
		go func() { // a listener that calls the browser would wait for itself
			if fits.MatchString(e.Request.URL) && first(e.Request.URL) {
				_, _ = chromedp.Call(ctx, fetch.FulfillRequest, fetch.FulfillRequestParams{RequestID: e.RequestID, ResponseCode: 503})
				return
			}
			_, _ = chromedp.Call(ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
		}()
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, fetch.Enable, fetch.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	Expect(ctx, `status of 503`)
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string(nil), all...)
	}
}
