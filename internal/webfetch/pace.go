// SPDX-License-Identifier: Apache-2.0

package webfetch

import (
	"errors"
	"math/rand/v2"
	"time"
)

// firstRetry is how long after the first failure a source is asked again, if it
// is not asked more often anyway.
const firstRetry = 10 * time.Second

// Pace says when to ask a source again: after Every, or sooner after a failure
// and then twice as late each time. Each wait is up to a tenth longer than that,
// so that devices which started together do not ask together. For one goroutine.
type Pace struct {
	Every time.Duration // after an answer
	Most  time.Duration // after many failures; 0 = Every, but at least 5 min

	failures int
}

// Next records the result of a request, err nil for an answer, and returns how
// long to wait. A server that asks for more time gets it.
func (p *Pace) Next(err error) time.Duration {
	if err == nil {
		p.failures = 0
		return later(p.Every)
	}
	wait, most := min(p.Every, firstRetry), p.Most
	if most == 0 {
		most = max(p.Every, 5*time.Minute)
	}
	for range p.failures {
		wait = min(2*wait, most)
	}
	if p.failures++; p.failures > 30 {
		p.failures = 30 // doubled so often, anything is at most
	}
	var status *StatusError
	if errors.As(err, &status) {
		wait = max(wait, status.After)
	}
	return later(wait)
}

// later is d and up to a tenth more.
func later(d time.Duration) time.Duration { return d + rand.N(d/10+1) }
