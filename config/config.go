// Package config is the configuration file, /etc/ledpost/config.toml: TOML that
// people write and the program reads once, at its start. Every key has a default;
// a key that is unknown and a value that cannot be used are errors with their
// line. What a program changes while it runs are settings, which package device
// keeps.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Config is the TOML file: written by people, read once. A key that is not in it
// has its value of defaultConfig, where zero is the default of the part that it
// is for. Unknown keys are faults.
type Config struct {
	hw.Config  `toml:"-"`       // [panel], [light], [input]: see hw.Tables
	Name       string           `toml:"name"` // of the device, for clients
	HTTP       HTTP             `toml:"http"`
	Audio      Audio            `toml:"audio"`
	Brightness Brightness       `toml:"brightness"`
	Limits     device.Limits    `toml:"limits"`
	Compat     Compat           `toml:"compat"`
	Icons      icons.Config     `toml:"icons"`
	Fonts      Fonts            `toml:"fonts"`
	Text       Text             `toml:"text"`
	Clock      apps.ClockConfig `toml:"clock"`
	Apps       Apps             `toml:"apps"`
	Discovery  Discovery        `toml:"discovery"`
	Stream     Streams          `toml:"stream"`
}

// HTTP is where the API is served.
type HTTP struct {
	Addr string `toml:"addr"` // HTTP, and TLS for those that speak it
	TLS  string `toml:"tls"`  // HTTPS; "" = off
}

// Audio adds the brain's rules to the player's keys.
type Audio struct {
	sounds.Config
	Quiet       string `toml:"quiet"`        // "22:00-07:00"; "" = never
	QuietVolume int    `toml:"quiet_volume"` // highest volume then
}

// Chosen tells whether the output was named; else what there is is taken.
func (a *Audio) Chosen() bool { return a.Output != "" && a.Output != "auto" }

// Brightness is how brightness follows the light.
type Brightness struct {
	Curve []device.LightPoint `toml:"curve"`
	Dark  float64             `toml:"dark_lux"`
}

// Compat is what real devices do and this one only on demand.
type Compat struct {
	RefuseWhenHidden bool `toml:"refuse_when_hidden"`
	IndexBraces      bool `toml:"index_braces"`
}

type Fonts struct {
	Extra []string `toml:"extra"` // BDF files for characters that the built-in faces lack
}

// Text is how text looks and moves until a client sets it.
type Text struct {
	Color      string  `toml:"color"`      // #RRGGBB
	Speed      float64 `toml:"speed"`      // pixels a second
	Smooth     bool    `toml:"smooth"`     // move between pixels, on panels with gray levels
	Transition string  `toml:"transition"` // none, fade, slide
}

type Apps struct {
	Dwell    Duration `toml:"dwell"` // of an app in auto mode
	Schedule []Slot   `toml:"schedule"`
}

type Slot struct {
	At  string `toml:"at"`
	App string `toml:"app"`
}

// Streams are the ways pixels may come by besides LMSP, which has the key.
type Streams struct {
	DDP      bool           `toml:"ddp"`
	ArtNet   bool           `toml:"artnet"`
	SACN     bool           `toml:"sacn"`
	Universe int            `toml:"universe"`
	Hold     Duration       `toml:"hold"`
	Allow    []netip.Prefix `toml:"allow"`
}

// Options returns the table as the receiver takes it.
func (s Streams) Options() stream.Options {
	return stream.Options{
		DDP: s.DDP, ArtNet: s.ArtNet, SACN: s.SACN,
		Universe: s.Universe, Hold: time.Duration(s.Hold), Allow: s.Allow,
	}
}

// Discovery is how the device is found on the network.
type Discovery struct {
	SSDP       bool     `toml:"ssdp"`
	MDNS       bool     `toml:"mdns"`
	Interfaces []string `toml:"interfaces"` // names; none = all
}

// Duration is written like "20s".
type Duration time.Duration

func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

func Default() Config {
	return Config{
		Name:      "ledpost",
		HTTP:      HTTP{Addr: ":8080", TLS: ":4343"},
		Audio:     Audio{QuietVolume: 20},
		Limits:    device.DefaultLimits,
		Icons:     icons.Config{Gallery: icons.DefaultGallery},
		Text:      Text{Color: "#FFFFFF", Speed: render.DefaultSpeed, Smooth: true, Transition: "slide"},
		Clock:     apps.ClockConfig{Hours: 24, Week: true},
		Discovery: Discovery{SSDP: true, MDNS: true},
		Stream:    Streams{Universe: 1, Hold: Duration(stream.DefaultHold)},
	}
}

// ChoosePanel takes the driver that the command line names; the keys in the file
// are another's.
func (c *Config) ChoosePanel(driver string) {
	if driver != "" && driver != c.Panel.Driver {
		c.Panel = hw.PanelConfig{Driver: driver}
	}
}

// Look reads the table.
func (t *Text) Look() (paint.Look, error) {
	ink, bad := note.ParseColor(t.Color)
	enter, err := paint.ParseTransition(t.Transition)
	return paint.Look{TextColor: ink, ScrollSpeed: t.Speed, Smooth: t.Smooth, Transition: enter}, errors.Join(bad, err)
}

// QuietHours reads the quiet hours.
func (a *Audio) QuietHours() (q device.Quiet, err error) {
	if a.Quiet == "" {
		return q, nil
	}
	from, to, ok := strings.Cut(a.Quiet, "-")
	if !ok {
		return q, fmt.Errorf("%q is not a window like 22:00-07:00", a.Quiet)
	}
	q.Max = a.QuietVolume
	if q.Start, err = device.ParseTimeOfDay(strings.TrimSpace(from)); err != nil {
		return q, err
	}
	q.End, err = device.ParseTimeOfDay(strings.TrimSpace(to))
	return q, err
}

// Blocks reads the schedule: each slot goes on until the next one begins.
func (a *Apps) Blocks() (out []device.Block, err error) {
	for _, s := range a.Schedule {
		at, err := device.ParseTimeOfDay(s.At)
		if err != nil {
			return nil, err
		}
		if !apps.Known(s.App) {
			return nil, fmt.Errorf("there is no app %q, only %s", s.App, strings.Join(apps.Packages(), ", "))
		}
		out = append(out, device.Block{From: at, Widget: apps.FirstWidget(s.App)})
	}
	slices.SortStableFunc(out, func(a, b device.Block) int { return cmp.Compare(a.From, b.From) })
	for i := range out {
		out[i].To = out[(i+1)%len(out)].From
	}
	return out, nil
}
