// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime/debug"
	"syscall"

	"github.com/ledpost/ledpost/internal/applet"
)

// maxStack is how far functions may call each other, bytes: an app that calls itself without end
// would fill the memory first.
const maxStack = 64 << 20

// confine takes from this process what drawing needs none of. It opens no more files and
// sockets, writes no files, and has no more memory than an app may have, as far as
// the system counts it: pages that are written. Starlark reserves 4 GB of addresses, so their number is
// no measure.
func confine() error {
	debug.SetMaxStack(maxStack)
	for _, l := range []struct {
		what int
		most uint64
	}{
		{syscall.RLIMIT_NOFILE, 0},
		{syscall.RLIMIT_FSIZE, 0},
		{syscall.RLIMIT_CORE, 0},
		{syscall.RLIMIT_CPU, uint64(applet.MaxTime.Seconds()) + 1},
		{syscall.RLIMIT_DATA, applet.MaxMemory + slack},
	} {
		if err := syscall.Setrlimit(l.what, &syscall.Rlimit{Cur: l.most, Max: l.most}); err != nil {
			return err
		}
	}
	return nil
}

// slack is what Go maps to write and does not use, bytes: whole arenas of its heap.
const slack = 128 << 20
