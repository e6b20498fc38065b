// SPDX-License-Identifier: Apache-2.0

// Package host is what the machine below gives to the device and hears of it: the service
// manager with its watchdog, the journal, the lock of the data directory, the processor's
// temperature, and free memory. What a machine does not have is left out without an error.
package host

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/internal/busy"
	"github.com/ledpost/ledpost/internal/inode"
	"github.com/ledpost/ledpost/internal/pause"
)

// Notify sends a state to the service manager, if there is one (sd_notify(3)). Nobody hears
// of a failure.
func Notify(state string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	conn, err := net.Dial("unixgram", socket)
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = conn.Write([]byte(state))
}

// Announce tells the service manager that the device is up, and, when ctx ends,
// why: because it ends, or because it restarts.
func Announce(ctx context.Context, restarts func() bool) error {
	Notify("READY=1\nWATCHDOG=1")
	<-ctx.Done()
	if restarts() {
		Notify(reloading())
	} else {
		Notify("STOPPING=1")
	}
	return nil
}

// reloading says that READY=1 will follow. It resets the watchdog, which runs on.
func reloading() string {
	return fmt.Sprintf("RELOADING=1\nMONOTONIC_USEC=%d\nWATCHDOG=1", monotonic().Microseconds())
}

// Watch resets the watchdog of the service manager until ctx ends, after each time that alive returns nil. While
// the machine is busy it does so without an answer too, for up to [busy.Patience] times as long as the service
// manager allows: who is slow there does not hang.
func Watch(ctx context.Context, alive func(context.Context) error) error {
	limit := watchdogTime()
	if limit == 0 {
		<-ctx.Done()
		return nil
	}
	watch(ctx, limit, alive, busy.Machine, func() { Notify("WATCHDOG=1") })
	return nil
}

// watch calls feed until ctx ends. The answer may take as long as feed may be put off: who asked for it in less
// would ask for speed.
func watch(ctx context.Context, limit time.Duration, alive func(context.Context) error, hurried func() bool,
	feed func()) {
	tick := time.NewTicker(limit / 3)
	defer tick.Stop()
	answers := make(chan struct{})
	go ask(ctx, limit/3, func(ctx context.Context) error { return Within(ctx, busy.Patience*limit, alive) }, answers)
	for heard := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-answers:
			heard = time.Now()
			feed()
		case <-tick.C:
			if time.Since(heard) < busy.Patience*limit && hurried() {
				feed()
			}
		}
	}
}

// ask tells answers each time that alive returns nil, and asks again after every, until ctx ends.
func ask(ctx context.Context, every time.Duration, alive func(context.Context) error, answers chan<- struct{}) {
	for pause.For(ctx, every) {
		if alive(ctx) != nil {
			continue
		}
		select {
		case answers <- struct{}{}:
		case <-ctx.Done():
			return
		}
	}
}

// watchdogTime returns the time that the service manager allows; 0 = no watchdog (sd_watchdog_enabled(3)).
func watchdogTime() time.Duration {
	us, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || us <= 0 {
		return 0
	}
	return time.Duration(us) * time.Microsecond
}

// Within calls f with a context that ends after limit, too.
func Within(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(ctx)
}

// ToJournal reports whether w is the journal. Programs that write elsewhere
// inherit JOURNAL_STREAM too, so device and inode are compared
// (systemd.exec(5)).
func ToJournal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && os.Getenv("JOURNAL_STREAM") != "" && os.Getenv("JOURNAL_STREAM") == inode.Name(info)
}
