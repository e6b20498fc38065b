// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"errors"
	"image"

	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/render"
)

// openProbe fails: a browser has no panel that could be probed.
func openProbe(*panelfind.Probe, image.Point) (render.Panel, error) {
	return nil, errors.ErrUnsupported
}
