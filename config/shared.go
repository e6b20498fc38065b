// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// sharedKeys are the keys of panels and sensors that tell strangers what is connected, and how.
// A key that is not here stays on its machine: hosts, places, files and names of devices.
var sharedKeys = strings.Fields("driver source rows cols chain parallel fold rotate mirror size mappers row_address " +
	"multiplexing wiring order init inverse settle planes lsb refresh pulses backend slowdown dither power_limit gamma " +
	"port chip module modules threshold levels sequential offset address speed width height serpentine start " +
	"tiles tile_wiring tile_start white at")

// sharedWord is a value without a name of a file, an address or a sentence.
var sharedWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ,+:;-]{0,39}$`)

// Shared returns the keys of [panel], [light] and [sense] that are in force and may be shown to
// anybody, as lines of TOML with the path of the key. own is what clients have written.
func (l Layers) Shared(own []byte) (lines []string, err error) {
	theirs, err := l.administrators()
	if err != nil {
		return nil, err
	}
	ours, err := readTree(own)
	if err != nil {
		return nil, err
	}
	all := over(ours, theirs)
	for _, name := range []string{"panel", "light", "sense"} {
		if t, ok := all[name].(tree); ok {
			lines = append(lines, sharedIn(name, t)...)
		}
	}
	return lines, nil
}

// sharedIn returns the lines of a table.
func sharedIn(path string, t tree) (lines []string) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		v := t[key]
		if parts, ok := v.([]tree); ok && key == "part" {
			for i, part := range parts {
				lines = append(lines, sharedIn(fmt.Sprintf("%s.part.%d", path, i+1), part)...)
			}
			continue
		}
		if !slices.Contains(sharedKeys, strings.ToLower(key)) || !sharedValue(v) {
			continue
		}
		text, err := toml.Marshal(tree{key: v})
		if err == nil {
			lines = append(lines, path+"."+strings.TrimSpace(string(text)))
		}
	}
	return lines
}

// sharedValue reports whether a value is a number, a yes or no, a word, or a short list of them.
func sharedValue(v any) bool {
	switch v := v.(type) {
	case bool, int64, float64:
		return true
	case string:
		return sharedWord.MatchString(v)
	case []any:
		return len(v) <= 16 && !slices.ContainsFunc(v, func(v any) bool { return !sharedValue(v) })
	}
	return false
}
