// SPDX-License-Identifier: Apache-2.0

// Package busy tells whether the machine has too much to do for its programs to be judged by their speed.
package busy

import (
	"fmt"
	"os"
	"runtime"
)

// Patience is how many times as long a program may take for its answer while the machine is busy.
const Patience = 4

// Machine reports whether more than twice as many threads as there are processors, and one, have run, waited for
// a processor or waited for the card, in the mean of the last minute (proc_loadavg(5); the pressure of
// /proc/pressure is switched off on a Raspberry Pi). A Go program that spins keeps no more than one a
// processor at work, beside its frame loop, so it does not excuse itself. Where nothing is known the machine is not
// busy.
func Machine() bool {
	text, _ := os.ReadFile("/proc/loadavg")
	return busy(string(text), runtime.NumCPU())
}

// busy is Machine, by the text of /proc/loadavg.
func busy(text string, processors int) bool {
	var load float64
	_, err := fmt.Sscan(text, &load)
	return err == nil && load > float64(2*processors+1)
}
