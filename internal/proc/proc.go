// SPDX-License-Identifier: Apache-2.0

// Package proc reads what Linux says of processes, memory and control groups.
package proc

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// most is how long a file may be, bytes.
const most = 64 << 10

// Numbers returns the numbers of a file with a name and a number on each line, such as /proc/1/status (proc(5)) and
// memory.events of a control group (cgroups(7)): kB as bytes. It is empty if there is no such file, as when the
// process has ended.
func Numbers(file string) map[string]int64 {
	all := map[string]int64{}
	text, _ := bounded.ReadFile(file, most)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		n, err := strconv.ParseInt(fields[1], 10, 54)
		if err != nil {
			continue
		}
		if len(fields) > 2 && fields[2] == "kB" {
			n <<= 10 // proc(5): units of 1,024 bytes
		}
		all[strings.TrimSuffix(fields[0], ":")] = n
	}
	return all
}

// Worked returns for how long processors have worked for a process (proc_pid_stat(5)).
func Worked(pid int) (time.Duration, error) {
	text, err := bounded.ReadFile(fmt.Sprintf("/proc/%d/stat", pid), most)
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name before may have spaces
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%d/stat has %d fields behind the name", pid, len(fields))
	}
	user, err := strconv.ParseInt(string(fields[11]), 10, 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseInt(string(fields[12]), 10, 64)
	return time.Duration(user+system) * time.Second / 100, err // USER_HZ
}
