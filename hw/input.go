package hw

import (
	"fmt"

	"github.com/ledpost/ledpost/hw/input"
)

// OpenInput opens the buttons, keys and knobs of the [input] table. With an
// error the sources are those that could be opened.
func OpenInput(c input.Config) (input.Sources, error) {
	s, err := input.Open(c)
	if err != nil {
		return s, fmt.Errorf("hw: %w", err)
	}
	return s, nil
}
