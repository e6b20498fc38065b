// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"maps"
	"slices"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/ht16k33"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/is31fl"
	"github.com/ledpost/ledpost/hw/lametric"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/remote"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/ssd1322"
	"github.com/ledpost/ledpost/hw/st7789"
	"github.com/ledpost/ledpost/hw/tm1640"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// drivers is the table of panel drivers; the tests cover all of them. Messages
// list the names in its order.
func drivers() []driver {
	return []driver{
		driverOf[max7219.Config]("max7219"),
		driverOf[hub75.Config]("hub75"),
		driverOf[ws2812.Config]("ws2812"),
		driverOf[apa102.Config]("apa102"),
		driverOf[unicornhd.Config]("unicornhd"),
		driverOf[ssd1306.Config]("ssd1306"),
		driverOf[ssd1322.Config]("ssd1322"),
		driverOf[st7789.Config]("st7789"),
		driverOf[ht16k33.Config]("ht16k33"),
		driverOf[tm1640.Config]("tm1640"),
		driverOf[is31fl.Config]("is31fl"),
		driverOf[lametric.Config]("lametric"),
		driverOf[CompositeConfig](composed),
	}
}

// networked is the table of drivers of panels over the network, which have neither a
// place at this machine nor wires.
func networked() []driver {
	return []driver{
		driverOf[remote.DDPConfig]("ddp"),
		driverOf[remote.Pixoo64Config]("pixoo64"),
		driverOf[remote.AWTRIXConfig]("awtrix"),
	}
}

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
