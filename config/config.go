// SPDX-License-Identifier: Apache-2.0

// Package config reads the configuration file, /etc/ledpost/config.toml: TOML
// that people write and the program reads once, at its start. Every key has a
// default; unknown keys and unusable values are errors, reported with their
// line. Values that a program changes at run time are settings, which package
// device keeps.
//
// This package is not an API: other modules use hil, hil/conform and hil/sigrok alone.
package config

import (
	"cmp"
	"slices"
	"time"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/onboard"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/stations"
)

// Config is the content of the TOML file. A key that is absent has its value of
// Default; zero there stands for the default of the package that the key is
// for. Unknown keys are errors.
type Config struct {
	hw.Config  `toml:"-"`        // [panel], [light], [input]: see hw.Tables
	Name       string            `toml:"name"` // of the device, for clients
	Zone       string            `toml:"zone"` // IANA name of the time zone; "" = the system's
	HTTP       HTTP              `toml:"http"`
	Audio      Audio             `toml:"audio"`
	Brightness device.Light      `toml:"brightness"`
	Limits     device.Limits     `toml:"limits"`
	Compat     Compat            `toml:"compat"`
	Icons      icons.Config      `toml:"icons"`
	Fonts      Fonts             `toml:"fonts"`
	Text       paint.Look        `toml:"text"` // until a client sets it
	Clock      clock.Config      `toml:"clock"`
	Apps       Apps              `toml:"apps"`
	Weather    kit.WeatherConfig `toml:"weather"`
	Gallery    kit.GalleryConfig `toml:"gallery"`
	Radio      stations.Config   `toml:"radio"`
	Discovery  Discovery         `toml:"discovery"`
	Stream     stream.Options    `toml:"stream"`
	MQTT       mqtt.Config       `toml:"mqtt"`
	Awtrix     awtrix.Config     `toml:"awtrix"`
	Onboard    onboard.Config    `toml:"onboard"`
	Page       Page              `toml:"page"`
	Update     Update            `toml:"update"`
	Card       preseed.Card      `toml:"card"` // of the first start, read by processes of root: here it is only checked
}

// HTTP says where the API is served.
type HTTP struct {
	Addr    string `toml:"addr"`    // HTTP, and TLS for clients that speak it
	TLS     string `toml:"tls"`     // HTTPS; "" = off
	Pairing string `toml:"pairing"` // HTTPS where Home Assistant pairs; "" = off
}

// Audio adds the device's own rules to the keys of the player.
type Audio struct {
	sounds.Config
	Quiet       device.Window `toml:"quiet"`
	QuietVolume int           `toml:"quiet_volume"` // highest volume in quiet hours
}

// Chosen reports whether the file names an output; if not, whatever is
// available is used.
func (a *Audio) Chosen() bool { return a.Output != "" && a.Output != "auto" }

// Compat enables behaviour of real devices that is off here by default.
type Compat struct {
	RefuseWhenHidden bool `toml:"refuse_when_hidden"`
	IndexBraces      bool `toml:"index_braces"`
}

// Fonts lists fonts in addition to the built-in ones.
type Fonts struct {
	Extra []string `toml:"extra"` // BDF files for characters that the built-in faces lack
}

// Apps says when the apps of a new device are shown.
type Apps struct {
	Dwell    time.Duration `toml:"dwell"` // of an app in auto mode; 0 = device.DefaultDwell
	Schedule []Slot        `toml:"schedule"`
}

// Slot is an entry of the schedule: App is shown from At until the next slot
// begins.
type Slot struct {
	At  device.TimeOfDay `toml:"at"`
	App string           `toml:"app"` // package name, such as com.lametric.clock
}

// Discovery says how the device can be found on the network.
type Discovery struct {
	SSDP       bool     `toml:"ssdp"`
	MDNS       bool     `toml:"mdns"`
	Interfaces []string `toml:"interfaces"` // names; none = all
}

// Page says what the web page shows.
type Page struct {
	LEDs live.LEDs `toml:"leds"` // of the panel
}

// Default returns the configuration of an empty file.
func Default() Config {
	return Config{
		Name:      "ledpost",
		HTTP:      HTTP{Addr: ":8080", TLS: ":4343", Pairing: ":443"},
		Audio:     Audio{Config: sounds.Config{Lines: headerLines{}}, QuietVolume: 20},
		Limits:    device.DefaultLimits,
		Icons:     icons.Config{Gallery: icons.DefaultGallery, Enlarge: icons.Smooth},
		Text:      paint.Look{Smooth: true, Transition: paint.SlideTransition, TextEffect: note.EffectPlain}.WithDefaults(),
		Clock:     clock.Config{Hours: 24, Week: true},
		Discovery: Discovery{SSDP: true, MDNS: true},
		Stream:    stream.Options{Universe: 1, Hold: stream.DefaultHold},
		MQTT:      mqtt.Config{Discovery: "homeassistant", Picture: true},
		Awtrix:    awtrix.Config{Addr: ":80", Announce: true},
		Onboard:   onboard.DefaultConfig,
		Update:    defaultUpdate(),
	}
}

// Location returns the time zone.
func (c *Config) Location() *time.Location {
	if c.Zone == "" {
		return time.Local
	}
	zone, err := time.LoadLocation(c.Zone)
	if err != nil { // cannot happen with a configuration that was checked
		return time.Local
	}
	return zone
}

// ChoosePanel selects the driver that the command line names. The panel's keys
// in the file are for another driver, so they are dropped.
func (c *Config) ChoosePanel(driver string) {
	if driver != "" && driver != c.Panel.Driver() {
		c.Panel = hw.NewPanelConfig(driver, nil)
	}
}

// QuietHours returns the rule for the volume in quiet hours.
func (a *Audio) QuietHours() device.Quiet { return device.Quiet{Window: a.Quiet, Max: a.QuietVolume} }

// Blocks returns the schedule as the device keeps it.
func (a *Apps) Blocks() (out []device.Block) {
	for _, s := range a.Schedule {
		out = append(out, device.Block{From: s.At, Widget: apps.FirstWidget(s.App)})
	}
	slices.SortStableFunc(out, func(a, b device.Block) int { return cmp.Compare(a.From, b.From) })
	for i := range out {
		out[i].To = out[(i+1)%len(out)].From
	}
	return out
}
