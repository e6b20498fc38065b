// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/firmware/host"
)

// backoff returns how long to wait before a start after so many unclean ends in
// a row, each a short time after its start and in this boot of the machine. Restarting a hundred times an hour
// would not help and would wear out the card and the processor. systemd 252
// cannot do this.
func backoff(unclean int) time.Duration {
	const first, most, free = 5 * time.Second, time.Minute, 2
	if unclean <= free {
		return 0
	}
	return min(first<<min(unclean-free-1, 10), most)
}

// waitBackoff waits for as long as backoff says, and reports whether to go on.
func waitBackoff(ctx context.Context, unclean int, log *slog.Logger) bool {
	wait := backoff(unclean)
	if wait == 0 {
		return ctx.Err() == nil
	}
	log.Warn("the program crashed several times in a row and waits before it starts", "ends", unclean, "wait", wait)
	// A start may take 90 s (DefaultTimeoutStartSec=,
	// systemd-system.conf(5)), counted from the end of the wait.
	host.Notify(fmt.Sprintf("STATUS=waiting %v after %d crashes\nEXTEND_TIMEOUT_USEC=%d",
		wait, unclean, (wait + 90*time.Second).Microseconds()))
	defer host.Notify("STATUS=")
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}
