// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"maps"
	"slices"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/refresh"
)

// driver is a line of the table.
type driver struct {
	name string
	new  func() panel.Driver // with its defaults
}

// driverOf returns the line of the driver whose configuration is a C.
func driverOf[C any, P interface {
	*C
	panel.Driver
}](name string) driver {
	return driver{name, func() panel.Driver { return P(new(C)) }}
}

// Drivers returns the names of the drivers of panels with wires, as the key driver
// takes them.
func Drivers() []string { return names(drivers()) }

// NetworkDrivers is Drivers for panels over the network.
func NetworkDrivers() []string { return names(networked()) }

func names(all []driver) (names []string) {
	for _, d := range all {
		names = append(names, d.name)
	}
	return names
}

// newDriver returns the named driver with its defaults, nil if there is none.
func newDriver(name string) panel.Driver {
	all := slices.Concat(drivers(), networked())
	if i := slices.IndexFunc(all, func(d driver) bool { return d.name == name }); i >= 0 {
		return all[i].new()
	}
	return nil
}

// Refreshers returns the backends of the refresher process, by name, for
// [refresh.Main].
func Refreshers() map[string]refresh.Opener {
	all := map[string]refresh.Opener{}
	for _, d := range drivers() {
		if r, ok := d.new().(interface {
			Backends() map[string]refresh.Opener
		}); ok {
			maps.Copy(all, r.Backends())
		}
	}
	return all
}

// Served returns the backends that a program without rights may ask the system for, by name,
// for [refresh.Serve].
func Served() map[string]refresh.Opener {
	all := map[string]refresh.Opener{}
	for _, d := range drivers() {
		if r, ok := d.new().(interface {
			Served() map[string]refresh.Opener
		}); ok {
			maps.Copy(all, r.Served())
		}
	}
	return all
}
