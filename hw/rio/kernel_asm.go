// SPDX-License-Identifier: Apache-2.0

//go:build amd64 || arm64

package rio

import "unsafe"

// clockOut is columns in assembly, because the compiler deletes stores that a later one to
// the same register follows. It moves the base by stride after each store: 0 on hardware,
// more in tests, which read in which order they were.
//
//go:noescape
func clockOut(base unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, setup, hold int)
