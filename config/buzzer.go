// SPDX-License-Identifier: Apache-2.0

package config

import (
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/sounds"
)

// headerLines are the lines of the 40-pin header, for a buzzer.
type headerLines struct{}

// OpenLine implements sounds.Lines.
func (headerLines) OpenLine(name string) (sounds.Switch, error) {
	o, err := hw.OpenOutput(name)
	if err != nil {
		return nil, err // rather than an interface that holds nil
	}
	return o, nil
}
