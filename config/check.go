// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// faults returns an error for each value that cannot be used, each a
// [keyerr.Error] with the path of its key.
func (c *Config) faults() (out []error) {
	check := func(key string, err error) { out = append(out, keyerr.Split(keyerr.In(key, err))...) }
	if _, err := time.LoadLocation(c.Zone); err != nil {
		check("zone", fmt.Errorf("%q is not a time zone, want a name such as Europe/Berlin", c.Zone))
	}
	check("text.speed", between(c.Text.ScrollSpeed, paint.MinSpeed, paint.MaxSpeed))
	check("text.colors", checkColors(c.Text.TextColors))
	check("audio", c.Audio.Check())
	check("audio.quiet_volume", between(float64(c.Audio.QuietVolume), 0, 100))
	check("stream", c.Stream.Check())
	check("mqtt", c.MQTT.Check())
	check("awtrix", c.Awtrix.Check())
	if c.Awtrix.Addr != "" {
		check("awtrix.addr", CheckAddress(c.Awtrix.Addr))
	}
	check("update", c.Update.Check())
	check("card", c.Card.Check())
	check("icons.gallery", c.Icons.Validate())
	check("icons.enlarge", c.Icons.Enlarge.Validate())
	if h := c.Clock.Hours; h != 24 && h != 12 && h != 0 {
		check("clock.hours", fmt.Errorf("%d, want 24 or 12", h))
	}
	check("apps.dwell", between(c.Apps.Dwell.Seconds(), 0, 86400))
	check("apps.schedule", c.Apps.checkSchedule())
	check("weather", c.Weather.Check())
	check("gallery", c.Gallery.Check())
	check("radio", c.Radio.Check())
	check("brightness.curve", checkCurve(c.Brightness.Curve))
	check("brightness.dark_lux", between(c.Brightness.Dark, 0, 10000))
	check("http.addr", CheckAddress(c.HTTP.Addr))
	if c.HTTP.TLS != "" {
		check("http.tls", CheckAddress(c.HTTP.TLS))
	}
	if err := c.Config.Check(); err != nil {
		check("", err)
	}
	check("limits.brightness_range", checkRange(c.Limits.BrightnessRange))
	check("limits.brightness_limit", checkRange(c.Limits.BrightnessLimit))
	check("limits.volume_range", checkRange(c.Limits.VolumeRange))
	check("limits.volume_limit", checkRange(c.Limits.VolumeLimit))
	check("limits.brightness_limit", checkOverlap(c.Limits.Brightness()))
	check("limits.volume_limit", checkOverlap(c.Limits.Volume()))
	return out
}

// Doubts returns what no client may set, though a device starts with it: earlier
// versions took it from the administrator's file, and no update may end at that. It names
// the keys.
func (c *Config) Doubts() error {
	var errs []error
	for _, err := range c.doubts() {
		errs = append(errs, fmt.Errorf("%s: %w", keyerr.Key(err), err))
	}
	return errors.Join(errs...)
}

// doubts returns each as a [keyerr.Error] with the path of its key.
func (c *Config) doubts() (out []error) {
	if strings.ContainsFunc(c.Name, unicode.IsControl) { // clients and the network print it
		out = append(out, keyerr.New("name", "%q has control characters", c.Name))
	}
	out = append(out, keyerr.Split(keyerr.In("limits.brightness_range", checkLit(c.Limits.BrightnessRange)))...)
	return append(out, keyerr.Split(keyerr.In("limits.brightness_limit", checkLit(c.Limits.BrightnessLimit)))...)
}

func checkRange(r device.Range) error {
	if r.Min < 0 || r.Max > 100 || r.Min > r.Max {
		return fmt.Errorf("%d to %d, want a range within 0 to 100", r.Min, r.Max)
	}
	return nil
}

// checkLit rejects a range of brightness in which nobody can see the panel.
func checkLit(r device.Range) error {
	const least = 2 // percent (docs/decisions.md 5, limits)
	if r.Max < least {
		return fmt.Errorf("%d to %d leaves the panel dark, want at least %d as its end", r.Min, r.Max, least)
	}
	return nil
}

// checkOverlap rejects a limit that leaves nothing of its range to set.
func checkOverlap(settable device.Range) error {
	if settable.Min > settable.Max {
		return fmt.Errorf("leaves no value in the range: from %d, at most %d", settable.Min, settable.Max)
	}
	return nil
}

// CheckAddress rejects everything but an address to listen on, such as ":8080".
func CheckAddress(s string) error {
	_, port, err := net.SplitHostPort(s)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return fmt.Errorf("%q is not [HOST]:PORT", s)
	}
	return nil
}

func between(v, low, high float64) error {
	if !(v >= low && v <= high) { // also catches NaN
		return fmt.Errorf("%v, want %v to %v", v, low, high)
	}
	return nil
}

func checkCurve(curve []device.LightPoint) error {
	for i, p := range curve {
		if i > 0 && p.Lux <= curve[i-1].Lux {
			return errors.New("lux must rise from point to point")
		}
		if p.Level <= 0 || p.Level > 100 || p.Lux < 0 {
			return fmt.Errorf("point %d: want lux from 0 and a level above 0, up to 100", i+1)
		}
	}
	if curve != nil && len(curve) < 2 { // nil = the key is absent
		return errors.New("want at least two points")
	}
	return nil
}

// checkSchedule rejects apps that the program does not have.
func (a *Apps) checkSchedule() error {
	var errs []error
	for i, s := range a.Schedule {
		if !apps.Known(s.App) {
			errs = append(errs, keyerr.In(strconv.Itoa(i+1),
				keyerr.New("app", "there is no app %q, only %s", s.App, strings.Join(apps.Packages(), ", "))))
		}
	}
	return errors.Join(errs...)
}

// checkColors checks the colours of a text effect.
func checkColors(list []note.Color) error {
	if fault, ok := errors.AsType[*note.InvalidError](note.ValidateColors("colors", list)); ok {
		return errors.New(fault.Reason)
	}
	return nil
}

// unprintable returns a fault for each text of ours, in lists too, and for each key that
// has control characters: no name, pin or address has any, and logs and other clients
// show them as if they were something else. The name of the device is one of the doubts.
func unprintable(ours tree) (faults []error) {
	for key, v := range ours {
		eachText([]string{key}, v, func(path []string, text string) {
			at := strings.Join(path, ".")
			if at != "name" && strings.ContainsFunc(text, unicode.IsControl) {
				faults = append(faults, keyerr.New(at, "%q has control characters", text))
			}
		})
	}
	return faults
}

// eachText yields the texts of a value and of its members, and the names of its keys.
// Texts in a list have their number in the path, from 1.
func eachText(path []string, v any, yield func(path []string, text string)) {
	switch v := v.(type) {
	case string:
		yield(path, v)
	case []any:
		for i, v := range v {
			eachText(append(path[:len(path):len(path)], strconv.Itoa(i+1)), v, yield)
		}
	case []tree:
		for i, v := range v {
			eachText(append(path[:len(path):len(path)], strconv.Itoa(i+1)), v, yield)
		}
	case tree:
		for key, v := range v {
			yield(path, key)
			eachText(append(path[:len(path):len(path)], key), v, yield)
		}
	}
}
