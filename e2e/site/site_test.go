// SPDX-License-Identifier: Apache-2.0

// Package site tests the pages of the project's site in a browser: they make the
// configuration of a new card.
package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

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
	for name, text := range map[string]string{"ledpost.rpi-imager-manifest": list, "gallery.json.gz.minisig": "signed"} {
		must.Do(t, os.WriteFile(filepath.Join(out, name), []byte(text), 0o600))
	}
	build := exec.Command("go", "-C", "../../tools", "build", "-o", t.TempDir(), "./site", "./guide")
	if said, err := build.CombinedOutput(); err != nil {
		testtool.Missing(t, fmt.Sprintf("the modules of tools: %s", said))
	}
	cmd := exec.Command("../../deploy/site", out, dir)
	cmd.Env = append(os.Environ(), "LEDPOST="+rig.Binary(t), "DEMO=none")
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
	{"zero2w", "max7219-5", "generic", "bh1750",
		map[string]string{"wifi_ssid": "home", "wifi_password": "correct horse", "wifi_country": "de"}, "max7219", true},
	{"pi3", "max7219-8", "fc16", "none", map[string]string{"hostname": "Kitchen-2"}, "max7219", true},
	{"pi3", "hub75-64x32", "adafruit-hat", "bh1750",
		map[string]string{"wifi_ssid": `a "quoted" \ name`, "wifi_password": `p"a\s#s = 8`}, "hub75", true},
	{"pi4", "hub75-64x64", "adafruit-hat-pwm", "none",
		map[string]string{"timezone": "America/Argentina/Buenos_Aires", "wifi_ssid": "open", "wifi_country": ""},
		"hub75", true},
	{"pi4", "hub75-128x64", "regular", "bh1750",
		map[string]string{"wifi_ssid": "Café ☕", "wifi_password": strings.Repeat("0f", 32)}, "hub75", true},
	{"pi5", "hub75-64x32", "regular", "none", nil, "hub75", false},
	{"pi5", "ws2812-32x8", "columns", "bh1750",
		map[string]string{"hostname": "Attic", "setup_password": "set-me-up"}, "ws2812", false},
	{"pi2", "ws2812-16x16", "rows", "none", nil, "ws2812", false},
	{"zero", "apa102-16x16", "rows", "bh1750",
		map[string]string{"wifi_ssid": "home", "wifi_password": "correct horse"}, "apa102", false},
	{"zero", "ht16k33", "plugged", "none", nil, "ht16k33", false},
	{"pi4", "unicornhd", "plugged", "none",
		map[string]string{"hostname": "a", "setup_password": "set-me-up"}, "unicornhd", true},
	{"pi2", "ssd1306", "plugged", "bh1750", nil, "ssd1306", false},
}

// open opens the site, once it offers panels.
func open(p *browser.Page, site string) {
	p.Visit(site)
	p.CSS("#panels input").AtLeast(6)
}

// choose makes the choices of a build, and types what somebody types. The set-up password is
// asked for by some boards only, and is forgotten with others.
func choose(p *browser.Page, b build) {
	pick := func(group, id string) { p.CSS("#" + group + " [value='" + id + "']").Click() }
	pick("boards", "pi5")
	for id, text := range b.fields {
		p.CSS("#" + id).Write(text)
	}
	pick("boards", b.board)
	pick("panels", b.panel)
	if b.wiring != "plugged" { // there is no other way
		pick("wirings", b.wiring)
	}
	p.Field("Light sensor").Put(b.sensor)
}

// TestBuilds: for each build the page saves a file of which the doctor finds
// nothing wrong, shows the wiring of exactly that choice, and ends with an
// address that signs in.
func TestBuilds(t *testing.T) { tryBuilds(t, made(t, withZero2W), builds) }

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
			p := browser.NewPageHere(t, 1280, 900, browser.Light)
			open(p, site)
			choose(p, b)
			p.CSS("#wiring").Drawn(1)
			if src := p.CSS("#wiring").Attribute("src"); src != fmt.Sprintf("wiring/%s-%s-%s.svg", b.panel, b.wiring, b.sensor) {
				t.Errorf("the wiring shown is %s", src)
			}
			name, content := p.Saves("Save ledpost.toml")
			if name != "ledpost.toml" {
				t.Errorf("the file is called %s", name)
			}
			text := string(content)
			light := strings.Contains(text, "[light]")
			if !strings.Contains(text, fmt.Sprintf("driver = %q", b.driver)) || light != (b.sensor != "none") {
				t.Errorf("saved\n%s", text)
			}
			card, err := preseed.ReadCard(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			link := p.CSS("#steps a").Nth(-1).Attribute("href")
			want := "http://ledpost.local:8080/#" + card.Key
			if name := b.fields["hostname"]; name != "" {
				want = "http://" + strings.ToLower(name) + ".local:8080/#" + card.Key
			}
			setup := b.fields["setup_password"]
			if b.image { // it has no access point
				setup = ""
			}
			if card.WiFiSSID != b.fields["wifi_ssid"] || card.WiFiPassword != b.fields["wifi_password"] ||
				len(card.Key) != 20 || card.SetupPassword != setup {
				t.Errorf("the card says %+v", card)
			}
			if link != want {
				t.Errorf("it ends with %s, want %s", link, want)
			}
			if image := p.CSS(`#steps a[href^="rpi-imager:"]`).Count() > 0; image != b.image {
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
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
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
	p := browser.NewPageHere(t, 390, 900, browser.Dark)
	open(p, made(t, withZero2W))
	good := map[string]string{
		"hostname": "ledpost", "timezone": "", "wifi_ssid": "", "wifi_password": "", "wifi_country": "", "setup_password": "",
	}
	for _, row := range map[string]struct {
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
		with := build{"pi5", "max7219-4", "fc16", "none", good, "", false}
		choose(p, with)
		p.Control("Save ledpost.toml").Is(":enabled")
		p.CSS("#fault").Gone()
		with.fields = row.fields
		choose(p, with)
		p.CSS("#fault").Sees(row.says)
		p.Control("Save ledpost.toml").Is(":disabled")
	}
}

// TestAccessible: contrast, targets and names, on a phone and at a desk; a page of the guide is no wider than the window.
func TestAccessible(t *testing.T) {
	site := made(t, withZero2W)
	inBrowsers(t, func(t *testing.T, in string, window opener) {
		for _, width := range []int{390, 1280} {
			for _, scheme := range []string{browser.Light, browser.Dark} {
				name := fmt.Sprintf("%s-%d-%s", in, width, scheme)
				p := window(t, width, 900, scheme)
				open(p, site)
				p.Legible(name)
				p.Shoot("site-" + name + ".png")
				narrow(p, width)
				p.Visit(site + "guide/install.html")
				p.Shoot("guide-" + name + ".png")
				narrow(p, width)
			}
		}
	})
}

// narrow fails for a page that is wider than its window.
func narrow(p *browser.Page, width int) {
	p.T().Helper()
	if wide := p.Width(); wide > float64(width) {
		p.T().Errorf("%v pixels wide in a window of %d", wide, width)
	}
}

// TestSensors: the site offers each light sensor of the program, unless there is a reason, and no
// other.
func TestSensors(t *testing.T) {
	_, list, _ := strings.Cut(string(must.Get(os.ReadFile("../../tools/site/choices.go"))(t)), "var sensors = ")
	list, _, _ = strings.Cut(list, "\n}")
	offered := map[string]bool{}
	for _, m := range regexp.MustCompile(`source = "(\w+)"`).FindAllStringSubmatch(list, -1) {
		offered[m[1]] = true
	}
	leftOut := map[string]string{
		"iio":      "its driver of the kernel wants a line in config.txt",
		"ads1115":  "its resistors differ, so that it wants to be calibrated",
		"jsa1127":  "it stands in a LaMetric Time, which the site does not build",
		"schedule": "measures nothing",
		"constant": "measures nothing",
	}
	for _, id := range hw.Lights() {
		switch reason := leftOut[id]; {
		case offered[id] && reason != "":
			t.Errorf("the site offers %s, although %s", id, reason)
		case !offered[id] && reason == "":
			t.Errorf("the site lacks %s: give tools/site/choices.go a line, or leftOut a reason", id)
		}
		delete(offered, id)
	}
	for id := range offered {
		t.Errorf("the site offers %s, which no table has", id)
	}
}
