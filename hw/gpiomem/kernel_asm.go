// SPDX-License-Identifier: Apache-2.0

//go:build amd64 || arm || arm64

package gpiomem

import "unsafe"

// clockOut is the inner loop of a refresh, in assembly because the compiler
// deletes stores that a later one to the same register follows. It stores
// clear, set, slow×nothing, clock, slow×nothing for each word and moves the
// base by stride after each store. Without a stride, as on hardware, a separate
// loop has no additions, for which each store would wait.
//
//go:noescape
func clockOut(regs unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, slow int)

// clockOutBoth is clockOut for words of both banks: it stores clear and set of the first
// bank, then of the second.
//
//go:noescape
func clockOutBoth(
	regs unsafe.Pointer, stride uintptr, first, second *uint32, n int, mask, secondMask, clk uint32, slow int,
)

// spin counts n down, in the same time on every call at one CPU speed.
//
//go:noescape
func spin(n int)
