// SPDX-License-Identifier: Apache-2.0

package site

import (
	"bytes"
	"encoding/base64"
	"image"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// An opener opens a window of a browser.
type opener func(t *testing.T, width, height int, scheme string) *browser.Page

// inBrowsers tests in Chromium, and by night in Firefox, too.
func inBrowsers(t *testing.T, test func(t *testing.T, name string, open opener)) {
	t.Helper()
	chromium := func(t *testing.T, width, height int, scheme string) *browser.Page {
		return browser.NewPageHere(t, width, height, scheme)
	}
	t.Run("Chromium", func(t *testing.T) { test(t, "chromium", chromium) })
	t.Run("Firefox", func(t *testing.T) {
		testtool.Night(t, "a second browser takes long to install and to start")
		test(t, "firefox", browser.NewFirefox)
	})
}

// TestDemo: the device runs in a tab of both browsers, whatever a link has put behind its address. Its page shows the
// panel live and a message that it sends, plays what sounds, has the weather, or a sample that says so, and what
// somebody has set is there again after the tab was loaded again, without the site.
func TestDemo(t *testing.T) {
	inBrowsers(t, func(t *testing.T, name string, open opener) {
		site := hosted(t, fault{})
		tab := open(t, 1280, 900, browser.Dark)
		tab.Expect("the device|worker|[Ff]ailed to|open-meteo|Cross-Origin")
		began := time.Now()
		tab.Visit(site.URL + "/?from=a-friend#demo")
		tab.CSS("#device iframe").Shows()
		t.Logf("the device runs after %v", time.Since(began))
		until(t, "its panel in the tab is lit", func() bool { return shown(tab) })
		load, _ := os.ReadFile("/proc/loadavg")
		t.Logf("its panel is lit after %v, at load %s", time.Since(began), load)
		page := tab.Tab()
		page.Visit(full(t, tab))
		page.Live()
		until(t, "the panel of its page is lit", func() bool { return lit(page) >= 100 })
		if took := site.taken(t); took[packed()] == 0 || took[byBrotli] > 0 && took[byGzip] > 0 {
			t.Errorf("the program did not come by %s alone", packed())
		}
		page.Open("Send")
		page.Type("Text", "hello from a tab")
		page.Press("Show it")
		page.Open("Now")
		page.Words("hello from a tab").Shows()
		page.Within("Last message from").Sees("A browser")
		hears(page, full(t, tab))
		page.Set("Volume", "37")
		weather(page, tab, full(t, tab))
		page.Shoot("demo-page-" + name + ".png")
		tab.Shoot("demo-tab-" + name + ".png")

		site.Close()
		tab.Reload()
		tab.CSS("#device iframe").Shows()
		page.Visit(full(t, tab))
		page.Live()
		page.Field("Volume").Holds("37")
	})
}

// until waits until it holds, for a minute at most.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(100 * time.Millisecond) { // a picture takes the browser's own time
		if time.Since(begun) > time.Minute {
			t.Fatalf("after a minute it is not so that %s", what)
		}
	}
}

// TestDemoByGzip: whatever is wrong with the program by brotli, a browser takes it by gzip.
func TestDemoByGzip(t *testing.T) {
	testtool.Find(t, "brotli")
	whole := must.Get(os.ReadFile(filepath.Join(rig.DemoFiles(t), byBrotli)))(t)
	for name, wrong := range map[string]fault{
		"no decoder":      {file: decoder},
		"broken decoder":  {file: decoder, instead: []byte("no gzip")},
		"broken program":  {file: byBrotli, instead: bytes.Repeat([]byte("no brotli"), 100)},
		"program cut off": {file: byBrotli, instead: whole[:len(whole)/2]},
		"transfer broken": {file: byBrotli, instead: whole[:len(whole)/2], length: len(whole)},
	} {
		t.Run(name, func(t *testing.T) {
			inBrowsers(t, func(t *testing.T, name string, open opener) {
				if name == "firefox" && wrong.file == decoder {
					t.Skip("it has a decoder of its own")
				}
				site := hosted(t, wrong)
				tab := open(t, 1280, 900, browser.Light)
				tab.Expect("the device|worker|by gzip|of 404|[Ff]ailed to")
				tab.Visit(site.URL)
				tab.CSS("#device iframe").Shows()
				if site.taken(t)[byGzip] == 0 {
					t.Error("the program did not come by gzip")
				}
			})
		})
	}
}

// How the program is packed, and what unpacks it in browsers that cannot.
const byBrotli, byGzip, decoder = "/ledpost.wasm.br", "/ledpost.wasm.gz", "/brotli.js.gz"

// packed is how a browser takes the program: by brotli, if that was here to pack it.
func packed() string {
	if _, err := exec.LookPath("brotli"); err != nil {
		return byGzip
	}
	return byBrotli
}

// A host serves the demo, and remembers how many bytes of each file a browser took.
type host struct {
	*httptest.Server
	mu   sync.Mutex
	sent map[string]int
}

// A fault is what a host serves instead of a file: nothing, or other bytes, of a length that it does not keep.
type fault struct {
	file    string
	instead []byte
	length  int
}

// hosted serves the demo, but for a fault, until the test ends.
func hosted(t *testing.T, wrong fault) *host {
	h := &host{sent: map[string]int{}}
	files := http.FileServer(http.Dir(rig.DemoFiles(t)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != wrong.file:
			files.ServeHTTP(counter{w, h, r.URL.Path}, r)
		case wrong.instead == nil:
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Length", strconv.Itoa(max(len(wrong.instead), wrong.length)))
			_, _ = w.Write(wrong.instead)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

// taken is how many bytes of each file came; the test logs them.
func (h *host) taken(t *testing.T) map[string]int {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	all := 0
	for _, n := range h.sent {
		all += n
	}
	t.Logf("the browser took %d bytes: %v", all, h.sent)
	if all > 6_000_000 && os.Getenv("QUALITY") == "11" && h.sent[byGzip] == 0 {
		t.Error("too many for a first visit")
	}
	return maps.Clone(h.sent)
}

// A counter counts the bytes of a file.
type counter struct {
	http.ResponseWriter
	host *host
	file string
}

func (c counter) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.host.mu.Lock()
	defer c.host.mu.Unlock()
	c.host.sent[c.file] += n
	return n, err
}

// TestDemoLanguage: the device's page in a tab speaks the reader's language, as that of a real device does.
func TestDemoLanguage(t *testing.T) {
	tab := browser.NewPageHere(t, 1280, 900, browser.Light)
	tab.Expect("the device|worker")
	tab.Prefer("nl,en")
	tab.Visit(rig.Demo(t).URL)
	tab.CSS("#device iframe").Shows()
	page := tab.Tab()
	page.Visit(full(t, tab))
	page.CSS("html[lang=nl]").Shows()
}

// TestDemoWithoutWorkers: a browser without service workers, as this one has none over plain HTTP, says so and shows a
// film.
func TestDemoWithoutWorkers(t *testing.T) {
	dir := folder(t, withZero2W)
	must.Do(t, os.CopyFS(filepath.Join(dir, "demo"), os.DirFS("../../deploy/demo/web")))
	site := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(site.Close)
	plain := browser.Away(map[string]*httptest.Server{"demo.test:80": site})
	tab := browser.NewPageHere(t, 390, 844, browser.Light, plain...)
	tab.Expect("icon.svg|of 404")
	tab.Visit("http://demo.test/demo/")
	tab.Sees("it needs service workers")
	tab.CSS("#device img").Drawn(1)
	tab.Shoot("demo-without.png")
}

// hears has an alarm sound on the device at home, and waits until the page plays it.
func hears(page *browser.Page, home string) {
	t := page.T()
	t.Helper()
	device, key, _ := strings.Cut(home, "#")
	auth := "Basic " + base64.StdEncoding.EncodeToString([]byte("dev:"+key))
	page.Tick("Hear it here", true)
	for _, ask := range []struct{ method, body string }{
		{"POST", `{"model":{"cycles":0,"frames":[{"text":"x"}],"sound":{"category":"alarms","id":"alarm13","repeat":0}}}`},
		{"DELETE", ""},
	} {
		status, said := page.Fetch(ask.method, device+"api/v2/device/notifications", auth, ask.body)
		if status/100 != 2 {
			t.Fatalf("%s: %d %s", ask.method, status, said)
		}
		page.Loud()
	}
	page.Tick("Hear it here", false)
}

// weather chooses a place that the device knows by itself, and waits for the weather there: where nothing answers, for
// the sample, as the tab then says.
func weather(page, tab *browser.Page, home string) {
	page.Open("Apps")
	page.Press("Settings of Weather")
	page.Type("Where?", "zürich")
	page.Press("Zurich, Switzerland")
	page.Row("Weather").Sees("Zurich")
	if _, away := http.Get("https://api.open-meteo.com/"); away != nil {
		tab.Sees("The weather is a sample")
	}
	device, _, _ := strings.Cut(home, "#")
	if status, said := page.Fetch("GET", device+"healthz", "", ""); status != http.StatusOK || strings.Contains(said, "weather") {
		page.T().Errorf("the device is not well: %d %s", status, said)
	}
}

// lit counts the bright pixels in the picture of the panel.
func lit(page *browser.Page) int {
	b := page.CSS("#panel").Place()
	return bright(page.Screenshot(), image.Rect(int(b.X), int(b.Y), int(b.Right()), int(b.Bottom())))
}

// bright counts the bright pixels in a part of a picture.
func bright(picture image.Image, within image.Rectangle) (n int) {
	within = within.Intersect(picture.Bounds())
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); max(r, g, b) > 0x8000 {
				n++
			}
		}
	}
	return n
}

// full is the address of the device's page, by which it opens in a tab of its own.
func full(t *testing.T, tab *browser.Page) string {
	t.Helper()
	for _, to := range tab.Links() {
		if strings.Contains(to, "/device/#") {
			return to
		}
	}
	t.Fatal("no link leads to the page of the device")
	return ""
}

// TestTakeItAlong: the demo saves a configuration with a panel of its size that the device takes, and a scene.
func TestTakeItAlong(t *testing.T) {
	site := rig.Demo(t)
	tab := browser.NewPageHere(t, 390, 844, browser.Dark)
	tab.Expect("the device|worker")
	tab.Visit(site.URL)
	tab.CSS("#device iframe").Shows()
	tab.Press("About")
	tab.Within("What it can do here").Sees("apps by others")
	tab.Shoot("demo-can.png")
	tab.Press("Close")
	tab.Press("Take it with you")
	name, text := tab.Saves("Save the configuration")
	card, err := preseed.ReadCard(strings.NewReader(string(text)))
	if err != nil || name != "ledpost.toml" || len(card.Key) != 20 || card.Timezone == "" {
		t.Errorf("%s: %v, %+v in\n%s", name, err, card, text)
	}
	if !strings.Contains(string(text), "driver = \"hub75\"\nrows = 32") {
		t.Errorf("no panel of 64×32 in\n%s", text)
	}
	doctor(t, string(text))
	tab.Within("Take it with you").Sees("http://ledpost.local:8080/#" + card.Key)
	tab.Shoot("demo-take.png")
	if name, scene := tab.Saves("Save the scene"); name != "ledpost-scene.json" || !strings.Contains(string(scene), "com.lametric.clock") {
		t.Errorf("%s: %s", name, scene)
	}
}
