// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/sysbus"
)

// ErrNoBluetooth is returned for a change when there is no Bluetooth adapter.
var ErrNoBluetooth = errors.New("netinfo: no Bluetooth adapter")

// replyTimeout is BlueZ's time to answer; clients of the API give up after 2 s.
const replyTimeout = time.Second

const (
	bluez   = "org.bluez"
	adapter = "org.bluez.Adapter1"
)

func (w *Watcher) readBluetooth(ctx context.Context) {
	var seen Bluetooth
	err := w.withBus(ctx, func(ctx context.Context, c *dbus.Conn) (err error) {
		_, seen, err = firstAdapter(ctx, c)
		return err
	})
	if err != nil {
		w.log.Debug("no Bluetooth", "err", err)
	}
	w.bluetooth.Store(&seen)
}

// SetBluetooth changes the adapter and returns its new state. It waits for
// BlueZ, at most one second.
func (w *Watcher) SetBluetooth(ctx context.Context, p BluetoothPatch) (Bluetooth, error) {
	var seen Bluetooth
	err := w.withBus(ctx, func(ctx context.Context, c *dbus.Conn) error {
		path, _, err := firstAdapter(ctx, c)
		if err != nil {
			return err
		}
		if p.Name != nil {
			err = set(ctx, c, path, "Alias", *p.Name)
		}
		if err == nil && p.Active != nil {
			err = set(ctx, c, path, "Powered", *p.Active)
		}
		if err == nil {
			_, seen, err = firstAdapter(ctx, c)
		}
		return err
	})
	if err != nil {
		return Bluetooth{}, err
	}
	w.bluetooth.Store(&seen)
	return seen, nil
}

// withBus calls f with a connection to the system bus. It ends in time, even if
// the bus hangs.
func (w *Watcher) withBus(ctx context.Context, f func(context.Context, *dbus.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, replyTimeout)
	defer cancel()
	c, err := sysbus.Dial(ctx, w.bus)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	defer c.Close()
	return f(ctx, c)
}

// firstAdapter asks BlueZ for its first adapter. It does not start BlueZ.
func firstAdapter(ctx context.Context, c *dbus.Conn) (path dbus.ObjectPath, b Bluetooth, err error) {
	objects := map[dbus.ObjectPath]map[string]map[string]dbus.Variant{}
	err = c.Object(bluez, "/").CallWithContext(ctx,
		"org.freedesktop.DBus.ObjectManager.GetManagedObjects", dbus.FlagNoAutoStart).Store(&objects)
	if err != nil {
		return "", b, fmt.Errorf("%w: %w", ErrNoBluetooth, err)
	}
	for p, interfaces := range objects {
		props, ok := interfaces[adapter]
		if !ok || path != "" && p > path {
			continue
		}
		path, b = p, Bluetooth{Available: true}
		for name, to := range map[string]any{
			"Powered": &b.Active, "Discoverable": &b.Discoverable, "Pairable": &b.Pairable,
			"Alias": &b.Name, "Address": &b.Address,
		} {
			if v, ok := props[name]; ok {
				v.Store(to) // stays zero if the type is not the one that BlueZ documents
			}
		}
	}
	if path == "" {
		return "", b, ErrNoBluetooth
	}
	return path, b, nil
}

func set(ctx context.Context, c *dbus.Conn, path dbus.ObjectPath, property string, v any) error {
	err := c.Object(bluez, path).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Set",
		dbus.FlagNoAutoStart, adapter, property, dbus.MakeVariant(v)).Err
	if err != nil {
		return fmt.Errorf("netinfo: set %s: %w", property, err)
	}
	return nil
}
