// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// settings are what a run changes, and puts back: values in JSON by their names, which are keys within
// their object. What the device does not say is not there, and is never sent.
type settings map[string]string

// Names of settings.
const (
	saverOn = "screensaver.enabled"
	modes   = "screensaver.modes."
	timed   = modes + "time_based."
	byTime  = timed + "enabled"
	start   = timed + "start_time"
	end     = timed + "end_time"
)

// saverModes are the modes of screensavers: the one that LaMetric's documentation has on each device comes last.
var saverModes = []string{"when_dark", "screen_off", "time_based"}

// plain are the settings that are sent by their names, with the objects that they are of.
var plain = []struct {
	path string
	keys []string
}{
	{displayPath, []string{"on", "brightness", "brightness_mode", "brightness_bias"}},
	{displayPath, []string{"screensaver.widget", "screensaver.brightness"}},
	{audioPath, []string{"volume"}},
	{devicePath + "/bluetooth", []string{"active"}},
	{devicePath, []string{"mode"}},
}

// renew returns the settings of a new device, where the device has them: its times, its widget and its
// Bluetooth stay. A brightness and a volume are within the device's limits.
func (s *session) renew(now settings) settings {
	now = maps.Clone(now)
	for name := range now {
		switch {
		case name == "mode", name == "brightness_mode":
			now[name] = `"auto"`
		case name == "on":
			now[name] = "true"
		case name == "brightness", name == "volume":
			least, most := s.limit(name)
			now[name] = fmt.Sprint(max(least, min(most, map[string]int{"brightness": 60, "volume": 50}[name])))
		case name == "brightness_bias":
			now[name] = "0"
		case name == "screensaver.brightness":
			now[name] = "3"
		case strings.HasPrefix(name, "screensaver.") && strings.HasSuffix(name, ".enabled"):
			now[name] = "false"
		}
	}
	return now
}

// saving is a device whose screensaver is on all day, but for a second.
func (s *session) saving() settings {
	now := s.renew(s.before)
	now[saverOn], now[byTime], now[start], now[end] = "true", "true", `"00:00:00"`, `"23:59:59"`
	return now
}

// saves returns why a device cannot be one whose screensaver is on at other times, "" if it can: what it does
// not say could not be put back.
func (s *session) saves() string {
	if s.before[saverOn] == "" || s.before[byTime] == "" {
		return "the device has no screensaver with times"
	}
	if s.before[start] == "" || s.before[end] == "" {
		return "the device does not say the times of its screensaver, so that they could not be put back"
	}
	return ""
}

// read reads the settings, and the objects that have them by their paths.
func (s *session) read(ctx context.Context) (settings, map[string]map[string]any) {
	now, objects := settings{}, map[string]map[string]any{}
	for _, p := range plain {
		if objects[p.path] == nil {
			objects[p.path] = s.object(ctx, p.path)
		}
		for _, name := range p.keys {
			now.take(name, objects[p.path])
		}
	}
	now.take(saverOn, objects[displayPath])
	for _, mode := range saverModes {
		for _, key := range []string{"enabled", "start_time", "end_time"} {
			now.take(modes+mode+"."+key, objects[displayPath])
		}
	}
	return now, objects
}

// take takes a setting that an object has.
func (s settings) take(name string, from map[string]any) {
	keys := strings.Split(name, ".")
	last := len(keys) - 1
	if value := under(from, keys[:last]...)[keys[last]]; value != nil {
		raw, _ := json.Marshal(value) // it comes from JSON
		s[name] = string(raw)
	}
}

// unlike returns the settings that are other ones now.
func (s settings) unlike(now settings) settings {
	other := settings{}
	for name, value := range s {
		if now[name] != value {
			other[name] = value
		}
	}
	return other
}

// write makes a device that has some settings have others. What a device refuses is noted, too.
func (s *session) write(ctx context.Context, now, want settings) (err error) {
	put := func(path, body string) {
		if body == "" || s.lacks(path) != "" || s.lately("PUT "+path+" "+body) != "" {
			return
		}
		if fault := s.do(ctx, "PUT", path, body); fault != nil {
			s.refused[path+" "+body] = fault
			err = errors.Join(err, fault)
		}
	}
	other := want.unlike(now)
	for _, body := range saverBodies(want, other) {
		put(displayPath, fields("screensaver", body))
	}
	for _, p := range plain {
		var pairs, saver []string
		for _, name := range p.keys {
			key, of := strings.CutPrefix(name, "screensaver.")
			if _, is := other[name]; is && of {
				saver = append(saver, key, want[name])
			} else if is {
				pairs = append(pairs, key, want[name])
			}
		}
		put(p.path, fields(append(pairs, "screensaver", fields(saver...))...))
	}
	return err
}

// saverBodies are what makes the modes of a screensaver as wanted: its times, each mode, and which is on.
func saverBodies(want, other settings) (bodies []string) {
	changed := func(name string) bool { return strings.HasPrefix(name, modes) || name == saverOn }
	if !slices.ContainsFunc(slices.Collect(maps.Keys(other)), changed) {
		return nil
	}
	if other[start] != "" || other[end] != "" {
		times := fields("enabled", want[byTime], "start_time", want[start], "end_time", want[end])
		bodies = append(bodies, fields("mode", `"time_based"`, "mode_params", times))
	}
	active, on := "", ""
	for _, mode := range saverModes {
		enabled := want[modes+mode+".enabled"]
		if enabled == "" {
			continue
		}
		bodies = append(bodies, fields("mode", `"`+mode+`"`, "mode_params", fields("enabled", enabled)))
		if on != "true" {
			active, on = `"`+mode+`"`, enabled
		}
	}
	return append(bodies, fields("enabled", want[saverOn], "mode", active, "mode_params", fields("enabled", on)))
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
