// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"image"

	"github.com/ledpost/ledpost/hw"
)

// A source is where a device's pictures come from.
type source interface {
	// mark says that pictures from now on count, and not the present one.
	mark() error
	// look returns an open eye for an expected picture at a brightness above 0 to 1.
	// Without a mark before, the present picture counts, and all from now on.
	look(want *image.RGBA, brightness float64) (eye, error)
	close()
}

// An eye watches for an expected picture.
type eye interface {
	// watch takes the pictures since the last call, and reports whether the
	// expected picture was among them.
	watch() (seen bool, err error)
	// closest returns the shown picture that comes closest to the expected one, and
	// both as light; nil if nothing was shown.
	closest() (d *hw.Difference, got, want image.Image)
	// why says what may explain that nothing is shown, with ": " before it.
	why() string
}
