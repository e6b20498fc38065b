// SPDX-License-Identifier: Apache-2.0

package show

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestPageSounds: the page plays a built-in sound in the browser, and, when it
// is allowed to, what the device plays.
func TestPageSounds(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx,
		js(`globalThis.played = []; globalThis.peak = 0;
			const play = HTMLMediaElement.prototype.play;
			HTMLMediaElement.prototype.play = function () { this.addEventListener('timeupdate', () => played.push(this.duration)); return play.call(this); };
			const start = AudioBufferSourceNode.prototype.start;
			AudioBufferSourceNode.prototype.start = function (...at) { for (const v of this.buffer.getChannelData(0)) peak = Math.max(peak, Math.abs(v)); return start.apply(this, at); };`),
		js(`{const s = document.getElementById('sound'); s.value = 'notifications/cat'; s.dispatchEvent(new Event('change'));}`),
		click("#preview-sound"),
		until(`played.length > 0 && played[0] > 0.2 && played[0] < 5`),
		click("#listen"),
	)
	const body = `{"model":{"cycles":0,"frames":[{"text":"x"}],"sound":{"category":"alarms","id":"alarm13","repeat":0}}}`
	r.Call("POST", "/api/v2/device/notifications", body, nil)
	do(t, ctx, until(`peak > 0.01`), click("#listen"))
}

// TestPageIcons: an icon is uploaded, sent and deleted.
func TestPageIcons(t *testing.T) {
	file := filepath.Join(t.TempDir(), "Front Door.png")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	m.Set(3, 3, color.RGBA{0, 0, 255, 255})
	if err := png.Encode(f, m); err != nil {
		t.Fatal(err)
	}
	f.Close()
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	const mine = `//h3[starts-with(., "Your own")]/following-sibling::ul[1]//button[span="front-door"]`
	do(t, ctx,
		click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`),
		chromedp.SetUploadFiles("#upload", []string{file}),
		chromedp.WaitVisible(mine), click(mine),
		until(`document.getElementById('icon').getAttribute('aria-label') === 'Icon: front-door'`),
		js(`document.querySelector('[name=stays]').click(); document.querySelector('#send').requestSubmit()`),
		until(`document.querySelector('#queue img')?.naturalWidth > 0`),
	)
	eventually.True(t, "the icon shows", func() bool {
		return color.RGBAModel.Convert(r.Frame().At(3, 3)) == color.RGBA{0, 0, 255, 255}
	})
	const remove = `#icons .remove`
	do(t, ctx,
		click("#icon"), chromedp.WaitVisible(remove), click(remove),
		until(`document.querySelector('.remove').textContent === 'Delete?'`),
		click(remove), chromedp.WaitNotPresent(remove),
	)
}

// TestPageTellsWhatFails, and what to change, to whoever has given it the key, in the
// reader's language.
func TestPageTellsWhatFails(t *testing.T) {
	if _, err := os.Stat("/dev/spidev0.0"); err == nil {
		t.Skip("this machine has /dev/spidev0.0")
	}
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, failsItsCheck)
	r := rig.Launch(t, nil, rig.Configured(t, "[panel]\ndriver = \"max7219\"\n")...)
	eventually.True(t, "the panel has failed", func() bool {
		status, _ := r.Health()
		return status == http.StatusServiceUnavailable
	})
	signIn(t, ctx, r)
	// The line above the page moves all below it: a press before it comes may miss the link.
	do(t, ctx, until(`!document.getElementById('trouble').hidden`))
	do(t, ctx, click("#health-link"), chromedp.WaitVisible("#health"))
	if said := value[string](t, ctx, `document.getElementById('health-parts').innerText`); !strings.Contains(said, "panel does not work") || !strings.Contains(said, "/dev/spidev0.0") {
		t.Errorf("it says %q", said)
	}
	do(t, ctx, click("#health button"), until(`!document.getElementById('health').open`))
	do(t, ctx, js(`document.cookie = 'ledpost.language=de'`), chromedp.Reload(),
		until(`document.getElementById('trouble').textContent.includes('/dev/spidev0.0 gibt es nicht')`))

	// Without the module that has the words, in the device's own.
	expect(ctx, `findings\.js`)
	if _, err := chromedp.Call(ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "http://*:*/findings.js*", Block: true}}}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Reload(), until(`document.getElementById('trouble').textContent.includes('there is no /dev/spidev0.0')`), until(`document.getElementById('well').dataset.level === 'degraded'`))
}
