// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package max7219

import (
	"errors"

	"github.com/ledpost/ledpost/hw/refresh"
)

// recordGray fails.
func recordGray(GrayParams) (publisher, error) {
	return nil, errors.New("max7219: levels of gray need Linux")
}

// OpenGray fails.
func OpenGray([]byte) (refresh.Backend, error) {
	return nil, errors.New("max7219: levels of gray need Linux")
}
