// SPDX-License-Identifier: Apache-2.0

package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// whole is the address of the site with its demo, without a slash at its end.
func whole(t *testing.T) string {
	t.Helper()
	dir := folder(t, withZero2W)
	must.Do(t, os.CopyFS(filepath.Join(dir, "demo"), os.DirFS(rig.DemoFiles(t))))
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s.URL
}

// TestFront: the first screen, two pages of the guide and the demo fit a phone and a desk in both browsers and colour
// schemes, and their pictures come. On a phone the demo leaves nine tenths of the window to the device.
func TestFront(t *testing.T) {
	inBrowsers(t, func(t *testing.T, name string, open opener) {
		site := whole(t)
		for _, scheme := range []string{browser.Light, browser.Dark} {
			for _, width := range []int{390, 1280} {
				p := open(t, width, 844, scheme)
				p.Expect("the device|worker|Cross-Origin")
				for _, at := range []string{"", "guide/apps.html", "guide/install.html", "demo/"} {
					p.Visit(site + "/" + at)
					if at == "demo/" {
						p.CSS("#device iframe").Shows()
						device := p.Tab() // the tab's own frame shows as much
						device.Visit(full(t, p))
						device.Live()
						if bar := p.CSS("header").Place().Height; width == 390 && bar > 844/10 {
							t.Errorf("the header of the demo is %v px high on a phone", bar)
						}
					}
					if is := p.Width(); is > float64(width) {
						t.Errorf("%s is %v px wide in a window of %d", at, is, width)
					}
					if broken := p.Broken(); len(broken) > 0 {
						t.Errorf("%s: pictures that do not show: %q", at, broken)
					}
					p.Shoot(fmt.Sprintf("front-%s-%s-%s-%d.png", strings.ReplaceAll(at, "/", "-"), name, scheme, width))
				}
			}
		}
	})
}
