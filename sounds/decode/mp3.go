// SPDX-License-Identifier: Apache-2.0

package decode

import (
	"errors"
	"fmt"
	"io"

	"github.com/ledpost/ledpost/sounds/mp3"
)

func newMP3(r io.Reader) (Stream, error) {
	d, err := mp3.Decode(io.NopCloser(onlyReader{r}))
	if errors.Is(err, mp3.ErrNoFrame) {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}
