// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"fmt"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// remember makes each page of the window keep the text of its toasts, which stay for some
// seconds only: a slow machine may look too late.
func remember(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
	_, err := chromedp.Call(ctx, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{
		Source: `globalThis.toasts = [];
			new MutationObserver((changes) => {
				for (const c of changes) for (const n of c.addedNodes) if (n.classList?.contains('toast')) globalThis.toasts.push(n.textContent);
			}).observe(document, {childList: true, subtree: true});`,
	})
	return chromedp.Void{}, err
}

// Toast is the condition that the page has shown a toast with a text, which it forgets with
// all before.
func Toast(text string) string {
	return fmt.Sprintf(`globalThis.toasts.splice(0, globalThis.toasts.findIndex((t) => t.includes(%q)) + 1).length > 0`, text)
}
