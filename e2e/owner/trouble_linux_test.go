// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageTellsTrouble: who looks at the page sees it.
func TestPageTellsTrouble(t *testing.T) {
	dir := rig.Disk(t)
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, failsItsCheck)
	r := rig.LaunchIn(t, dir, nil)
	rig.ReadOnly(t, dir, true)
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually.True(t, "it cannot save", r.Unsaved)
	signIn(t, ctx, r)
	do(t, ctx, until(`/^Saving: .*read-only/m.test(document.getElementById('trouble').textContent) && !document.getElementById('trouble').hidden`))
	rig.ReadOnly(t, dir, false)
	do(t, ctx, until(`document.getElementById('trouble').hidden`))
}
