// SPDX-License-Identifier: Apache-2.0

package data

import (
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
)

// brief publishes the first text of each widget for pages that several apps share, while
// it is not stale.
func (d *Data) brief() {
	all := map[string]kit.Brief{}
	for _, one := range d.items {
		if one.frames == nil || one.stale {
			continue
		}
		var text strings.Builder
		for _, part := range one.frames[0].Text {
			text.WriteString(part.Text)
		}
		if text.Len() > 0 {
			all[one.ID] = kit.Brief{Kind: kit.Figure, Icon: one.frames[0].Icon, Lead: one.title, Text: text.String()}
		}
	}
	d.env.Shared.Tell(Package, all)
}
