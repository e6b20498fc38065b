// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package portal

import (
	"errors"
	"syscall"
)

// only refuses: other systems have no NetworkManager either.
func only(string) func(network, address string, c syscall.RawConn) error {
	return func(string, string, syscall.RawConn) error { return errors.ErrUnsupported }
}
