// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Key presses keys one after the other, in what has the focus, while others are held: letters as
// they are, others as package kb has them.
func (p *Page) Key(keys string, held ...chromedp.Modifier) {
	p.t.Helper()
	for _, r := range keys {
		for _, event := range strokes(r, held) {
			if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, *event); err != nil {
				p.fail("to press keys", err)
			}
		}
	}
}

// strokes are the events of a key: down and up. Its text belongs to the first, or a page that
// prevents what the key does would get the text all the same.
func strokes(r rune, held []chromedp.Modifier) []*input.DispatchKeyEventParams {
	all := kb.Encode(r)
	down, up := all[0], all[len(all)-1]
	for _, m := range held {
		down.Modifiers |= int64(m)
		up.Modifiers |= int64(m)
	}
	if writes := down.Modifiers&^int64(chromedp.ModifierShift) == 0; writes && len(all) > 2 {
		down.Text, down.UnmodifiedText = all[1].Text, all[1].UnmodifiedText
	}
	return []*input.DispatchKeyEventParams{down, up}
}
