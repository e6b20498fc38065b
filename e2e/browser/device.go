// SPDX-License-Identifier: Apache-2.0

package browser

// What several packages wait for on the device's page.

// Sketched waits until the small panel shows what the composer's form holds.
func (p *Page) Sketched() {
	p.t.Helper()
	p.CSS("#sketch:not([data-empty]) img").Drawn(1)
}
