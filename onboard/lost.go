// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"time"
)

// lostFor is how long a start looks for the networks that it knows before the access point
// opens.
const lostFor = 10 * time.Minute

// lost knows whether a start has found no network. While the access point is open the radio
// cannot look for others, so it closes after its time, and the known networks have
// rejoinEvery before the next one.
type lost struct {
	*Setup
	since time.Time // of the start
	over  bool      // there was a network since, or somebody has closed the access point
}

// found reports whether the access point is to open because there is no network. A network
// that is lost later comes back by itself.
func (l *lost) found(ctx context.Context) bool {
	if l.over || l.Connected == nil {
		return false
	}
	connected, err := l.Connected(ctx)
	if err != nil {
		l.Log.Debug("the device cannot tell whether it has a network", "err", err)
		return false
	}
	l.over = connected
	return !connected && time.Since(l.since) >= lostFor
}

// window opens the access point. Who closes it wants it closed.
func (l *lost) window(ctx context.Context, reason error) {
	l.over = l.Setup.window(ctx, reason) || l.over
}
