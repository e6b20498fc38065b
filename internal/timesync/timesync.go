// SPDX-License-Identifier: Apache-2.0

// Package timesync asks the system whether its clock is synchronised.
package timesync

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/sysbus"
)

// patience is how long systemd's service may take: the request starts it.
const patience = 5 * time.Second

// Synchronized reports whether a time server has set the clock. systemd-timedated
// knows, whichever program talks to the server; without it the kernel is asked, which a
// unit with ProtectClock= forbids. An error means that the answer is unknown.
func Synchronized(ctx context.Context) (bool, error) {
	yes, err := timedate(ctx)
	if err == nil {
		return yes, nil
	}
	yes, kernelErr := kernel()
	if kernelErr == nil {
		return yes, nil
	}
	return false, errors.Join(err, kernelErr)
}

// timedate reads NTPSynchronized (org.freedesktop.timedate1(5)).
func timedate(ctx context.Context) (yes bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	bus, err := dbus.Connect(sysbus.Address(), dbus.WithContext(ctx))
	if err != nil {
		return false, fmt.Errorf("timesync: %w", err)
	}
	defer bus.Close()
	const name = "org.freedesktop.timedate1"
	var value dbus.Variant
	err = bus.Object(name, "/org/freedesktop/timedate1").
		CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, name, "NTPSynchronized").Store(&value)
	if err == nil {
		err = value.Store(&yes)
	}
	if err != nil {
		return false, fmt.Errorf("timesync: %w", err)
	}
	return yes, nil
}
