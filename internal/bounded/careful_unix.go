// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bounded

import "syscall"

// Careful are flags for opening a file in a directory of somebody who may be hostile: a symbolic
// link is not followed, and no pipe is waited for. Other systems than Unix lack them.
const Careful = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
