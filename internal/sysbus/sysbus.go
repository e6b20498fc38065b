// SPDX-License-Identifier: Apache-2.0

// Package sysbus connects to the system's message bus (D-Bus), so that nothing on it can
// hold the caller up.
package sysbus

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/godbus/dbus/v5"
)

// Address returns the address of the system bus (D-Bus Specification, Well-known
// Message Bus Instances).
func Address() string {
	if a := os.Getenv("DBUS_SYSTEM_BUS_ADDRESS"); a != "" {
		return a
	}
	return "unix:path=/run/dbus/system_bus_socket"
}

// Dial connects to the bus at address. The connection closes when ctx ends; if ctx has a
// deadline, nothing read or written on it takes longer.
func Dial(ctx context.Context, address string) (*dbus.Conn, error) {
	path, ok := strings.CutPrefix(strings.SplitN(address, ",", 2)[0], "unix:path=")
	if !ok {
		return nil, fmt.Errorf("sysbus: the system bus is %q, want unix:path=", address)
	}
	var d net.Dialer
	socket, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("sysbus: %w", err)
	}
	if deadline, ok := ctx.Deadline(); ok {
		_ = socket.SetDeadline(deadline)
	}
	c, err := dbus.NewConn(socket, dbus.WithContext(ctx))
	if err != nil {
		socket.Close()
		return nil, fmt.Errorf("sysbus: %w", err)
	}
	if err = c.Auth(nil); err == nil {
		err = c.Hello()
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("sysbus: %w", err)
	}
	return c, nil
}
