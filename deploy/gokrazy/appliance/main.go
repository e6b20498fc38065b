// SPDX-License-Identifier: Apache-2.0

// Appliance runs ledpost in the flashable image, and does there what systemd and
// its unit do elsewhere: it applies the settings of the boot partition, hands the
// buses to ledpost's user, starts ledpost as that user, and starts it again when
// it ends or no longer answers. It is itself started as root by gokrazy.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/deploy/gokrazy/boot"
	"github.com/ledpost/ledpost/internal/pause"
)

// user is ledpost's user, and the group of the devices. The image has no list of users;
// 0 is root, and nobody else has these numbers.
const user = 1000

// run is a directory in memory, data the one that lasts.
const (
	run  = "/run/ledpost"
	data = "/perm/ledpost"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := serve(ctx); err != nil {
		announce("%v", err)
		os.Exit(1)
	}
}

// serve keeps ledpost running until ctx is done.
func serve(ctx context.Context) error {
	reset()
	if err := errors.Join(makeDir(run), makeDir(data)); err != nil {
		return err
	}
	go grow()
	s := readSettings()
	if err := s.apply(); err != nil {
		announce("%v", err) // it runs without
	}
	announce("%v", s)
	if err := limits(); err != nil {
		announce("%v", err)
	}
	if err := refreshers(ctx); err != nil {
		announce("no HUB75 panel: %v", err)
	}
	go share(ctx)
	v := new(service)
	if h, err := updates(s, v); err != nil {
		announce("no updates: %v", err)
	} else {
		if err := h.Back(ctx); err != nil {
			announce("%v", err)
		}
		go h.Run(ctx)
	}
	for ctx.Err() == nil {
		ready, err := v.run(ctx, func(ctx context.Context) (bool, error) { return start(ctx, s, &v.pulse) })
		announce("ledpost has ended: %v", err)
		if boot.Asked(data) {
			reset()
		}
		if !ready && s.config != "" && !errors.Is(err, errHeld) {
			// Without it there is at least a page. ledpost has logged the fault.
			announce("it starts without %s next", configName)
			s.config = ""
		}
		pause.For(ctx, 5*time.Second)
	}
	return nil
}

// reset makes the device as new, if that is asked for, and starts the machine again.
func reset() {
	if done, err := boot.Reset(data); err != nil {
		announce("%v", err)
	} else if done {
		announce("factory reset: the device is as new and starts again")
		restart()
	}
}

// grow lets the data have the whole card, while ledpost already runs.
func grow() {
	if grown, err := boot.Grow(); err != nil {
		announce("the data do not have the whole card: %v", err)
	} else if grown {
		announce("the data have the whole card")
	}
}

// restart starts the machine again at once: the settings that are gone were read by others.
func restart() {
	unix.Sync()
	_ = unix.Reboot(unix.LINUX_REBOOT_CMD_RESTART)
}

// makeDir makes a directory of ledpost's user, if it is not there.
func makeDir(name string) error {
	if err := os.MkdirAll(name, 0o700); err != nil {
		return err
	}
	return os.Chown(name, user, user)
}

// announce writes a line to the log, and to the kernel's, which shows it on the
// serial console and on a screen at the HDMI socket.
func announce(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	log.Print(line)
	_ = os.WriteFile("/dev/kmsg", []byte("<5>appliance: "+line+"\n"), 0)
}

func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }
