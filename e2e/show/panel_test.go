// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageLEDs: the panel is drawn by WebGL2 and by a canvas: an LED has its frame's
// colour, its halo reaches beyond the panel's edge, a dark one is faint; each kind of
// LED differs; a picture of it and a GIF are saved.
func TestPageLEDs(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	const body = `{"model":{"cycles":0,"frames":[
		{"text":" ","draw":[{"fill":[0,0,4,8,"#00FF80"]},{"pixel":[36,0,"#FF2000"]}]}]}}`
	r.Call("POST", "/api/v2/device/notifications", body, nil)
	for by, flags := range map[string][]chromedp.ExecAllocatorOption{
		"webgl2": {
			chromedp.Flag("disable-gpu", false), chromedp.Flag("use-angle", "swiftshader"),
			chromedp.Flag("enable-unsafe-swiftshader", true),
		},
		"canvas": {chromedp.Flag("disable-3d-apis", true)},
	} {
		t.Run(by, func(t *testing.T) {
			p := browser.NewPage(t, 1100, 900, browser.Light, flags...)
			p.SlowGraphics()
			p.SignIn(r)
			p.CSS("#panel[data-painter]").Shows()
			if got := p.CSS("#panel").Attribute("data-painter"); got != by {
				t.Skipf("this browser draws by %s", got)
			}
			p.Field("How its LEDs look here").Holds("")
			seen := map[string]bool{}
			for _, kind := range []string{"Round", "Square", "Round, with a diffuser", "Square, with a diffuser"} {
				p.Choose("How its LEDs look here", kind)
				p.Press("Share")
				_, saved := p.Saves("Save a picture")
				p.Shoot(fmt.Sprintf("panel-%s-%s.png", by, kind))
				picture, err := png.Decode(bytes.NewReader(saved))
				must.Do(t, err)
				shine(t, kind, picture)
				seen[string(saved)] = true
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
	p, r := browser.SignedIn(t, 1100, 900, "--size", "256x64")
	r.Call("POST", "/api/v2/device/notifications",
		`{"model":{"cycles":0,"frames":[{"text":"256 by 64","background":"plasma"}]}}`, nil)
	const wide = 259.0 // LEDs: 256 and the margin
	pixels := func() float64 { return float64(p.CSS("#panel").Picture().Bounds().Dx()) }
	eventually.True(t, "the panel's pixels are whole LEDs", func() bool { return math.Mod(pixels(), wide) == 0 })
	p.Press("Share")
	p.Press("Full screen")
	eventually.True(t, "the panel fills the window", func() bool {
		window, panel := p.Window().Width, p.CSS("#panel").Place().Width
		return p.CSS(".stage").Place().Width >= window && panel > window-40 && math.Abs(pixels()-panel) <= wide/2
	})
	p.Shoot("full.png")
	p.Key(kb.Escape)
	p.CSS(".stage.full").Gone()
	p.Control("Share").Shows()
}

// TestPageGIF: a GIF of what the panel shows has its colours, LED by LED, and ends
// when it is told to; with more colours than a GIF's table has, near ones.
func TestPageGIF(t *testing.T) {
	for _, c := range []struct {
		name, size, frame string
		scale             int
		exact             bool
	}{
		{"few colours", "37x8", `{"icon":2867,"text":"moving text that scrolls","color":"#40C0FF"}`, 12, true},
		{"thousands", "64x64", `{"text":" ","background":"plasma"}`, 10, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rig.Launch(t, nil, "--size", c.size)
			r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
			r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[`+c.frame+`]}}`, nil)
			p := browser.NewPage(t, 1100, 900, browser.Light)
			p.SignIn(r)
			p.Press("Share")
			p.Press("Record a GIF")
			p.CSS("#share").Matches(`^\d$`) // from 9 on
			draws(p, 3)
			_, saved := p.Saves("Stop recording, *")
			all, err := gif.DecodeAll(bytes.NewReader(saved))
			must.Do(t, err)
			same(t, all, p.Posted(), c.scale, c.exact)
		})
	}
}

// draws waits until the panel has shown so many different pictures: a text rests before it scrolls.
func draws(p *browser.Page, pictures int) {
	seen := map[string]bool{}
	eventually.True(p.T(), "the picture moves", func() bool {
		var out bytes.Buffer
		must.Do(p.T(), png.Encode(&out, p.CSS("#panel").Picture()))
		seen[out.String()] = true
		return len(seen) > pictures
	})
}

// same compares the GIF's frames, composed, with those sent.
func same(t *testing.T, all *gif.GIF, sent [][]int, scale int, exact bool) {
	t.Helper()
	if len(all.Image) != len(sent) || len(sent) < 3 {
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
				off = max(off, int(v)-sent[i][3*led+k], sent[i][3*led+k]-int(v))
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
