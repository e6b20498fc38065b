// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/rate"
)

// failures logs wrong keys with the address that sent them. The log has a
// limit, so that an attacker cannot fill it: for each address one line at once
// and then one a minute, and for all together ten at once and then one every
// six seconds.
type failures struct {
	log    *slog.Logger
	each   *rate.Limiter
	all    *rate.Limiter
	unsaid atomic.Int64 // failures not logged since the last line
}

func newFailures(log *slog.Logger) *failures {
	// A line a minute for an address and ten for all in a minute: who guesses keys must not push everything
	// else out of the log.
	return &failures{log: log, each: rate.New(1, time.Minute), all: rate.New(10, 6*time.Second)}
}

// add counts a wrong key.
func (f *failures) add(r *http.Request) {
	now := time.Now()
	_, ok := f.each.Take(rest.Sender(r), now, 0)
	if ok {
		_, ok = f.all.Take(netip.Prefix{}, now, 0)
	}
	if !ok {
		f.unsaid.Add(1)
		return
	}
	f.log.Warn("a wrong key", "address", r.RemoteAddr, "more", f.unsaid.Swap(0))
}
