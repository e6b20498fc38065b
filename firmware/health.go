// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"strings"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/apps/kit"
)

// health collects the health of the owners (docs/decisions.md 11). What only this
// device can mend has failed: panel, frames, a state that cannot be saved. What the
// picture does without, and what lies outside the device, is degraded. Something
// that is used only if present is absent.
type health []reporter

// A reporter is an owner that reports the health of what it owns. The API calls
// it, on any goroutine.
type reporter interface{ Health() []api.Component }

// components returns the reports of all owners in their order.
func (h health) components() (all []api.Component) {
	for _, owner := range h {
		all = append(all, owner.Health()...)
	}
	return all
}

// feeds is the part of the health that tells of the servers which apps ask. Nobody but
// their owners can mend them.
type feeds struct{ kit.Feeds }

func (f *feeds) Health() []api.Component {
	failing := f.Failing()
	if len(failing) == 0 {
		return []api.Component{api.Condition("feeds", nil, api.Degraded)}
	}
	return []api.Component{api.Condition("feeds", errors.New(strings.Join(failing, "; ")), api.Degraded)}
}
