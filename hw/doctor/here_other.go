// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package doctor

import (
	"math"
	"os"
	"os/user"
)

// Here returns this machine, with the rights of this process. Only what does
// not need Linux is checked.
func Here() Machine {
	m := Machine{Root: os.DirFS("/"), UID: os.Geteuid(), RTPrio: 1, MemLock: math.MaxUint64}
	if u, err := user.Current(); err == nil {
		m.User = u.Username
	}
	return m
}
