// SPDX-License-Identifier: Apache-2.0

//go:build !js

package hw

import (
	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/ht16k33"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/is31fl"
	"github.com/ledpost/ledpost/hw/lametric"
	"github.com/ledpost/ledpost/hw/max7219"
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
