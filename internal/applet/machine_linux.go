// SPDX-License-Identifier: Apache-2.0

package applet

import "syscall"

// machine returns how many bytes of memory this machine has, 0 if unknown: by sysinfo(2), since the service that draws
// sees no /proc/meminfo.
func machine() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
