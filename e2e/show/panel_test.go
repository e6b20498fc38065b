// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// keep makes the page keep the files that it gives the browser, as data URLs by the
// end of their names, rather than save them.
const keep = `globalThis.kept = {}; {
	const blobs = {}, made = URL.createObjectURL;
	URL.createObjectURL = (b) => { const url = made(b); blobs[url] = b; return url; };
	HTMLAnchorElement.prototype.click = function () {
		const file = new FileReader();
		file.onload = () => { kept[this.download.split('.').pop()] = file.result.split(',')[1]; };
		file.readAsDataURL(blobs[this.href]);
	};
}`

// file is one that the page has given the browser.
func file(t *testing.T, ctx context.Context, ending string) *bytes.Reader {
	t.Helper()
	do(t, ctx, until(`kept.`+ending+` !== undefined`))
	data, err := base64.StdEncoding.DecodeString(value[string](t, ctx, `kept.`+ending))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(data)
}

// software makes the page take a WebGL2 that a processor computes.
const software = `{
	const get = HTMLCanvasElement.prototype.getContext;
	HTMLCanvasElement.prototype.getContext = function (kind, options) { return get.call(this, kind, {...options, failIfMajorPerformanceCaveat: false}); };
}`

// drawing is how the page draws its panel, once it has looked for WebGL2.
func drawing(t *testing.T, ctx context.Context) (by string) {
	t.Helper()
	do(t, ctx, until(`document.getElementById('panel').dataset.painter !== undefined`))
	return value[string](t, ctx, `document.getElementById('panel').getContext('webgl2') ? 'WebGL2' : 'canvas'`)
}

// TestPageLEDs: the panel is drawn by WebGL2 and by a canvas: an LED has its frame's
// colour, its halo reaches beyond the panel's edge, a dark one is faint; each kind of
// LED differs; a picture of it and a GIF are saved.
func TestPageLEDs(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	const body = `{"model":{"cycles":0,"frames":[{"text":" ","draw":[{"fill":[0,0,4,8,"#00FF80"]},{"pixel":[36,0,"#FF2000"]}]}]}}`
	r.Call("POST", "/api/v2/device/notifications", body, nil)
	for by, flags := range map[string][]chromedp.ExecAllocatorOption{
		"WebGL2": {chromedp.Flag("disable-gpu", false), chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true)},
		"canvas": {chromedp.Flag("disable-3d-apis", true)},
	} {
		t.Run(by, func(t *testing.T) {
			ctx := browse(t, 1100, 900, lightScheme, flags...)
			if _, err := chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: software}); err != nil {
				t.Fatal(err)
			}
			signIn(t, ctx, r)
			if got := drawing(t, ctx); got != by {
				t.Skipf("this browser draws by %s", got)
			}
			do(t, ctx, js(keep), until(`document.getElementById('leds').value === ''`))
			seen := map[string]bool{}
			for _, kind := range []string{"round", "square", "round-diffuser", "square-diffuser"} {
				do(t, ctx, js(`kept.png = undefined; {const s = document.getElementById('leds'); s.value = '`+kind+`'; s.dispatchEvent(new Event('change'));}`), click("#snapshot"))
				shoot(t, ctx, fmt.Sprintf("panel-%s-%s.png", by, kind))
				picture, err := png.Decode(file(t, ctx, "png"))
				if err != nil {
					t.Fatal(err)
				}
				shine(t, kind, picture)
				var text bytes.Buffer
				png.Encode(&text, picture)
				seen[text.String()] = true
			}
			if len(seen) != 4 {
				t.Errorf("the four kinds make %d pictures", len(seen))
			}
		})
	}
}

// shine checks the light of a picture of the panel: 37×8 LEDs and one and a half around.
func shine(t *testing.T, kind string, picture image.Image) {
	t.Helper()
	pitch := float64(picture.Bounds().Dx()) / 40
	at := func(x, y float64) color.RGBA {
		return color.RGBAModel.Convert(picture.At(int((x+1.5)*pitch), int((y+1.5)*pitch))).(color.RGBA)
	}
	led := at(1.5, 4.5)
	if led.R > 60 || led.G < 250 || led.B < 125 || led.B > 160 {
		t.Errorf("%s: a lit LED is %v", kind, led)
	}
	off, board := at(20.5, 4.5), at(20, 4)
	if sum(off) < 60 || sum(off) > 200 || sum(board) >= sum(off) {
		t.Errorf("%s: a dark LED is %v on %v", kind, off, board)
	}
	if edge := at(37.3, 0.5); edge.R < 20+board.R {
		t.Errorf("%s: beyond the edge, beside a lit LED, it is %v", kind, edge)
	}
	if corner := at(38.4, -1.4); sum(corner) > sum(at(38.4, 8.4))+6 {
		t.Errorf("%s: the glow is cut at the canvas's edge: %v", kind, corner)
	}
	if one, four := at(36.5, 1.15), at(1.5, 8.2); int(four.G) < int(one.R)/2 {
		t.Errorf("%s: the light of several is %v, of one %v", kind, four, one)
	}
}

func sum(c color.RGBA) int { return int(c.R) + int(c.G) + int(c.B) }

// TestPageFills: the panel fills the screen, also a large one, and Escape brings the page
// back.
func TestPageFills(t *testing.T) {
	ctx := browse(t, 1100, 900, darkScheme)
	r := rig.Launch(t, nil, "--size", "256x64")
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"text":"256 by 64","background":"plasma"}]}}`, nil)
	signIn(t, ctx, r)
	const whole = `(() => {
		const panel = document.getElementById('panel'), room = panel.getBoundingClientRect().width;
		return document.querySelector('.stage').getBoundingClientRect().width >= innerWidth && room > innerWidth - 40 && Math.abs(panel.width - room) <= 259 / 2;
	})()`
	do(t, ctx, until(`document.getElementById('panel').width % 259 === 0`), // 256 and the margin
		click("#full"), until(whole))
	shoot(t, ctx, "full.png")
	do(t, ctx, js(`document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))`),
		until(`!document.querySelector('.stage').classList.contains('full') && document.getElementById('full').getAttribute('aria-pressed') === 'false'`))
}

// TestPageGIF: a GIF of what the panel shows has its colours, LED by LED, and ends
// when it is told to; with more colours than a GIF's table has, near ones.
func TestPageGIF(t *testing.T) {
	for _, c := range []struct {
		name, size, body string
		scale            int
		exact            bool
	}{
		{"few colours", "37x8", `{"model":{"cycles":0,"frames":[{"icon":2867,"text":"moving text that scrolls","color":"#40C0FF"}]}}`, 12, true},
		{"thousands", "64x64", `{"model":{"cycles":0,"frames":[{"text":" ","background":"plasma"}]}}`, 10, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rig.Launch(t, nil, "--size", c.size)
			r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
			r.Call("POST", "/api/v2/device/notifications", c.body, nil)
			ctx := browse(t, 1100, 900, lightScheme)
			signIn(t, ctx, r)
			do(t, ctx, js(keep), js(`globalThis.sent = []; {
					const post = Worker.prototype.postMessage;
					Worker.prototype.postMessage = function (m, ...more) { sent = m.frames.map((f) => [...f.pixels]); return post.call(this, m, ...more); };
				}`),
				click("#record"), until(`document.getElementById('record-left').textContent.length === 1`), // from 9 on
				click("#record"))
			all, err := gif.DecodeAll(file(t, ctx, "gif"))
			if err != nil {
				t.Fatal(err)
			}
			var sent [][]uint8
			for _, frame := range value[[][]int](t, ctx, `sent`) {
				pixels := make([]uint8, len(frame))
				for i, v := range frame {
					pixels[i] = uint8(v)
				}
				sent = append(sent, pixels)
			}
			same(t, all, sent, c.scale, c.exact)
		})
	}
}

// same compares the GIF's frames, composed, with those sent.
func same(t *testing.T, all *gif.GIF, sent [][]uint8, scale int, exact bool) {
	t.Helper()
	if len(all.Image) != len(sent) || len(sent) < 3 { // a slow machine draws few in its second
		t.Fatalf("%d frames of %d", len(all.Image), len(sent))
	}
	seen := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
	long := 0
	for i, frame := range all.Image {
		long += all.Delay[i]
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				seen.Set(x, y, frame.At(x, y))
			}
		}
		width, off := all.Config.Width/scale, 0
		for led := range len(sent[i]) / 3 {
			c := seen.RGBAAt(led%width*scale+scale/2, led/width*scale+scale/2)
			for k, v := range []uint8{c.R, c.G, c.B} {
				off = max(off, int(v)-int(sent[i][3*led+k]), int(sent[i][3*led+k])-int(v))
			}
		}
		if exact && off != 0 || off > 40 {
			t.Fatalf("frame %d: an LED differs by %d", i, off)
		}
	}
	if long < 100 || long > 1000 {
		t.Errorf("it lasts %d hundredths", long)
	}
}
