// SPDX-License-Identifier: Apache-2.0

package timesync

import (
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// startBus runs a private message bus as the system's and returns a connection.
func startBus(t *testing.T) *dbus.Conn {
	t.Helper()
	address := testtool.Bus(t)
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
	conn := must.Get(dbus.Connect(address))(t)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestTimedate: systemd's word counts, whatever the kernel says.
func TestTimedate(t *testing.T) {
	const name, path = "org.freedesktop.timedate1", dbus.ObjectPath("/org/freedesktop/timedate1")
	conn := startBus(t)
	props, err := prop.Export(conn, path, prop.Map{name: {"NTPSynchronized": {Value: false, Emit: prop.EmitFalse}}})
	must.Do(t, err)
	must.Get(conn.RequestName(name, dbus.NameFlagDoNotQueue))(t)
	for _, want := range []bool{false, true} {
		props.SetMust(name, "NTPSynchronized", want)
		must.Equal(t, must.Get(Synchronized(t.Context()))(t), want)
	}
}

// TestWithoutTimedate: on a bus without systemd, or without a bus, the kernel is asked.
func TestWithoutTimedate(t *testing.T) {
	want, wantErr := kernel()
	for _, bus := range []bool{true, false} {
		if bus {
			startBus(t)
		} else {
			t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus")
		}
		if got, err := Synchronized(t.Context()); got != want || (err != nil) != (wantErr != nil) {
			t.Errorf("bus %v: %v, %v, want %v, %v", bus, got, err, want, wantErr)
		}
	}
}
