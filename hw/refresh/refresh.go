// SPDX-License-Identifier: Apache-2.0

// Package refresh keeps a panel lit that goes dark by itself.
//
// A HUB75 panel shows one row at a time and has to be scanned some hundred times a
// second with pauses of microseconds; Go's garbage collector does not leave a program
// that much in peace. So the scan runs in its own process, the refresher: the same
// binary started again with [Command], which allocates nothing, has its collector off
// and one real-time thread. Frames reach it packed, through shared memory; it drops
// root and capabilities once the hardware is mapped, and blanks the panel when the
// process that started it ends in whatever way.
//
// A service in the network has no rights to map hardware. [Limits.Ask] has the system start
// its refresher, which is [Serve] and trusts nothing that the service says.
package refresh

import (
	"errors"
	"time"
)

// Command is the first argument that makes a program run [Main], and ServeCommand the one
// that makes it run [Serve].
const (
	Command      = "refresh"
	ServeCommand = "refresher"
)

// A Backend shows frames on hardware. One goroutine, locked to its thread,
// calls it.
type Backend interface {
	// Refresh shows frame once: it returns when the panel needs the next call.
	// frame is only valid until then. It allocates nothing. It sleeps more than
	// a twentieth of the time: Linux stops a real-time thread that is busy for
	// 95 % of a second for the rest of it (sched(7), sched_rt_runtime_us).
	Refresh(frame []byte) error
	// Blank makes the panel dark and leaves its lines at rest.
	Blank() error
}

// Lateness may be told by a Backend that times its own pulses: how late the
// worst one since the last call ended.
type Lateness interface {
	Late() time.Duration
}

// A Lasting Backend has a panel that keeps a frame by itself. Refresh is called for a frame
// that is published and told of by [Process.Wake], and else after Lasts, a time of whole
// milliseconds that is shorter than Limits.Still; once more at the end, before Blank.
type Lasting interface {
	Lasts() time.Duration
}

// A Noter is a Backend that says, when it is open, what it could not get, for
// [Process.Note]; empty for nothing.
type Noter interface {
	Note() string
}

// An Opener makes a Backend of the parameters given to [Limits.Start], in JSON. What
// needs privileges is done in it.
type Opener func(params []byte) (Backend, error)

// Limits are how long a program waits for its refresher; the zero value is no
// time at all.
type Limits struct {
	Ready time.Duration // for it to open its hardware
	Grace time.Duration // for it to blank the panel and go
	Mend  time.Duration // for another one to blank what it left lit
	Still time.Duration // for the next refresh, before it is taken to hang
}

// Usual lets the program end within two seconds after SIGTERM, also when that
// comes while a refresher starts or when one hangs.
func Usual() Limits {
	// One that hangs costs Grace and then Mend, 1.4 s of the two.
	return Limits{1500 * time.Millisecond, 700 * time.Millisecond, 700 * time.Millisecond, 2 * time.Second}
}

// Patient is for tests, on a machine however busy or emulated.
func Patient() Limits { return Limits{time.Minute, time.Minute, time.Minute, time.Minute} }

// Stats are the refresher's measurements.
type Stats struct {
	Frames uint32        // refreshes since the start; wraps around
	Hz     float64       // of the refresh, over the last quarter of a second
	Late   time.Duration // the worst lateness in that time
}

// ErrStopped says that the refresher process is gone, or hung and is being killed.
// The panel is dark, after Close at the latest.
var ErrStopped = errors.New("refresh: the refresher process has stopped")
