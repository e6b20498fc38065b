// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// fakeBluez answers GetManagedObjects from what prop holds.
type fakeBluez struct{ *prop.Properties }

func (f fakeBluez) GetManagedObjects() (map[dbus.ObjectPath]map[string]map[string]dbus.Variant, *dbus.Error) {
	all, err := f.GetAll(adapter)
	if err != nil {
		return nil, err
	}
	return map[dbus.ObjectPath]map[string]map[string]dbus.Variant{
		"/org/bluez":                  {"org.bluez.AgentManager1": nil},
		"/org/bluez/hci1":             {adapter: {"Alias": dbus.MakeVariant("second")}},
		"/org/bluez/hci0":             {adapter: all},
		"/org/bluez/hci0/dev_00_11_2": {"org.bluez.Device1": nil},
	}, nil
}

func startBluez(t *testing.T, address string) {
	t.Helper()
	c, err := dbus.Connect(address)
	must.Do(t, err)
	t.Cleanup(func() { c.Close() })
	props, err := prop.Export(c, "/org/bluez/hci0", prop.Map{adapter: {
		"Powered":      {Value: false, Writable: true},
		"Alias":        {Value: "led", Writable: true},
		"Discoverable": {Value: true},
		"Pairable":     {Value: "a string where a boolean belongs"},
		"Address":      {Value: "02:00:00:00:00:05"},
	}})
	if err == nil {
		err = c.Export(fakeBluez{props}, "/", "org.freedesktop.DBus.ObjectManager")
	}
	must.Do(t, err)
	must.Get(c.RequestName(bluez, 0))(t)
}

func newWatcher(address string) *Watcher {
	w := New(slog.New(slog.DiscardHandler))
	w.bus = address
	return w
}

func TestBluetooth(t *testing.T) {
	w := newWatcher(testtool.Bus(t))
	w.readBluetooth(t.Context())
	if w.Bluetooth() != (Bluetooth{}) {
		t.Errorf("without BlueZ: %+v", w.Bluetooth())
	}
	if _, err := w.SetBluetooth(t.Context(), BluetoothPatch{}); !errors.Is(err, ErrNoBluetooth) {
		t.Errorf("set without BlueZ: %v", err)
	}

	startBluez(t, w.bus)
	w.readBluetooth(t.Context())
	want := Bluetooth{Available: true, Discoverable: true, Name: "led", Address: "02:00:00:00:00:05"}
	if w.Bluetooth() != want {
		t.Errorf("got %+v, want %+v", w.Bluetooth(), want)
	}

	on, name := true, "kitchen"
	want.Active, want.Name = on, name
	got, err := w.SetBluetooth(t.Context(), BluetoothPatch{&on, &name})
	if err != nil || got != want || w.Bluetooth() != want {
		t.Errorf("after a change: %+v, %v, want %+v", got, err, want)
	}
}

// A bus that accepts and then says nothing holds nobody up for longer than replyTimeout.
func TestBluetoothSilentBus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bus")
	l := must.Get(net.Listen("unix", path))(t)
	defer l.Close()
	w := newWatcher("unix:path=" + path)
	start := time.Now()
	w.readBluetooth(t.Context())
	if d := time.Since(start); d > 30*replyTimeout { // a busy machine may be slow; for ever is what must not be
		t.Errorf("took %v", d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.SetBluetooth(ctx, BluetoothPatch{}); err == nil {
		t.Error("no error from a silent bus")
	}
}

func TestNoBus(t *testing.T) {
	for _, address := range []string{"unix:path=/nonexistent/bus", "tcp:host=localhost", ""} {
		w := newWatcher(address)
		if _, err := w.SetBluetooth(t.Context(), BluetoothPatch{}); !errors.Is(err, ErrNoBluetooth) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Do(t, newWatcher("").Run(ctx))
}
