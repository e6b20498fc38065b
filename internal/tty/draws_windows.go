// SPDX-License-Identifier: Apache-2.0

package tty

import "golang.org/x/sys/windows"

// draws makes a console follow the sequences of a terminal, which older ones do only when
// asked, and reports whether it does.
func draws(fd int) bool {
	var mode uint32
	h := windows.Handle(fd)
	return windows.GetConsoleMode(h, &mode) == nil &&
		windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
