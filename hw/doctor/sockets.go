// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// A Holder is a program that has a port of this machine.
type Holder struct {
	User string // its number, as text
	PID  int    // 0 = not visible: of another user, whom only root sees
	Name string // as the kernel has it, at most 15 bytes; "" without a PID
}

// maxSockets bounds how many lines of a table of sockets are read.
const maxSockets = 16384

// Holders returns the programs below root, the file system's, that receive on a port of "tcp"
// or "udp", over IPv4 or IPv6.
func Holders(root fs.FS, protocol string, port int) (all []Holder) {
	for _, table := range []string{protocol, protocol + "6"} {
		text, _ := fs.ReadFile(root, path.Join("proc/net", table))
		for i, line := range strings.Split(string(text), "\n") {
			if f := strings.Fields(line); i < maxSockets && receives(f, port) {
				all = append(all, holder(root, f[7], "socket:["+f[9]+"]"))
			}
		}
	}
	return all
}

// receives reports whether a line of a table of sockets (proc_pid_net(5)) is of one that
// receives on a port: state 0A listens, of TCP, and 07 has no other end, of UDP.
func receives(f []string, port int) bool {
	return len(f) >= 10 && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) && (f[3] == "0A" || f[3] == "07")
}

// holder returns the program that has a socket open.
func holder(root fs.FS, user, socket string) Holder {
	entries, _ := fs.ReadDir(root, "proc")
	for _, e := range entries[:min(len(entries), maxPrograms)] {
		pid, err := strconv.Atoi(e.Name())
		if err == nil && hasOpen(root, pid, socket) {
			return Holder{user, pid, head(root, path.Join("proc", e.Name(), "comm"))}
		}
	}
	return Holder{User: user}
}

// hasOpen reports whether a program has a file open, as far as this process may see that.
func hasOpen(root fs.FS, pid int, file string) bool {
	folder := path.Join("proc", strconv.Itoa(pid), "fd")
	entries, _ := fs.ReadDir(root, folder)
	for _, e := range entries {
		if target, err := fs.ReadLink(root, path.Join(folder, e.Name())); err == nil && target == file {
			return true
		}
	}
	return false
}
