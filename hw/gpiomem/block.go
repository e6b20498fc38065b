// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"sync/atomic"
	"unsafe"
)

// A Block is mapped registers of a peripheral, or mapped memory that a peripheral reads.
// It may be accessed by whole, aligned words only: bytes, copy and clear fault on
// memory that is mapped like a device's.
type Block []byte

// Load reads the word at offset, which is a multiple of 4.
func (b Block) Load(offset uintptr) uint32 {
	return atomic.LoadUint32((*uint32)(unsafe.Pointer(&b[offset])))
}

// Store writes the word at offset, which is a multiple of 4.
func (b Block) Store(offset uintptr, v uint32) {
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[offset])), v)
}
