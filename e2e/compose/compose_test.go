// SPDX-License-Identifier: Apache-2.0

// Package compose tests in a browser how a message is made on the web page: text, frames and
// icons, its sketch, its history, and its copies for other programs.
package compose

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

// opened is a window of this size at the composer of a device with these arguments.
func opened(t *testing.T, width, height int, args ...string) (*browser.Page, *rig.Device) {
	t.Helper()
	p, r := browser.SignedIn(t, width, height, args...)
	p.Open("Send")
	return p, r
}

// picks opens the icon picker.
func picks(p *browser.Page, button string) {
	p.Press(button)
	p.CSS("#icons .pick").AtLeast(100)
}

// draws opens the icon editor.
func draws(p *browser.Page) {
	picks(p, "no icon")
	p.Press("Draw one…")
	p.CSS("#pixels").Focused().Shows()
}

// TestPageOutlastsABusyDevice: a device that refuses the pictures of icons, modules and words once,
// for want of a place, is asked again, and all comes.
func TestPageOutlastsABusyDevice(t *testing.T) {
	p, _ := opened(t, 390, 900)
	refused := p.Busy(`/live/icons\?name=|/later\.js\?v=\w+$|more\.json`)
	p.Reload() // the words may have come before
	p.Live()
	p.Press("no icon")
	p.CSS("#icons .pick img").AtLeast(100)
	p.AllDrawn()
	p.Press("Draw one…")
	p.CSS("#pixels").Focused().Shows()
	all := strings.Join(refused(), "\n")
	for _, what := range []string{
		"/live/icons?name=", "/later.js", "/words/en.more.json",
	} {
		if !strings.Contains(all, what) {
			t.Errorf("%s was not refused: %s", what, all)
		}
	}
}

// TestPageSharesALink: a message as a link fills the composer of whoever opens it, letters of
// any script included, and sends nothing; one that was cut is told, and the key stays.
func TestPageSharesALink(t *testing.T) {
	p, r := opened(t, 390, 844)
	p.Type("Text", "Käse 茶")
	p.Press("#FF8000")
	p.Press("Share as a link…")
	p.Shoot("link.png")
	link := p.Field("Text to copy").Value()
	p.Visit("about:blank")
	p.Visit(link)
	p.Live()
	p.Toast("Nothing has been sent yet")
	p.CSS("#places [aria-current=page]").Reads("Send")
	p.Field("Text").Holds("Käse 茶")
	if n := len(r.Queue()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	p.Follow("#/send?m=eyJtb2Rl")
	p.Toast("in this link is incomplete")
	if got := p.Remembered("ledpost.key"); got != r.Key {
		t.Errorf("the key is %q", got)
	}
}

// TestComposerOverPlainHTTP: where browsers give a page no clipboard and no decoder of
// pictures, it copies and imports all the same.
func TestComposerOverPlainHTTP(t *testing.T) {
	moving, photo := pictures(t)
	p, r := opened(t, 1100, 900)
	if _, err := browser.TheCable(); err != nil {
		testtool.Missing(t, "a second host: "+err.Error())
	}
	if p.Secure() {
		t.Skip("this browser trusts " + browser.Home(t, r))
	}
	p.Type("Text", "plain")
	p.Sketched()
	p.Press("Copy as…")
	p.Field("Text to copy").Holds("curl*" + browser.Home(t, r) + "*")
	p.Press("Copy")
	p.Copied("curl*" + browser.Home(t, r) + "*")
	p.Press("Close")
	draws(p)
	p.Give("Import a picture…", "bars.gif", moving)
	p.CSS("#editor-frames li").Counts(3)
	p.Give("Import a picture…", "photo.jpg", photo)
	p.CSS("#editor-frames li").Counts(1)
	p.Type("Name of the icon", "plain")
	p.Press("Save")
	p.Control("Icon: plain").Shows()
	p.Choose("Sound", "Cat")
	p.Press("Play the sound in this browser")
	p.Sound()
}

// TestPageTellsOfALongText: the page says that the panel shows a text of more than 1,024 characters in part.
func TestPageTellsOfALongText(t *testing.T) {
	p, _ := opened(t, 390, 900)
	p.Type("Text", strings.Repeat("é", 1024))
	p.CSS("#text-note").Reads("It scrolls when it does not fit.")
	p.Type("Text", strings.Repeat("é", 1025))
	p.CSS("#text-note").Reads("Too long: the panel shows its first 1,024 characters.")
}
