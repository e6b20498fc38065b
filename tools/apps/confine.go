// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime/debug"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
)

// maxStack is how far functions may call each other, bytes: an app that calls itself without end
// would fill the memory first.
const maxStack = 64 << 20

// confine takes from this process all that drawing does not need. It opens no more files and
// sockets, writes no files, and has no more memory than an app may have, as far as
// the system counts it: writable pages. Starlark reserves 4 GB of addresses, so their number is
// no measure.
func confine() error {
	debug.SetMaxStack(maxStack)
	_, _ = time.Now().Zone() // reads the zone of the system, whose file is out of reach from here on
	for _, l := range []struct {
		what int
		most uint64
	}{
		{syscall.RLIMIT_NOFILE, 0},
		{syscall.RLIMIT_FSIZE, 0},
		{syscall.RLIMIT_CORE, 0},
		{syscall.RLIMIT_CPU, uint64(applet.MaxTime.Seconds()) + 1},
		{syscall.RLIMIT_DATA, uint64(room) + slack},
	} {
		if err := syscall.Setrlimit(l.what, &syscall.Rlimit{Cur: l.most, Max: l.most}); err != nil {
			return err
		}
	}
	return nil
}

// room is how many bytes of memory an app may have: on a small board it never takes from the device what the service
// manager would end both for.
var room = applet.MemoryHere().Drawing

// slack is what Go maps to write and does not use, bytes: whole arenas of its heap.
const slack = 128 << 20
