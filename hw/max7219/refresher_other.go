//go:build !linux

package max7219

import (
	"errors"

	"github.com/ledpost/ledpost/hw/refresh"
)

// OpenGray fails.
func OpenGray([]byte) (refresh.Backend, error) {
	return nil, errors.New("max7219: levels of gray need Linux")
}
