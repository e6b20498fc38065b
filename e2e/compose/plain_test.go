// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestComposerOverPlainHTTP: where browsers give a page no clipboard and no decoder of
// pictures, it copies and imports all the same.
func TestComposerOverPlainHTTP(t *testing.T) {
	moving, photo := pictures(t)
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	if _, err := theCable(); err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	if value[bool](t, ctx, `isSecureContext || 'clipboard' in navigator || 'ImageDecoder' in globalThis`) {
		t.Skip("this browser trusts " + home(t, r))
	}
	do(t, ctx, fill("text", "plain"), until(sketched), js(`globalThis.copied = '';
			document.addEventListener('copy', () => { const a = document.activeElement; copied = a.value.slice(a.selectionStart, a.selectionEnd); });`),
		click("#copy-open"), chromedp.WaitVisible("#copy"), click("#copy-now"),
		until(fmt.Sprintf(`copied.startsWith('curl') && copied.includes(%q)`, home(t, r))), click("#copy-close"),
		click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`), click("#icon-new"), chromedp.WaitVisible("#editor"),
		chromedp.SetUploadFiles("#editor-file", []string{moving}), until(`document.querySelectorAll('#editor-frames li').length === 3`),
		chromedp.SetUploadFiles("#editor-file", []string{photo}), until(`document.querySelectorAll('#editor-frames li').length === 1`),
		js(`document.querySelector('#editor [name=name]').value = 'plain'`), click("#editor-save"),
		until(`document.getElementById('icon').getAttribute('aria-label') === 'Icon: plain'`),
		js(`{const s = document.getElementById('sound'); s.value = 'notifications/cat'; s.dispatchEvent(new Event('change'));
			const play = HTMLMediaElement.prototype.play; HTMLMediaElement.prototype.play = function () { this.addEventListener('timeupdate', () => { globalThis.heard = true; }); return play.call(this); };}`),
		click("#preview-sound"), until(`globalThis.heard === true`))
}
