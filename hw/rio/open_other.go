// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package rio

import "errors"

// Path is the kernel's device.
const Path = "/dev/gpiomem0"

// Open fails: only Linux runs on a Raspberry Pi.
func Open() (*Regs, error) { return nil, errors.New("rio: only Linux has " + Path) }
