// SPDX-License-Identifier: Apache-2.0

// Package hil tests displays: a device of this program within the test, with its
// wires recorded, or any device that speaks the same API.
//
//	func TestHello(t *testing.T) {
//		d := hil.Start(t, hil.Panel("max7219"))
//		hello := `{"model":{"cycles":0,"frames":[{"text":"Hello"}]}}`
//		d.Notify(hello)
//		d.Shows(t, hello, 2*time.Second)
//	}
//
// The comparison is of light: what the LEDs of the panel show of the bytes on its
// wires, beside what they show when the panel's driver draws the expected picture. A
// logic analyser says the same of real ones: see [Capture], [Shots] and [Follows].
//
// Of this repository, hil, hil/conform and hil/sigrok alone are an API for other modules.
package hil

import (
	"context"
	"fmt"
	"image"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hil/sigrok"
	"github.com/ledpost/ledpost/hw"
)

// T is the part of a test that the package needs; a *testing.T is one. Fatalf must not
// return.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Cleanup(func())
	TempDir() string
}

// PanelConfig is a panel, from [Panel] or [File]. The zero value means nothing: a
// device has the simulator then, and no wires.
type PanelConfig struct {
	driver string
	lines  []string
	file   string // instead of the two
}

// Panel returns the panel of the named driver, such as "max7219". lines are those that a
// user writes into the table [panel], as "modules = 4" or "[[panel.part]]", so that each
// key of docs/hardware.md is one here; where the panel is connected, the key port or
// gpio, is not needed. A fault in them ends the test that uses the panel.
func Panel(driver string, lines ...string) PanelConfig {
	return PanelConfig{driver: driver, lines: lines}
}

// File returns the panel of a configuration file, whose other tables are not used.
func File(path string) PanelConfig { return PanelConfig{file: path} }

// config returns the configuration that says of the panel.
func (p PanelConfig) config() (config.Config, error) {
	switch {
	case p.file != "":
		return config.Load(p.file)
	case p.driver == "":
		return config.Default(), nil
	}
	text := fmt.Sprintf("[panel]\ndriver = %q\n%s\n", p.driver, strings.Join(p.lines, "\n"))
	cfg, err := config.Parse([]byte(text), ".")
	if err != nil {
		err = numbered{err, 2}
	}
	return cfg, err
}

// numbered is an error of a configuration before which the test's lines have others: it counts
// the test's lines alone.
type numbered struct {
	error
	before int
}

var lineNumber = regexp.MustCompile(`\bline (\d+): `)

func (e numbered) Error() string {
	return lineNumber.ReplaceAllStringFunc(e.error.Error(), func(s string) string {
		n, _ := strconv.Atoi(lineNumber.FindStringSubmatch(s)[1])
		if n <= e.before {
			return "" // the test did not write it
		}
		return fmt.Sprintf("line %d: ", n-e.before)
	})
}

func (e numbered) Unwrap() error { return e.error }

// panel returns the panel, ready to be recorded or emulated.
func (p PanelConfig) panel() (hw.PanelConfig, error) {
	cfg, err := p.config()
	if err != nil {
		return hw.PanelConfig{}, err
	}
	return cfg.Panel, nil
}

// spec returns the configuration, and size and kind of its panel. A fault ends the test.
func (p PanelConfig) spec(t T) (cfg config.Config, size image.Point, kind hw.Kind) {
	t.Helper()
	cfg, err := p.config()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	spec, err := cfg.Panel.Spec()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	return cfg, sizeOf(spec.Size), spec.Kind
}

// options are what [Option]s set.
type options struct{ texts []string }

// An Option changes how [Start] starts a device.
type Option func(*options)

// Config adds to the configuration of the device, in TOML, every table but [panel]:
// a key has the value of the last Config that sets it.
func Config(toml string) Option { return func(o *options) { o.texts = append(o.texts, toml) } }

// usual is the configuration of a device in a test: nobody else finds it, nothing is
// heard, and nothing leaves the machine that a message does not ask for.
const usual = `
[http]
addr = "127.0.0.1:0"
tls = ""
pairing = ""
[audio]
output = "null"
[discovery]
ssdp = false
mdns = false
[onboard]
guide = false
wifi = false
bluetooth = false
`

// At returns a device that runs elsewhere: this program's, the original, or another with
// that API. Nothing is changed there but what the test asks for. Its pictures are the
// pictures of its page (/live/frames), as bright as the device says it is
// (brightness_now): a test that wants to be exact sets a manual brightness first, since
// a brightness that follows the light may change meanwhile. The original has no such
// frames: read its pictures with [Capture] or [Photo].
func At(t T, address, key string) *Device {
	t.Helper()
	if at, err := url.Parse(address); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		t.Fatalf("hil: %q is no URL of a device, as http://192.0.2.7:8080", address)
	}
	d := &Device{t: t, client: newClient(), cfg: config.Default(), url: strings.TrimSuffix(address, "/"), key: key}
	f := &frames{device: d}
	d.source = f
	t.Cleanup(func() {
		f.close()
		d.client.CloseIdleConnections()
	})
	return d
}

// Capture records real wires for a time with a logic analyser, by the program sigrok-cli,
// and returns a Value Change Dump for [Shots]. device is a driver of sigrok, as
// "fx2lafw"; channels names the analyser's channels by the lines of the bus, as
// "D0=CLK,D1=MOSI,D2=CS". It samples at [sigrok.Rate]. What cannot be captured ends the test.
//
// It has been tried with sigrok's demo device and with a program that plays a
// recording, with no analyser.
func Capture(t T, device, channels string, d time.Duration) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "capture.vcd")
	t.Cleanup(func() { keepWires(t, []string{file}) })
	if err := sigrok.Record(context.Background(), device, channels, d, sigrok.Rate, file); err != nil {
		t.Fatalf("hil: %v", err)
	}
	dump, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	return dump
}
