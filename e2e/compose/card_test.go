// SPDX-License-Identifier: Apache-2.0

package compose

import "testing"

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
