// SPDX-License-Identifier: Apache-2.0

package output

import (
	"os"

	"golang.org/x/sys/unix"
)

// limitPipe makes the pipe hold no more than size bytes, where it can.
func limitPipe(w *os.File, size int) {
	if raw, err := w.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, size) })
	}
}
