// SPDX-License-Identifier: Apache-2.0

package firmware

import "github.com/ledpost/ledpost/firmware/stage"

// onboarding returns nothing: a browser has no radio to set up, and its page is open already.
func (*appliance) onboarding() []stage.Task { return nil }
