// SPDX-License-Identifier: Apache-2.0

package page

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/soniakeys/quant/median"
	"golang.org/x/image/draw"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

var update = flag.Bool("update", false, "take the pictures of docs/page again")

// prepare makes a place ready before its picture is taken.
var prepare = map[string]func(p *browser.Page){
	"Now": func(p *browser.Page) {
		p.Sees("Everything works")
		p.Within("Last message from").Sees("Home Assistant")
		p.Control("Next alarm *").Sees(":")
	},
	"Send": func(p *browser.Page) {
		p.Type("Text", "Good morning")
		p.Press("Effects, background, duration")
		p.CSS("#background").Pick("Aurora")
		p.Press("Effects, background, duration")
		p.Sketched()
		p.Scroll(0)
		if p.Window().Width < 500 {
			p.Scroll(90) // to where the message is sent
		}
	},
	"Apps": func(p *browser.Page) { p.CSS("#apps img").Nth(6).Drawn(1) },
	"Look": func(p *browser.Page) {
		p.Within("Night on a clock of 24 hours").Shows()
		inSight := 6
		if p.Window().Width < 500 {
			inSight = 9 // of four rows
		}
		p.CSS(".reel img").Drawn(inSight)
	},
	"Device": func(p *browser.Page) { p.Within("This device").Sees("Version") },
}

// TestTourPictures: docs/page.md has a picture of each place, on a desk and on a phone,
// which loads at once. With -update they are taken from a device that shows its best.
func TestTourPictures(t *testing.T) {
	if *update {
		takeTour(t)
	}
	text, err := os.ReadFile("../../docs/page.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range places {
		name := "page/" + strings.ToLower(place) + ".png"
		data, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || m.Width != sheet.X || m.Height != sheet.Y || len(data) > 70_000 {
			t.Errorf("%s: %d bytes, %d×%d, %v", name, len(data), m.Width, m.Height, err)
		}
		if !strings.Contains(string(text), "]("+name+")") {
			t.Errorf("docs/page.md lacks %s", name)
		}
	}
}

// The size of a picture, and the windows in it: a desk's at its size, a phone's smaller.
var (
	sheet = image.Pt(1384, 608)
	desk  = image.Rect(24, 24, 1084, 584)
	phone = image.Rect(1108, 24, 1360, 584)
)

// takeTour takes the pictures of all places.
func takeTour(t *testing.T) {
	t.Helper()
	outside := weather(t)
	config := fmt.Sprintf("name = \"Kitchen\"\nzone = \"Etc/GMT%+d\"\n[audio]\nallow = [\"127.0.0.1\"]\n", -evening())
	r := rig.Launch(t, nil, append(rig.Configured(t, config), "--size", "64x32")...)
	furnish(t, r, outside)
	sheets := map[string]*image.RGBA{}
	for _, window := range []struct {
		width, height int
		in            image.Rectangle
	}{{desk.Dx(), desk.Dy(), desk}, {390, 390 * phone.Dy() / phone.Dx(), phone}} {
		p := browser.NewPage(t, window.width, window.height, browser.Light)
		p.SignIn(r)
		r.Call("DELETE", "/api/v2/device/notifications", "", nil)
		p.Open("Send")
		p.Type("Text", "Dinner at seven")
		p.Press("Show it")
		p.CSS("#talk").Sees("shown ·")
		p.CSS("#toasts > *").Counts(0)
		washing(t, r)
		p.Beats(3) // it has slid into the panel
		for _, place := range places {
			p.Open(place)
			at(p, place)
			prepare[place](p)
			if sheets[place] == nil {
				sheets[place] = image.NewRGBA(image.Rectangle{Max: sheet})
				draw.Draw(sheets[place], sheets[place].Rect, image.NewUniform(color.Gray{Y: 0xda}), image.Point{}, draw.Src)
			}
			m := p.Screenshot()
			draw.CatmullRom.Scale(sheets[place], window.in, m, m.Bounds(), draw.Src, nil)
		}
	}
	for name, m := range sheets {
		savePalette(t, "../../docs/page/"+strings.ToLower(name)+".png", m)
	}
}

// weather is the address of a server that has the weather of a mild day.
func weather(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		day := time.Now().Truncate(24 * time.Hour).Unix()
		fmt.Fprintf(w, `{"utc_offset_seconds":0,"current":{"temperature_2m":14.2,"weather_code":2,"is_day":1},
			"daily":{"time":[%d,%d],"weather_code":[2,61],"temperature_2m_max":[16,13],"temperature_2m_min":[9,8]}}`,
			day, day+24*3600)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// furnish gives a device what a household has: apps, an alarm and a plan of the night.
func furnish(t *testing.T, r *rig.Device, weather string) {
	t.Helper()
	settings := map[string]string{
		"com.lametric.clock": `"visible":true,"settings":{"face":"gradient",
			"alarms":[{"time":"06:45","days":["mon","tue","wed","thu","fri"]}]}`,
		"com.lametric.weather":       fmt.Sprintf(`"visible":true,"settings":{"url":%q}`, weather),
		"com.lametric.diy.devwidget": `"visible":true`,
		"com.ledpost.sky": fmt.Sprintf(`"visible":true,"settings":{"latitude":38.72,"longitude":%d}`,
			15*evening()),
		"com.ledpost.date": `"visible":true`,
	}
	all := apps(r)
	list := make([]string, len(all))
	for i, w := range all {
		list[i] = fmt.Sprintf(`{"widget":%q`, w.Widget)
		if s := settings[w.Package]; s != "" {
			list[i] += "," + s
		}
		list[i] += "}"
	}
	r.Call("PUT", "/live/apps", "["+strings.Join(list, ",")+"]", nil)
	r.Call("POST", "/api/v2/widget/update/com.lametric.diy.devwidget",
		`{"frames":[{"icon":"weather-sun","text":"3.2 kW"}]}`, nil)
	r.Call("PUT", "/live/night", `{"when":"time","from":"22:30","to":"06:30"}`, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
}

// washing makes Home Assistant show a message until somebody dismisses it.
func washing(t *testing.T, r *rig.Device) {
	t.Helper()
	req, err := http.NewRequest("POST", r.URL+"/api/v2/device/notifications",
		strings.NewReader(`{"model":{"cycles":0,"frames":[{"icon":"home-washer","text":"Washing is done"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth("dev", r.Key)
	req.Header.Set("User-Agent", "HomeAssistant")
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode >= 300 {
		t.Fatal(err, resp)
	}
	resp.Body.Close()
}

// evening is the zone, in hours east of Greenwich, where it is between 20 and 21 o'clock: there
// the panel is bright, and the night near.
func evening() int { return (20-time.Now().UTC().Hour()+36)%24 - 12 }

// paletteOf returns the most frequent colours of m as they are, the paper among them,
// and others for the rest, in which rare colours count as much: the dot that says Live
// is as green as a background is grey.
func paletteOf(m *image.RGBA) color.Palette {
	const asTheyAre, all = 16, 72
	exact, kinds := map[color.RGBA]int{}, map[[3]uint8]int{}
	var others []color.RGBA
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			c := m.RGBAAt(x, y)
			exact[c]++
			kind := [3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}
			if kinds[kind]++; kinds[kind] == 24 {
				others = append(others, c)
			}
		}
	}
	p := make(color.Palette, 0, all)
	frequent := slices.SortedFunc(maps.Keys(exact), func(a, b color.RGBA) int { return exact[b] - exact[a] })
	for _, c := range frequent[:asTheyAre] {
		p = append(p, c)
	}
	rest := image.NewRGBA(image.Rect(0, 0, len(others), 1))
	for x, c := range others {
		rest.SetRGBA(x, 0, c)
	}
	return append(p, median.Quantizer(all-asTheyAre).Quantize(make(color.Palette, 0, all-asTheyAre), rest)...)
}

// savePalette writes m with the colours that show it best in a small file.
func savePalette(t *testing.T, path string, m *image.RGBA) {
	t.Helper()
	var out bytes.Buffer
	p := image.NewPaletted(m.Rect, paletteOf(m))
	draw.Draw(p, p.Rect, m, image.Point{}, draw.Src)
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, p); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
