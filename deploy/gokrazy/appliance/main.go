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
	"path/filepath"
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
	if err := drawings(ctx); err != nil {
		announce("no apps by others: %v", err)
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

// shared are the devices that ledpost opens, as patterns below a directory, with
// their modes. The registers of the GPIO block, for which this kernel has no
// /dev/gpiomem, are its refresher's, see refreshers.
var shared = map[string]os.FileMode{
	"spidev*":      0o660,
	"i2c-*":        0o660,
	"gpiochip*":    0o660,
	"pio*":         0o660,
	"snd/*":        0o660,
	"input/event*": 0o640,
}

// share hands the devices to the user's group until ctx is done: a sound card
// may be plugged in at any time.
func share(ctx context.Context) {
	for ctx.Err() == nil {
		hand("/dev", user)
		pause.For(ctx, 2*time.Second)
	}
}

// hand gives the devices below dir to group. It leaves the group's own devices
// alone, and other files.
func hand(dir string, group int) {
	for pattern, mode := range shared {
		names, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are good
		for _, name := range names {
			info, err := os.Lstat(name)
			if err != nil || info.Mode()&os.ModeDevice == 0 || info.Mode().Perm() == mode {
				continue
			}
			if err := os.Chown(name, 0, group); err != nil {
				continue // it has gone
			}
			_ = os.Chmod(name, mode)
		}
	}
}
