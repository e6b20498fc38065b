// SPDX-License-Identifier: Apache-2.0

package timesync

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// kernel reads the clock's state: as systemd-timedated does, an error below 16 s
// counts as synchronised (adjtimex(2); systemd, time-util.c: ntp_synced).
func kernel() (bool, error) {
	var t unix.Timex
	if _, err := unix.Adjtimex(&t); err != nil {
		return false, fmt.Errorf("timesync: adjtimex: %w", err)
	}
	return t.Maxerror < 16_000_000, nil
}
