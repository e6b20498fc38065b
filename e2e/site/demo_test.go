// SPDX-License-Identifier: Apache-2.0

package site

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/testtool"
)

// demo is the demo, built and served as a site is: files, and nothing else.
func demo(t *testing.T) *httptest.Server {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser opens it, which is too slow beside the race detector")
	}
	testtool.Find(t, "bash")
	dir := t.TempDir()
	cmd := exec.Command("../../deploy/demo/build", dir)
	cmd.Env = append(os.Environ(), "QUALITY=1")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s
}

// TestDemo: the device runs in a tab, whatever a link has put behind its address. Its page shows the panel live and a
// message that it sends, and what somebody has set is there again after the tab was loaded again, without the site.
func TestDemo(t *testing.T) {
	site := demo(t)
	tab := browser.NewPageHere(t, 1280, 900, browser.Light)
	tab.Expect("the device|worker|[Ff]ailed to")
	began := time.Now()
	tab.Visit(site.URL + "/?from=a-friend#demo")
	tab.CSS("#device iframe").Shows()
	t.Logf("the device runs after %v", time.Since(began))
	page := tab.Tab()
	page.Visit(full(t, tab))
	page.Live()
	if lit := lit(t, page); lit < 100 {
		t.Errorf("the picture of the panel has %d bright pixels", lit)
	}
	t.Logf("its page shows the panel after %v", time.Since(began))
	page.Open("Send")
	page.Type("Text", "hello from a tab")
	page.Press("Show it")
	page.Open("Now")
	page.Words("hello from a tab").Shows()
	page.Set("Volume", "37")
	page.Shoot("demo-page.png")
	tab.Shoot("demo-tab.png")

	site.Close()
	tab.Reload()
	tab.CSS("#device iframe").Shows()
	page.Visit(full(t, tab))
	page.Live()
	page.Field("Volume").Holds("37")
}

// lit counts the bright pixels in the picture of the panel that the page saves.
func lit(t *testing.T, page *browser.Page) (n int) {
	t.Helper()
	_, content := page.Saves("Save a picture of the panel")
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
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
