// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// frame is an app that shows a photo, or tells what it has been given.
const frame = `
load("encoding/base64.star", "base64")
load("render.star", "canvas", "render")
load("schema.star", "schema")

def get_schema():
    return schema.Schema(version = "1", fields = [
        schema.PhotoSelect(id = "photo", name = "Photo", desc = "Of somebody dear", icon = "image"),
        schema.Toggle(id = "size", name = "Size", desc = "", icon = "x", default = False),
    ])

def main(config):
    if not config.get("photo"):
        return "no photo"
    image = render.Image(src = base64.decode(config.get("photo")))
    if config.bool("size"):
        fail("it has %d×%d pixels in %d letters" % (image.size() + (len(config.get("photo")),)))
    return render.Root(child = render.Box(width = canvas.width(), height = canvas.height(), child = image))
`

// panorama is a JPEG of four megapixels, red on the left and blue on the right. Its grains are as large as a pixel of a
// panel of 320 columns, so that the smaller picture is as hard to pack.
func panorama(t *testing.T) []byte {
	const width, height, grain = 320, 64, 14
	chance := rand.New(rand.NewPCG(1, 2))
	m := image.NewRGBA(image.Rect(0, 0, width*grain, height*grain))
	for i := range width * height {
		strong, green, weak := uint8(128+chance.IntN(128)), uint8(chance.IntN(256)), uint8(chance.IntN(128))
		c := color.RGBA{strong, green / 2, weak, 255}
		if i%width >= width/2 {
			c = color.RGBA{weak, green / 2, strong, 255}
		}
		for n := range grain * grain {
			m.SetRGBA(i%width*grain+n%grain, i/width*grain+n/grain, c)
		}
	}
	var b bytes.Buffer
	must.Do(t, jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}))
	return b.Bytes()
}

// TestPagePhoto: the page makes a photo as small as the panel, and small enough for the device, before it is sent.
func TestPagePhoto(t *testing.T) {
	applettest.Program(t)
	const most = 64 << 10 // letters of one setting
	photo := panorama(t)
	told := regexp.MustCompile(`it has (\d+)×(\d+) pixels in (\d+) letters`)
	for _, tc := range []struct {
		panel, size string // of the photo; "" = smaller than the panel, as it would be too long
	}{{"64x32", "64×13"}, {"320x64", ""}} {
		t.Run(tc.panel, func(t *testing.T) {
			p, r := browser.SignedIn(t, 390, 844, "--size", tc.panel)
			r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
			r.Call("PUT", "/live/scripts/frame", fmt.Sprintf(`{"source":%q}`, frame), nil)
			if code, said := r.Ask("POST", "/live/apps", `{"package":"com.ledpost.others","settings":{"app":"frame"}}`); code != 201 {
				t.Fatalf("%d %s", code, said)
			}
			p.Open("Now") // a list of apps that has the new one
			form := app(p, "frame")
			form.Field("Photo").Load("photo.jpg", photo)
			p.Shoot("photo-390.png")
			saves(form)
			r.Call("PUT", "/api/v2/device", `{"mode":"manual"}`, nil) // what is activated stays
			r.Call("PUT", "/api/v2/device/apps/com.ledpost.others/widgets/"+r.Widget("com.ledpost.others")+"/activate", "", nil)
			eventually.True(t, "the panel is red on the left and blue on the right", func() bool {
				m := r.Frame()
				middle, last := m.Bounds().Dy()/2, m.Bounds().Dx()*3/4
				warm, _, cold, _ := m.At(last/3, middle).RGBA()
				red, _, blue, _ := m.At(last, middle).RGBA()
				return warm > cold && blue > red
			})
			form = app(p, "frame")
			form.Sees("As it is set now")
			form.Tick("Size", true)
			saves(form)
			var has []string
			eventually.True(t, "the app tells the size", func() bool {
				_, said := r.Ask("GET", "/live/apps", "")
				has = told.FindStringSubmatch(string(said))
				return has != nil
			})
			size, letters := has[1]+"×"+has[2], must.Get(strconv.Atoi(has[3]))(t)
			t.Logf("%d bytes of JPEG became %s, %d letters", len(photo), size, letters)
			if letters > most || tc.size != "" && size != tc.size || size == "320×64" {
				t.Errorf("%s in %d letters, want %s in at most %d", size, letters, tc.size, most)
			}
		})
	}
}
