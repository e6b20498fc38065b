// SPDX-License-Identifier: Apache-2.0

// Package site tests the pages of the project's site in a browser: they make the
// configuration of a new card.
package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

func TestMain(m *testing.M) {
	code := rig.Main(m)
	browser.Close()
	os.Exit(code)
}

// Lists for the Raspberry Pi Imager: what deploy/site reads of them.
const (
	withZero2W    = `{"os_list": [{"description": "Raspberry Pi 3, 4 and Zero 2 W: nothing else to install"}]}`
	withoutZero2W = `{"os_list": [{"description": "Raspberry Pi 3 and 4: nothing else to install"}]}`
)

// made is the address of the site as deploy/site makes it beside a list.
func made(t *testing.T, list string) string {
	t.Helper()
	s := httptest.NewServer(http.FileServer(http.Dir(folder(t, list))))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// folder is the site as files.
func folder(t *testing.T, list string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("browsers open it, which are too slow beside the race detector")
	}
	testtool.Find(t, "bash")
	dir, out := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(out, "ledpost.rpi-imager-manifest"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("go", "-C", "../../tools", "build", "-o", t.TempDir(), "./site", "./guide").CombinedOutput(); err != nil {
		testtool.Missing(t, fmt.Sprintf("the modules of tools: %s", said))
	}
	cmd := exec.Command("../../deploy/site", out, dir)
	cmd.Env = append(os.Environ(), "LEDPOST="+rig.Binary(t))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return dir
}

// A build is a choice of the page, and what somebody types.
type build struct {
	board, panel, wiring, sensor string
	fields                       map[string]string
	driver                       string // of the panel
	image                        bool   // whether the page sends them to the flashable image
}

// builds: each board, each driver, each kind of wiring, and settings that need
// care when they are written down.
var builds = []build{
	{"zero2w", "max7219-4", "fc16", "none", nil, "max7219", true},
	{"zero2w", "max7219-5", "generic", "bh1750", map[string]string{"wifi_ssid": "home", "wifi_password": "correct horse", "wifi_country": "de"}, "max7219", true},
	{"pi3", "max7219-8", "fc16", "none", map[string]string{"hostname": "Kitchen-2"}, "max7219", true},
	{"pi3", "hub75-64x32", "adafruit-hat", "bh1750", map[string]string{"wifi_ssid": `a "quoted" \ name`, "wifi_password": `p"a\s#s = 8`}, "hub75", true},
	{"pi4", "hub75-64x64", "adafruit-hat-pwm", "none", map[string]string{"timezone": "America/Argentina/Buenos_Aires", "wifi_ssid": "open", "wifi_country": ""}, "hub75", true},
	{"pi4", "hub75-128x64", "regular", "bh1750", map[string]string{"wifi_ssid": "Café ☕", "wifi_password": strings.Repeat("0f", 32)}, "hub75", true},
	{"pi5", "hub75-64x32", "regular", "none", nil, "hub75", false},
	{"pi5", "ws2812-32x8", "columns", "bh1750", map[string]string{"hostname": "Attic", "setup_password": "set-me-up"}, "ws2812", false},
	{"pi2", "ws2812-16x16", "rows", "none", nil, "ws2812", false},
	{"zero", "apa102-16x16", "rows", "bh1750", map[string]string{"wifi_ssid": "home", "wifi_password": "correct horse"}, "apa102", false},
	{"zero", "ht16k33", "plugged", "none", nil, "ht16k33", false},
	{"pi4", "unicornhd", "plugged", "none", map[string]string{"hostname": "a", "setup_password": "set-me-up"}, "unicornhd", true},
	{"pi2", "ssd1306", "plugged", "bh1750", nil, "ssd1306", false},
}

func choose(t *testing.T, ctx context.Context, b build) {
	t.Helper()
	pick := func(group, id string) browser.Step {
		return browser.JS(fmt.Sprintf(`document.querySelector('#%s [value=%q]').click()`, group, id))
	}
	browser.Do(t, ctx, pick("boards", b.board), pick("panels", b.panel), pick("wirings", b.wiring),
		browser.JS(fmt.Sprintf(`$('sensor').value = %q; $('sensor').dispatchEvent(new Event('change'))`, b.sensor)))
	for id, text := range b.fields {
		quoted, _ := json.Marshal(text)
		browser.Do(t, ctx, browser.JS(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %s; e.dispatchEvent(new Event('input', {bubbles: true})); })()`, id, quoted)))
	}
}

// TestBuilds: for each build the page saves a file of which the doctor finds
// nothing wrong, shows the wiring of exactly that choice, and ends with an
// address that signs in.
func TestBuilds(t *testing.T) {
	tryBuilds(t, made(t, withZero2W), builds)
}

// TestWithoutZero2W: an image that lacks the firmware of some of these boards is not
// offered for them.
func TestWithoutZero2W(t *testing.T) {
	b := builds[0]
	b.image = false
	tryBuilds(t, made(t, withoutZero2W), []build{b})
}

func tryBuilds(t *testing.T, site string, builds []build) {
	for _, b := range builds {
		t.Run(b.board+" "+b.panel+" "+b.wiring, func(t *testing.T) {
			ctx := browser.OpenHere(t, 1280, 900, browser.Light)
			browser.Do(t, ctx, chromedp.Navigate(site), browser.Until(`document.querySelectorAll('#panels input').length > 5`))
			choose(t, ctx, b)
			browser.Do(t, ctx,
				browser.Until(`$('wiring').complete && $('wiring').naturalWidth > 0`),
				browser.JS(`globalThis.saved = ''; URL.createObjectURL = (f) => { f.text().then((s) => { saved = s; }); return '#saved'; }`),
				browser.JS(`$('save').click()`), browser.Until(`saved !== ''`))
			if src := browser.Value[string](t, ctx, `$('wiring').src`); !strings.HasSuffix(src, fmt.Sprintf("/%s-%s-%s.svg", b.panel, b.wiring, b.sensor)) {
				t.Errorf("the wiring shown is %s", src)
			}
			text := browser.Value[string](t, ctx, `saved`)
			if !strings.Contains(text, fmt.Sprintf("driver = %q", b.driver)) || strings.Contains(text, "[light]") != (b.sensor != "none") {
				t.Errorf("saved\n%s", text)
			}
			card, err := preseed.ReadCard(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			link := browser.Value[string](t, ctx, `[...document.querySelectorAll('#steps a')].pop().href`)
			want := "http://ledpost.local:8080/#" + card.Key
			if name := b.fields["hostname"]; name != "" {
				want = "http://" + strings.ToLower(name) + ".local:8080/#" + card.Key
			}
			setup := b.fields["setup_password"]
			if b.image { // it has no access point
				setup = ""
			}
			if card.WiFiSSID != b.fields["wifi_ssid"] || card.WiFiPassword != b.fields["wifi_password"] || len(card.Key) != 20 || card.SetupPassword != setup {
				t.Errorf("the card says %+v", card)
			}
			if link != want {
				t.Errorf("it ends with %s, want %s", link, want)
			}
			if image := browser.Value[bool](t, ctx, `document.querySelector('#steps a[href^="rpi-imager:"]') !== null`); image != b.image {
				t.Errorf("the image: %v, want %v", image, b.image)
			}
			doctor(t, text)
		})
	}
}

// doctor fails for each word that the doctor has about the file itself.
func doctor(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ledpost.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, _ := rig.Command(t, "", "doctor", "--config", file, "--json")
	var said struct {
		Lines []struct{ Part, Level, Text string }
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatalf("%v in %q, %s", err, out, errs)
	}
	for _, l := range said.Lines {
		if l.Part == "config" && l.Level != "ok" {
			t.Errorf("%s: %s in\n%s", l.Level, l.Text, text)
		}
	}
}

// TestFaults: what the device would refuse cannot be saved, and the page says why.
func TestFaults(t *testing.T) {
	ctx := browser.OpenHere(t, 390, 900, browser.Dark)
	browser.Do(t, ctx, chromedp.Navigate(made(t, withZero2W)), browser.Until(`document.querySelectorAll('#panels input').length > 5`))
	for name, row := range map[string]struct {
		fields map[string]string
		says   string
	}{
		"a name with a blank":      {map[string]string{"hostname": "my panel"}, "Host name"},
		"no name":                  {map[string]string{"hostname": ""}, "Host name"},
		"a zone that is a path":    {map[string]string{"timezone": "../etc"}, "Time zone"},
		"a short password":         {map[string]string{"wifi_ssid": "home", "wifi_password": "short"}, "Wi-Fi password"},
		"a password of no network": {map[string]string{"wifi_password": "long enough"}, "no network"},
		"a name of too many bytes": {map[string]string{"wifi_ssid": strings.Repeat("☕", 11)}, "Wi-Fi"},
		"a country by its name":    {map[string]string{"wifi_country": "D"}, "Country"},
		"a blank in the set-up":    {map[string]string{"setup_password": "set me up"}, "Set-up password"},
	} {
		choose(t, ctx, build{"pi5", "max7219-4", "fc16", "none", map[string]string{"hostname": "ledpost", "timezone": "", "wifi_ssid": "", "wifi_password": "", "wifi_country": "", "setup_password": ""}, "", false})
		if fault := browser.Value[string](t, ctx, `$('fault').textContent`); fault != "" {
			t.Fatalf("%s: before it, %s", name, fault)
		}
		choose(t, ctx, build{"pi5", "max7219-4", "fc16", "none", row.fields, "", false})
		if fault := browser.Value[string](t, ctx, `$('fault').textContent`); !strings.Contains(fault, row.says) {
			t.Errorf("%s: %q, want a sentence with %q", name, fault, row.says)
		}
		if !browser.Value[bool](t, ctx, `$('save').disabled`) {
			t.Errorf("%s: it can be saved", name)
		}
	}
}

// TestAccessible: contrast, targets and names, on a phone and at a desk.
func TestAccessible(t *testing.T) {
	site := made(t, withZero2W)
	for _, width := range []int{390, 1280} {
		for _, scheme := range []string{browser.Light, browser.Dark} {
			ctx := browser.OpenHere(t, width, 900, scheme)
			browser.Do(t, ctx, chromedp.Navigate(site), browser.Until(`document.querySelectorAll('#panels input').length > 5`))
			for _, script := range []string{browser.Faint, browser.Nameless} {
				browser.Accept(t, ctx, fmt.Sprintf("%d %s", width, scheme), script)
			}
			if wide := browser.Value[int](t, ctx, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d pixels wide in a window of %d", wide, width)
			}
		}
	}
}
