// SPDX-License-Identifier: Apache-2.0

package page

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// TestPageKeepsKeysAtTheirAddress: a display that says it is another one, elsewhere, gets no key before somebody
// agrees; another display at the address of one gets none either.
func TestPageKeepsKeysAtTheirAddress(t *testing.T) {
	const id, other = "0a1b2c3d-0000-4000-8000-000000000001", "0a1b2c3d-0000-4000-8000-000000000002"
	for _, row := range []struct{ id, address, says string }{
		{id, "10.99.0.66:8080", "It is at 10.99.0.66:8080 now."},
		{other, "10.99.0.5:8080", "Not there"},
	} {
		p, _ := browser.SignedIn(t, 390, 844)
		p.Answer("/live/house", browser.Says(fmt.Sprintf(
			`{"displays":[{"kind":"ledpost","id":%q,"name":"Kitchen","addresses":[%q]}]}`, row.id, row.address)))
		p.Remember("ledpost.house", fmt.Sprintf(
			`[{"id":%q,"name":"Kitchen","address":"10.99.0.5:8080","key":"the-key-of-the-kitchen"}]`, id))
		p.Reload()
		p.Live()
		p.Within("The house").Sees(row.says)
		p.Beats(3)
		if asked := p.Asked("GET /live/frame.png", "GET /live/keys", "OPTIONS"); len(asked) > 0 {
			t.Errorf("%s: the page asks %q", row.says, asked)
		}
	}
}
