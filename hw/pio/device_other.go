// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package pio

import "errors"

// A Device is state machines, which this system lacks.
type Device struct{}

// Open fails: only Linux runs on a Raspberry Pi.
func Open() (*Device, error) { return nil, errors.New("pio: only Linux has /dev/pio0") }

// Close does nothing.
func (*Device) Close() error { return nil }

// Run does nothing.
func (*Device) Run(uint32, uint32, uint32, ...*Program) error { return nil }

// Send does nothing.
func (*Device) Send(int, []uint32) error { return nil }
