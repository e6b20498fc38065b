// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
)

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
