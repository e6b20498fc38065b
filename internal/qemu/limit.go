// SPDX-License-Identifier: Apache-2.0

package qemu

import (
	"os"
	"time"

	"github.com/ledpost/ledpost/internal/proc"
)

const still = time.Minute // that a machine may wait for nothing

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
			used, err := proc.Worked(machine.Pid)
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
