package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// config is the TOML file: written by people, read once. A key that is not in it
// has its value of defaultConfig, where zero is the default of the part that it
// is for. Unknown keys are faults.
type config struct {
	hw.Config                   // [panel], [light], [input]
	Name       string           `toml:"name"` // of the device, for clients
	HTTP       httpConfig       `toml:"http"`
	Audio      audioConfig      `toml:"audio"`
	Brightness lightRules       `toml:"brightness"`
	Limits     device.Limits    `toml:"limits"`
	Compat     compatConfig     `toml:"compat"`
	Icons      icons.Config     `toml:"icons"`
	Fonts      fontsConfig      `toml:"fonts"`
	Text       textConfig       `toml:"text"`
	Clock      apps.ClockConfig `toml:"clock"`
	Apps       appsConfig       `toml:"apps"`
	Discovery  discoveryConfig  `toml:"discovery"`
}

// httpConfig is where the API is served.
type httpConfig struct {
	Addr string `toml:"addr"` // HTTP, and TLS for those that speak it
	TLS  string `toml:"tls"`  // HTTPS; "" = off
}

// audioConfig adds the brain's rules to the player's keys.
type audioConfig struct {
	sounds.Config
	Quiet       string `toml:"quiet"`        // "22:00-07:00"; "" = never
	QuietVolume int    `toml:"quiet_volume"` // highest volume then
}

// chosen tells whether the output was named; else what there is is taken.
func (a *audioConfig) chosen() bool { return a.Output != "" && a.Output != "auto" }

// lightRules is how brightness follows the light.
type lightRules struct {
	Curve []device.LightPoint `toml:"curve"`
	Dark  float64             `toml:"dark_lux"`
}

// compatConfig is what real devices do and this one only on demand.
type compatConfig struct {
	RefuseWhenHidden bool `toml:"refuse_when_hidden"`
	IndexBraces      bool `toml:"index_braces"`
}

type fontsConfig struct {
	Extra []string `toml:"extra"` // BDF files for characters that the built-in faces lack
}

// textConfig is how text looks and moves until a client sets it.
type textConfig struct {
	Color      string  `toml:"color"`      // #RRGGBB
	Speed      float64 `toml:"speed"`      // pixels a second
	Smooth     bool    `toml:"smooth"`     // move between pixels, on panels with gray levels
	Transition string  `toml:"transition"` // none, fade, slide
}

type appsConfig struct {
	Dwell    duration   `toml:"dwell"` // of an app in auto mode
	Schedule []slotText `toml:"schedule"`
}

type slotText struct {
	At  string `toml:"at"`
	App string `toml:"app"`
}

type discoveryConfig struct {
	SSDP bool `toml:"ssdp"`
}

// duration is written like "20s".
type duration time.Duration

func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = duration(v)
	return err
}

func defaultConfig() config {
	return config{
		Name:      "ledpost",
		HTTP:      httpConfig{Addr: ":8080", TLS: ":4343"},
		Audio:     audioConfig{QuietVolume: 20},
		Limits:    device.DefaultLimits,
		Icons:     icons.Config{Gallery: icons.DefaultGallery},
		Text:      textConfig{Color: "#FFFFFF", Speed: render.DefaultSpeed, Smooth: true, Transition: "slide"},
		Clock:     apps.ClockConfig{Hours: 24, Week: true},
		Discovery: discoveryConfig{SSDP: true},
	}
}

// choosePanel takes the driver that the command line names; the keys in the file
// are another's.
func (c *config) choosePanel(driver string) {
	if driver != "" && driver != c.Panel.Driver {
		c.Panel = hw.PanelConfig{Driver: driver}
	}
}

// look reads the table.
func (t *textConfig) look() (device.Look, error) {
	ink, bad := device.ParseColor(t.Color)
	enter, err := device.ParseTransition(t.Transition)
	return device.Look{TextColor: ink, ScrollSpeed: t.Speed, Smooth: t.Smooth, Transition: enter}, errors.Join(bad, err)
}

// quiet reads the quiet hours.
func (a *audioConfig) quiet() (q device.Quiet, err error) {
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

func (a *appsConfig) slots() (out []device.Slot, err error) {
	for _, s := range a.Schedule {
		at, err := device.ParseTimeOfDay(s.At)
		if err != nil {
			return nil, err
		}
		if s.App != apps.ClockPackage {
			return nil, fmt.Errorf("there is no app %q, only %s", s.App, apps.ClockPackage)
		}
		out = append(out, device.Slot{At: at, App: s.App})
	}
	return out, nil
}
