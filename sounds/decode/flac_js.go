// SPDX-License-Identifier: Apache-2.0

package decode

import (
	"fmt"
	"io"
)

// newFLAC fails: the decoder's library asks for the size of a terminal, which a browser does not have.
func newFLAC(io.Reader) (Stream, error) {
	return nil, fmt.Errorf("%w: FLAC, in a browser", ErrUnsupported)
}
