// SPDX-License-Identifier: Apache-2.0

package render

import (
	"log/slog"
	"time"
)

// timers paces with the runtime's timers: where there is no clock_nanosleep,
// and in tests with a fake clock.
type timers struct{ grid }

func (p *timers) start(*slog.Logger)              { p.origin = time.Now() }
func (p *timers) stop()                           {}
func (p *timers) now() time.Time                  { return time.Now() }
func (p *timers) frame(after time.Time) time.Time { return p.grid.frame(after, time.Now()) }
func (p *timers) sleep(until time.Time)           { time.Sleep(time.Until(until)) }
