// SPDX-License-Identifier: Apache-2.0

package page

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageFillsADesk: on Now a low panel has the whole width of a desk's window, with the
// cards in a row below it; beside a higher panel they stand in a column.
func TestPageFillsADesk(t *testing.T) {
	const wide = `document.getElementById('panel').getBoundingClientRect().width > 0.9 * document.getElementById('main').clientWidth`
	const below = `['on-title', 'alarm-card', 'last-title'].every((id) => document.getElementById(id).getBoundingClientRect().top > document.getElementById('stage').getBoundingClientRect().bottom)`
	const gap = `document.querySelector('.room[data-place=now] .column').getBoundingClientRect().right -
		Math.max(...[...document.querySelectorAll('.room[data-place=now] .fact')].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().right))`
	for size, low := range map[string]bool{"37x8": true, "64x16": true, "64x32": false} {
		t.Run(size, func(t *testing.T) {
			ctx := browse(t, 1280, 900, lightScheme)
			r := rig.Launch(t, nil, "--size", size)
			signIn(t, ctx, r)
			do(t, ctx, place("now"), until(at("now")), until(`document.getElementById('panel').dataset.size === '`+size+`'`))
			if w, b := value[bool](t, ctx, wide), value[bool](t, ctx, below); w != low || b != low {
				t.Errorf("the panel is as wide as the page: %v, the cards are below it: %v, want %v", w, b, low)
			}
			if gap := value[float64](t, ctx, gap); gap > 1 {
				t.Errorf("the cards leave %v px of their row empty", gap)
			}
			shoot(t, ctx, "desk-"+size+".png")
		})
	}
}
