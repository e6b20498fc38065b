// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/testtool"
)

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
