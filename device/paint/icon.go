// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// Icon returns ic as a widget, animated if ic is.
func Icon(ic *icons.Icon) render.Widget { return animation(ic) }
