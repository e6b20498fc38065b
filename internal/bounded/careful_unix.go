// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bounded

import "syscall"

// Careful are flags for opening a file in a directory of somebody who may be hostile: a symbolic
// link is not followed, and the call does not wait for a pipe. Only Unix has them.
const Careful = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
