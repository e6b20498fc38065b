// SPDX-License-Identifier: Apache-2.0

package qemu

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

const (
	still = time.Minute // that a machine may wait for nothing
	tick  = time.Second / 100
)

// Limit kills a machine that has used more than most of the processor or has done nothing
// for a minute: it waits for ever. A busy host, on which it only takes long, does not matter.
// Call stop once the machine has ended. Without Linux's /proc there is no limit.
func Limit(machine *os.Process, most time.Duration) (stop func()) { return limit(machine, most, still) }

func limit(machine *os.Process, most, still time.Duration) (stop func()) {
	done := make(chan struct{})
	go func() {
		every := time.NewTicker(time.Second)
		defer every.Stop()
		var last, stands time.Duration
		for last < most && stands < still {
			select {
			case <-done:
				return
			case <-every.C:
			}
			used, err := processor(machine.Pid)
			if err != nil {
				return // it has ended
			}
			if stands += time.Second; used != last {
				last, stands = used, 0
			}
		}
		_ = machine.Kill() // it may have ended by now
	}()
	return func() { close(done) }
}

// processor is the time of the processor that a process has used (proc_pid_stat(5)).
func processor(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name before may have spaces
	var user, system int64
	if _, err := fmt.Sscan(string(fields[11])+" "+string(fields[12]), &user, &system); err != nil {
		return 0, err
	}
	return time.Duration(user+system) * tick, nil
}
