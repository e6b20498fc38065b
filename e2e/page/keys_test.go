// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// unmarked describes the focused element if nothing shows that it is focused:
// an outline of its own, or of what stands for it.
const unmarked = `(() => {
	const e = document.activeElement, ring = x => x && getComputedStyle(x).outlineStyle !== 'none' && parseFloat(getComputedStyle(x).outlineWidth) >= 2;
	return ring(e) || ring(e.nextElementSibling) ? '' : e.outerHTML.slice(0, 80);
})()`

// tabTo presses Tab until the focus is on what selector names.
func tabTo(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	for range 120 { // the list of apps has some 60 places
		do(t, ctx, chromedp.KeyEvent(kb.Tab))
		if fault := value[string](t, ctx, unmarked); fault != "" {
			t.Errorf("the focus is not to be seen on %s", fault)
		}
		if value[bool](t, ctx, fmt.Sprintf("document.activeElement.matches(`%s`)", selector)) {
			return
		}
	}
	t.Fatalf("Tab does not reach %s", selector)
}

// TestPageByKeyboard never touches the mouse: the way past the claim, the key, an icon, a priority, a
// text, dismissing, a slider.
func TestPageByKeyboard(t *testing.T) {
	ctx := browse(t, 1100, 900, darkScheme)
	r := rig.Launch(t, nil)
	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), until(focus("#claim-take")))
	tabTo(t, ctx, "#claim-other")
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(focus("#key")), chromedp.KeyEvent(r.Key+kb.Enter), until(live))

	to := func(selector string) { // a link or a fold, which Enter opens
		t.Helper()
		tabTo(t, ctx, selector)
		do(t, ctx, chromedp.KeyEvent(kb.Enter))
	}
	toSend := func() { // Tab goes on behind the end of the page until the place shows
		t.Helper()
		to(`#places [href="#/send"]`)
		do(t, ctx, until(`document.getElementById('text').checkVisibility()`))
	}
	toSend()
	tabTo(t, ctx, "#text")
	do(t, ctx, chromedp.KeyEvent("first"))
	to("#send .extra:has([name=stays]) summary")
	tabTo(t, ctx, "#send [name=stays]") // or it would end by itself
	do(t, ctx, chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.Enter), until(`document.querySelectorAll('#queue li').length === 1`))
	if !value[bool](t, ctx, focus("#send [name=stays]")) {
		t.Error("sending takes the focus away")
	}

	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), until(live)) // from the top; the key is known
	toSend()
	tabTo(t, ctx, "#send [name=kind]")
	tabTo(t, ctx, "#icon")
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(focus("#search")), chromedp.KeyEvent(kb.Escape), until(focus("#icon")))
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(focus("#search")),
		until(`document.querySelectorAll('#icons .pick').length > 100`),
		chromedp.KeyEvent("weather-rain"), until(`document.querySelectorAll('#icons .pick').length < 20`))
	tabTo(t, ctx, ".pick")
	for _, key := range []string{kb.ArrowDown, kb.ArrowUp, kb.ArrowDown} {
		do(t, ctx, chromedp.KeyEvent(key))
	}
	for range 20 {
		if value[string](t, ctx, `document.activeElement.textContent`) == "weather-rain" {
			break
		}
		do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	}
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(focus("#icon")))
	tabTo(t, ctx, "#text")
	do(t, ctx, chromedp.KeyEvent("second"))
	tabTo(t, ctx, "#send [name=priority]")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	to("#send .extra:has([name=stays]) summary")
	tabTo(t, ctx, "#send [name=stays]")
	do(t, ctx, chromedp.KeyEvent(" "))
	tabTo(t, ctx, "#send .wide")
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(`document.querySelectorAll('#queue li').length === 2`))
	q := r.Queue()
	if q[0].Priority != "critical" || q[0].Model.Frames[0]["icon"] != "weather-rain" || q[0].Model.Frames[0]["text"] != "second" {
		t.Errorf("the first of the queue is %+v", q[0])
	}

	tabTo(t, ctx, "#queue li:first-child button")
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(`document.querySelectorAll('#queue li').length === 1`), until(focus("#queue li button")))
	do(t, ctx, chromedp.KeyEvent(kb.Enter), until(`document.querySelectorAll('#queue li').length === 0`), until(focus("#queue-title")))
	if n := len(r.Queue()); n != 0 {
		t.Errorf("%d notifications are left", n)
	}
	do(t, ctx, chromedp.Navigate(home(t, r)+"/"), until(live))
	tabTo(t, ctx, "#volume")
	do(t, ctx, chromedp.KeyEvent(strings.Repeat(kb.ArrowLeft, 3)))
	eventually.True(t, "the volume is 47", func() bool {
		var a struct{ Volume int }
		r.Call("GET", "/api/v2/device/audio", "", &a)
		return a.Volume == 47
	})
}

// TestPagePanel compares the page's panel with the frame that the device shows:
// each LED has its colour in the middle and is round.
func TestPagePanel(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":[{"t":"A","c":"#FF0000"},{"t":"B","c":"#00FF00"},{"t":"C","c":"#2040FF"},{"t":"D","c":"#808080"}]}]}}`, nil)
	signIn(t, ctx, r)
	const sample = `(() => {
		const c = document.getElementById('panel'), g = Object.assign(document.createElement('canvas'), {width: c.width, height: c.height}).getContext('2d'), pitch = c.width / 40, out = [];
		g.drawImage(c, 0, 0);
		for (let y = 0; y < 8; y++) for (let x = 0; x < 37; x++) {
			const at = (dx, dy) => [...g.getImageData(Math.floor((x + 1.5 + dx) * pitch), Math.floor((y + 1.5 + dy) * pitch), 1, 1).data];
			out.push([at(0.5, 0.5), at(0.02, 0.02)]);
		}
		return out;
	})()`
	eventually.True(t, "the page shows what the panel shows", func() bool {
		leds := value[[][2][4]int](t, ctx, sample)
		frame, lit, wrong := r.Frame(), 0, 0
		for i, led := range leds {
			want := color.RGBAModel.Convert(frame.At(i%37, i/37)).(color.RGBA)
			middle, corner := led[0], led[1]
			top := int(max(want.R, want.G, want.B))
			for c, v := range []uint8{want.R, want.G, want.B} {
				if d := middle[c] - int(v); d < -2 || d > 2+100*(255-int(v))/255 { // its body and its neighbours' glow add to it
					wrong++
				}
			}
			if top == 255 {
				lit++
				if max(corner[0], corner[1], corner[2]) > 128 {
					wrong++ // not round
				}
			}
		}
		return lit > 30 && wrong == 0
	})
}
