// SPDX-License-Identifier: Apache-2.0

//go:build !amd64 && !arm64

package rio

import (
	"sync/atomic"
	"unsafe"
)

// clockOut is columns on memory. A Pi 5 with a program of 32 bits has it.
func clockOut(base unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, setup, hold int) {
	columns(func(offset uintptr, v uint32) {
		atomic.StoreUint32((*uint32)(unsafe.Add(base, offset)), v)
		base = unsafe.Add(base, stride)
	}, unsafe.Slice(words, n), mask, clk, setup, hold)
}
