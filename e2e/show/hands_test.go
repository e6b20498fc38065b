// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
)

// TestPageIsDragged: frames of a notification and cards of apps change places under the
// mouse and under a finger, which does not scroll the page there.
func TestPageIsDragged(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, place("send"), chromedp.SendKeys("#text", "one"), click("#frame-add"), chromedp.SendKeys("#text", "two"),
		until(`document.querySelectorAll('#apps li').length > 3`))
	order := func() (names []string) {
		var all []listed
		r.Call("GET", "/live/apps", "", &all)
		for _, w := range all {
			names = append(names, w.Widget)
		}
		return names
	}
	frames := []string{"one,two", "two,one"}
	for name, by := range map[string]func(x, y, toX, toY float64) step{"mouse": mouse, "finger": finger} {
		do(t, ctx, place("send"))
		drag(t, ctx, by, "#frames li:nth-child(1) button", "#frames li:nth-child(2)")
		slices.Reverse(frames)
		do(t, ctx, until(fmt.Sprintf(`[...document.querySelectorAll('#frames button')].map((b) => b.textContent.slice(3)).join() === %q`, frames[0])))

		want := order()
		do(t, ctx, place("apps"))
		drag(t, ctx, by, "#apps li:nth-child(1) .grip", "#apps li:nth-child(3)")
		want = slices.Concat(want[1:3], want[:1], want[3:])
		eventually.True(t, "the first app is the third, by the "+name, func() bool { return slices.Equal(order(), want) })
		do(t, ctx, until(`document.querySelector('#apps .dragged') === null && document.getElementById('toasts').childElementCount === 0`))
	}
}

// given is a statement that lets an element have a file by an event: a picture of 8 by 8
// pixels that is dropped on it, or pasted into it.
func given(selector, name, event string) string {
	var b bytes.Buffer
	png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8)))
	return fmt.Sprintf(`{
		const files = new DataTransfer(), body = Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)), how = {bubbles: true, cancelable: true};
		files.items.add(new File([body], %q, {type: 'image/png'}));
		const event = new %s;
		document.querySelector(%q).dispatchEvent(event);
		globalThis.taken = event.defaultPrevented;
	}`, base64.StdEncoding.EncodeToString(b.Bytes()), name, event, selector)
}

// TestPageTakesPictures: a picture that is dropped on the picker, or pasted there or into
// the text, becomes an icon of one's own.
func TestPageTakesPictures(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	const drop, paste = `DragEvent('drop', {...how, dataTransfer: files})`, `ClipboardEvent('paste', {...how, clipboardData: files})`
	mine := func(names ...string) step {
		return until(fmt.Sprintf(`[...document.querySelectorAll('#icons h3')].some((h) => h.textContent.startsWith('Your own') && [...h.nextElementSibling.querySelectorAll('.pick span')].map((s) => s.textContent).sort().join() === %q)`, strings.Join(names, ",")))
	}
	do(t, ctx,
		js(given("#text", "into-text.png", paste)), until(`taken && document.getElementById('picker').open`), mine("into-text"),
		js(given("#picker", "dropped.png", `DragEvent('dragover', {...how, dataTransfer: files})`)), until(`taken && document.getElementById('picker').classList.contains('drop')`),
		js(given("#picker", "dropped.png", drop)), until(`taken && !document.getElementById('picker').classList.contains('drop')`), mine("dropped", "into-text"),
		js(given("#search", "pasted.png", paste)), mine("dropped", "into-text", "pasted"),
		click(`#icons [title=pasted]`), until(`document.getElementById('icon').getAttribute('aria-label') === 'Icon: pasted'`),
	)
}
