// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"

	"github.com/ledpost/ledpost/hw/input"
)

// OpenInput is the buttons, keys and knobs of the [input] table. The only error is one
// of its keys: missing devices are looked for while they run.
func OpenInput(c input.Config) (input.Sources, error) {
	s, err := input.Open(c)
	if err != nil {
		return nil, fmt.Errorf("hw: %w", err)
	}
	return s, nil
}
