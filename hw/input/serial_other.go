// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package input

import (
	"errors"
	"io"
)

// openSerial is for Linux alone.
func openSerial(string, uint32) (io.ReadCloser, error) { return nil, errors.ErrUnsupported }
