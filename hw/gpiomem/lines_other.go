// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package gpiomem

// Lines returns nothing where there is no Linux.
func Lines() []Line { return nil }
