// SPDX-License-Identifier: Apache-2.0

package face

import (
	"time"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// goesOn returns p with its texts scrolling since the clock came to be seen.
func goesOn(p *typeset.Page, m *Reading) *typeset.Page {
	ago := time.Duration(0)
	if !m.Seen.IsZero() {
		ago = m.Local.Truncate(time.Minute).Sub(m.Seen)
	}
	for i := range p.Layers {
		if p.Items[i].Scrolls {
			p.Layers[i].Widget = &render.Begun{Widget: p.Layers[i].Widget, Ago: ago}
		}
	}
	return p
}
