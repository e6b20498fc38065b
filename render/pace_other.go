// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package render

func newPacer() pacer { return &timers{} }
