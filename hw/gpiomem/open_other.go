// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package gpiomem

// Open fails: only Linux runs on a Raspberry Pi.
func Open(Board) (*Regs, error) { return nil, ErrNotPi }

// OpenPWM fails: only Linux runs on a Raspberry Pi.
func OpenPWM(Board) (*PWM, error) { return nil, ErrNotPi }

// OpenTape fails: only Linux runs a refresher process.
func OpenTape(string, int) (*Tape, error) { return nil, ErrNotPi }

// Held returns 0: only Linux runs on a Raspberry Pi.
func Held() uint64 { return 0 }

// MapBlock fails: only Linux runs on a Raspberry Pi.
func MapBlock(Board, int64) (Block, error) { return nil, ErrNotPi }

// MapMemory fails: only Linux runs on a Raspberry Pi.
func MapMemory(int64, int) (Block, error) { return nil, ErrNotPi }

// Close does nothing: only Linux maps memory.
func (b Block) Close() error { return nil }
