// SPDX-License-Identifier: Apache-2.0

// Package latest has a one-slot mailbox: the newest value wins and nobody
// waits for a slow reader.
package latest

// Box holds at most one value. Make one with New; the zero Box blocks for ever.
// One goroutine may Put; any number may receive from the channel.
type Box[T any] chan T

// New returns an empty box.
func New[T any]() Box[T] { return make(Box[T], 1) }

// Put stores v, dropping an older value that was not taken. It never blocks,
// provided that only one goroutine puts.
func (b Box[T]) Put(v T) {
	select {
	case <-b:
	default:
	}
	b <- v
}
