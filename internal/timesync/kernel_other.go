// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package timesync

import "errors"

// kernel is for Linux.
func kernel() (bool, error) { return false, errors.New("timesync: not known on this system") }
