// SPDX-License-Identifier: Apache-2.0

package ways

import "github.com/ledpost/ledpost/api"

// agents returns nothing: no agent reaches a device in a browser.
func (*Ways) agents(Inside) []api.Room { return nil }
