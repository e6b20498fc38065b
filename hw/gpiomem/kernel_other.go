// SPDX-License-Identifier: Apache-2.0

//go:build !amd64 && !arm && !arm64

package gpiomem

import (
	"sync/atomic"
	"unsafe"
)

func clockOut(regs unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, slow int) {
	store := func(offset uintptr, v uint32) {
		atomic.StoreUint32((*uint32)(unsafe.Add(regs, offset)), v)
		regs = unsafe.Add(regs, stride)
	}
	pause := func() {
		for range slow {
			store(OutputClear, 0)
		}
	}
	for _, w := range unsafe.Slice(words, n) {
		store(OutputClear, ^w&mask|clk)
		store(OutputSet, w&mask)
		pause()
		store(OutputSet, clk)
		pause()
	}
}

func clockOutBoth(
	regs unsafe.Pointer, stride uintptr, first, second *uint32, n int, mask, secondMask, clk uint32, slow int,
) {
	store := func(offset uintptr, v uint32) {
		atomic.StoreUint32((*uint32)(unsafe.Add(regs, offset)), v)
		regs = unsafe.Add(regs, stride)
	}
	pause := func() {
		for range slow {
			store(OutputClear, 0)
		}
	}
	others := unsafe.Slice(second, n)
	for i, w := range unsafe.Slice(first, n) {
		store(OutputClear, ^w&mask|clk)
		store(OutputSet, w&mask)
		store(OutputClear+Bank, ^others[i]&secondMask)
		store(OutputSet+Bank, others[i]&secondMask)
		pause()
		store(OutputSet, clk)
		pause()
	}
}

var spun atomic.Uint32

func spin(n int) {
	for range n {
		spun.Load()
	}
}
