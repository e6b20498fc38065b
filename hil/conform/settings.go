// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
)

// settings are what a run changes, and puts back: values in JSON, "" where the device
// has no such field, which is then never sent.
type settings struct {
	mode, volume                             string
	on, brightness, brightnessMode           string
	saver, timed, dark, start, end, at, dims string // of the screensaver: at is its widget, dims its brightness
}

// fresh is the settings of a new device, but for its times and its widget.
func fresh(now settings) settings {
	set := func(value *string, to string) {
		if *value != "" {
			*value = to
		}
	}
	set(&now.mode, `"auto"`)
	set(&now.volume, "50")
	set(&now.on, "true")
	set(&now.brightness, "60")
	set(&now.brightnessMode, `"auto"`)
	set(&now.saver, "false")
	set(&now.timed, "false")
	set(&now.dark, "false")
	set(&now.dims, "3")
	return now
}

// saving is a device whose screensaver is on all day, but for a second.
func saving(now settings) settings {
	now = fresh(now)
	now.saver, now.timed, now.start, now.end = "true", "true", `"00:00:00"`, `"23:59:59"`
	return now
}

// forget drops what a device had not, and has since it was set: some have no time until
// they are given one, and nobody can take it back.
func (s *settings) forget(had settings) {
	for _, one := range []struct{ now, had *string }{
		{&s.start, &had.start}, {&s.end, &had.end}, {&s.at, &had.at}, {&s.dims, &had.dims},
	} {
		if *one.had == "" {
			*one.now = ""
		}
	}
}

// read reads them from the device.
func (s *settings) read(ctx context.Context, from *session) error {
	var device, audio, d map[string]json.RawMessage
	for path, to := range map[string]*map[string]json.RawMessage{devicePath: &device, audioPath: &audio, displayPath: &d} {
		o, err := from.object(ctx, path)
		if err != nil {
			return err
		}
		raw, _ := json.Marshal(o) // it comes from JSON
		*to = object(raw)
	}
	saver := object(d["screensaver"])
	modes := object(saver["modes"])
	timed, dark := object(modes["time_based"]), object(modes["when_dark"])
	*s = settings{
		mode: string(device["mode"]), volume: string(audio["volume"]),
		on: string(d["on"]), brightness: string(d["brightness"]), brightnessMode: string(d["brightness_mode"]),
		saver: string(saver["enabled"]), timed: string(timed["enabled"]), dark: string(dark["enabled"]),
		start: string(timed["start_time"]), end: string(timed["end_time"]), at: string(saver["widget"]),
		dims: string(saver["brightness"]),
	}
	return nil
}

// object returns the fields of an object; of anything else there are none.
func object(raw json.RawMessage) (fields map[string]json.RawMessage) {
	if json.Unmarshal(raw, &fields) != nil {
		return nil
	}
	return fields
}

// write gives them to the device.
func (s settings) write(ctx context.Context, to *session) (err error) {
	of := "time_based" // the mode that is on
	if s.dark == "true" {
		of = "when_dark"
	}
	for _, one := range []struct{ path, body string }{
		{displayPath, fields("screensaver", fields("mode", `"time_based"`, "mode_params", fields("start_time", s.start,
			"end_time", s.end)))},
		{displayPath, fields("screensaver", fields("mode", `"when_dark"`, "mode_params", fields("enabled", s.dark)))},
		{displayPath, fields("screensaver", fields("mode", `"time_based"`, "mode_params", fields("enabled", s.timed)))},
		{displayPath, fields("screensaver",
			fields("enabled", s.saver, "mode", `"`+of+`"`, "mode_params", fields("enabled", or(s.timed, s.dark))))},
		{displayPath, fields("screensaver", fields("widget", s.at, "brightness", s.dims))},
		{displayPath, fields("on", s.on, "brightness", s.brightness, "brightness_mode", s.brightnessMode)},
		{audioPath, fields("volume", s.volume)},
		{devicePath, fields("mode", s.mode)},
	} {
		if one.body == "" {
			continue
		}
		if s := to.lacks(one.path); s != "" {
			continue
		}
		a, fault := to.send(ctx, "PUT", one.path, one.body, to.Key)
		switch {
		case fault != nil:
			return errors.Join(err, fault)
		case a.status/100 == 2:
		case to.own:
			err = errors.Join(err, a.refusal())
		default: // what it cannot take back it says once, and the end compares
			to.refused[one.path+" "+one.body] = a.refusal()
		}
	}
	return err
}

// or returns whether one of two booleans in JSON is true, "" if there are none.
func or(a, b string) string {
	if a == "true" {
		return a
	}
	return b
}

// fields returns an object with the given pairs of key and value that have a value,
// "" if no pair has.
func fields(pairs ...string) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			all = append(all, `"`+pairs[i]+`":`+pairs[i+1])
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "{" + strings.Join(all, ",") + "}"
}
