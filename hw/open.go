package hw

import (
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"
)

// Check returns the size and the kind of the panel that c describes, without
// touching hardware, or what is wrong with its keys, a [fault.Error]. Without a
// panel both are zero.
func (c PanelConfig) Check() (size image.Point, kind Kind, err error) {
	if c.fault != nil {
		return image.Point{}, "", c.fault
	}
	keys, err := c.keys()
	if err != nil {
		return image.Point{}, "", err
	}
	switch k := keys.(type) {
	case *CompositeConfig:
		return k.check()
	case interface{ Check() (image.Point, error) }:
		if size, err = k.Check(); err != nil {
			return image.Point{}, "", err
		}
		kind = c.kind()
	}
	return size, kind, nil
}

// kind is what a driver other than composite shows.
func (c PanelConfig) kind() Kind {
	switch {
	case c.Driver == "max7219" && c.MAX7219.Levels > 2:
		return Grayscale
	case c.Driver == "max7219" || c.Driver == "ssd1306":
		return Monochrome
	}
	return Color
}

// openPanel opens the panel of one driver.
func openPanel(c PanelConfig) (Panel, Kind, error) {
	_, kind, err := c.Check()
	if err != nil || kind == "" {
		return nil, "", err
	}
	if c.Driver == "composite" {
		return openComposite(c.Composite)
	}
	p, err := openDriver(c)
	if err != nil {
		return nil, "", err
	}
	return p, kind, nil
}

func openDriver(c PanelConfig) (Panel, error) {
	switch c.Driver {
	case "max7219":
		if c.MAX7219.Levels > 2 {
			return opened(max7219.NewGray(c.MAX7219))
		}
		return onSPI(c.MAX7219.Port, c.MAX7219, max7219.New)
	case "hub75":
		return opened(hub75.Open(c.HUB75))
	case "ws2812":
		return onSPI(c.WS2812.Port, c.WS2812, ws2812.New)
	case "apa102":
		return onSPI(c.APA102.Port, c.APA102, apa102.New)
	case "unicornhd":
		return onSPI(c.UnicornHD.Port, c.UnicornHD, unicornhd.New)
	case "ssd1306":
		return onI2C(c.SSD1306.Port, c.SSD1306, ssd1306.New)
	}
	return nil, fmt.Errorf("unknown driver %q", c.Driver)
}

// opened keeps a nil pointer from becoming a Panel that is not nil.
func opened[P Panel](p P, err error) (Panel, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// onSPI opens a port, which the driver then owns.
func onSPI[C any, P Panel](name string, cfg C, open func(spi.PortCloser, C) (P, error)) (Panel, error) {
	if name == "" {
		name = "SPI0.0"
	}
	port, err := bus.OpenSPI(name)
	if err != nil {
		return nil, err
	}
	return opened(open(port, cfg))
}

// onI2C opens a bus, which the driver then owns.
func onI2C[C any, P Panel](name string, cfg C, open func(i2c.BusCloser, C) (P, error)) (Panel, error) {
	if name == "" {
		name = "I2C1"
	}
	b, err := bus.OpenI2C(name)
	if err != nil {
		return nil, err
	}
	return opened(open(b, cfg))
}

// Refreshers are the backends of the refresher process, by name, for
// [refresh.Main].
func Refreshers() map[string]refresh.Opener {
	all := hub75.Backends()
	all["max7219"] = max7219.OpenGray
	return all
}
