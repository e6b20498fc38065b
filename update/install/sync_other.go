// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package install

import "errors"

// syncAll fails: nothing installs updates on such a system.
func syncAll(string) error { return errors.ErrUnsupported }
