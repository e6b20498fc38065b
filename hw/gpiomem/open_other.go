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
func Held() uint32 { return 0 }
