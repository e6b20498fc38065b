package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// config is the TOML file: written by people, read once. Every key has a
// default here; unknown keys are faults.
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

// maxConfig bounds the configuration file.
const maxConfig = 1 << 20

// loadConfig reads the file at path; with an empty path the usual place, where
// it may be missing. found tells whether there was one.
func loadConfig(path string) (cfg config, found bool, err error) {
	cfg = defaultConfig()
	given := path != ""
	if !given {
		path = "/etc/ledpost/config.toml"
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return cfg, false, nil
	}
	if err != nil {
		return cfg, false, fmt.Errorf("config: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	if err == nil {
		err = cfg.parse(data)
	}
	if err != nil {
		return cfg, true, fmt.Errorf("config: %s: %w", filepath.Base(path), err)
	}
	return cfg, true, nil
}

// parse reads TOML over the defaults and checks every value.
func (c *config) parse(data []byte) error {
	if len(data) > maxConfig {
		return fmt.Errorf("more than %d bytes", maxConfig)
	}
	meta, err := toml.NewDecoder(bytes.NewReader(data)).Decode(c)
	if err != nil {
		var fault toml.ParseError
		if errors.As(err, &fault) {
			return fmt.Errorf("line %d: %s", fault.Position.Line, fault.Message)
		}
		return err
	}
	var errs []error
	for _, key := range meta.Undecoded() {
		errs = append(errs, fmt.Errorf("line %d: unknown key %s", lineOf(data, key), key))
	}
	for _, f := range c.faults() {
		errs = append(errs, fmt.Errorf("line %d: %s: %w", lineOf(data, strings.Split(f.key, ".")), f.key, f.err))
	}
	return errors.Join(errs...)
}

// fault of a key of the configuration.
type fault struct {
	key string
	err error
}

// faults are the values that cannot be used.
func (c *config) faults() (out []fault) {
	check := func(key string, err error) {
		if err != nil {
			out = append(out, fault{key, err})
		}
	}
	_, err := device.ParseColor(c.Text.Color)
	check("text.color", err)
	check("text.speed", between(c.Text.Speed, device.MinSpeed, device.MaxSpeed))
	_, err = device.ParseTransition(c.Text.Transition)
	check("text.transition", err)
	_, err = c.Audio.quiet()
	check("audio.quiet", err)
	check("audio", c.Audio.Check())
	check("audio.quiet_volume", between(float64(c.Audio.QuietVolume), 0, 100))
	check("icons.gallery", c.Icons.Validate())
	if h := c.Clock.Hours; h != 24 && h != 12 && h != 0 {
		check("clock.hours", fmt.Errorf("%d, want 24 or 12", h))
	}
	check("apps.dwell", between(time.Duration(c.Apps.Dwell).Seconds(), 0, 86400))
	_, err = c.Apps.slots()
	check("apps.schedule", err)
	check("brightness.curve", c.Brightness.checkCurve())
	check("brightness.dark_lux", between(c.Brightness.Dark, 0, 10000))
	check("http.addr", checkAddress(c.HTTP.Addr))
	if c.HTTP.TLS != "" {
		check("http.tls", checkAddress(c.HTTP.TLS))
	}
	check("light", c.Light.Check())
	check("input", c.Input.Check())
	check("panel", c.Config.Check())
	check("limits.brightness_range", checkRange(c.Limits.BrightnessRange))
	check("limits.brightness_limit", checkRange(c.Limits.BrightnessLimit))
	check("limits.volume_range", checkRange(c.Limits.VolumeRange))
	check("limits.volume_limit", checkRange(c.Limits.VolumeLimit))
	return out
}

func checkRange(r device.Range) error {
	if r.Min < 0 || r.Max > 100 || r.Min > r.Max {
		return fmt.Errorf("%d to %d, want a range within 0 to 100", r.Min, r.Max)
	}
	return nil
}

func checkAddress(s string) error {
	_, port, err := net.SplitHostPort(s)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return fmt.Errorf("%q is not [HOST]:PORT", s)
	}
	return nil
}

func between(v, low, high float64) error {
	if !(v >= low && v <= high) { // nor NaN
		return fmt.Errorf("%v, want %v to %v", v, low, high)
	}
	return nil
}

// lineOf finds the line of a key, for messages; 1 if it is spelled in a way
// that a scan does not see.
func lineOf(data []byte, key []string) int {
	table, name := strings.Join(key[:len(key)-1], "."), key[len(key)-1]
	in := ""
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = strings.Trim(strings.SplitN(line, "#", 2)[0], "[] \t")
			if in == strings.Join(key, ".") {
				return i + 1
			}
			continue
		}
		before, _, ok := strings.Cut(line, "=")
		if before = strings.TrimSpace(before); ok && (in == table && before == name || in == "" && before == strings.Join(key, ".")) {
			return i + 1
		}
	}
	return 1
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

func (l *lightRules) checkCurve() error {
	for i, p := range l.Curve {
		if i > 0 && p.Lux <= l.Curve[i-1].Lux {
			return errors.New("lux must rise from point to point")
		}
		if p.Level <= 0 || p.Level > 100 || p.Lux < 0 {
			return fmt.Errorf("point %d: want lux from 0 and a level above 0, up to 100", i+1)
		}
	}
	if len(l.Curve) == 1 {
		return errors.New("want at least two points")
	}
	return nil
}
