// SPDX-License-Identifier: Apache-2.0

package page

import "testing"

// TestPageMissesTheDevice: one that stands still, with its connections open, is no
// longer called live, what is sent says so, and all is well when it goes on.
func TestPageMissesTheDevice(t *testing.T) {
	p, r := opened(t, 1100, 900)
	p.Open("Send")
	goOn := stop(t, r)
	p.CSS("#link[data-state=wait]").Shows()
	p.Type("Text", "lost")
	p.Press("Show it")
	p.Toast("The device does not answer")
	goOn()
	p.Live()
}
