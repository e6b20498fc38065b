// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package gpiomem

import "errors"

// Outputs are lines of the header. Only Linux has them.
type Outputs struct{}

// OpenOutputs needs Linux.
func OpenOutputs(...int) (*Outputs, error) {
	return nil, errors.New("gpiomem: GPIO lines need Linux; a port vcd:/path/file.vcd records anywhere")
}

// OpenOutputsOf needs Linux.
func OpenOutputsOf(string, ...int) (*Outputs, error) { return OpenOutputs() }

// Set does nothing.
func (*Outputs) Set(_, _ uint64) error { return nil }

// Close does nothing.
func (*Outputs) Close() error { return nil }
