// SPDX-License-Identifier: Apache-2.0

package config

import (
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/sounds/stations"
)

// locked returns an error for each key of ours that theirs sets to another value.
func locked(ours, theirs tree) (faults []error) {
	leaves(ours, func(path []string, v any) {
		if other, ok := find(theirs, path); ok && !reflect.DeepEqual(other, v) {
			faults = append(faults, keyerr.New(strings.Join(path, "."), "is set in the administrator's file"))
		}
	})
	return faults
}

// find returns the value at a path, or the value above it that stands in the place
// of its table.
func find(t tree, path []string) (v any, ok bool) {
	for i, key := range path {
		if v, ok = t[key]; !ok {
			return nil, false
		}
		if table, isTable := v.(tree); isTable && i < len(path)-1 {
			t = table
		} else {
			return v, true
		}
	}
	return v, ok
}

// Locked returns the keys that the administrator's file sets, as paths such as
// "panel.driver", with their values in TOML.
func (l Layers) Locked() (map[string]string, error) {
	theirs, err := l.administrators()
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	leaves(theirs, func(path []string, v any) {
		key := strings.Join(path, ".")
		if len(out) < maxLocked {
			out[key] = shown(key, v)
		}
	})
	return out, nil
}

// shown returns a value in TOML; of keys that are not for clients, which may hold
// secrets and paths, it returns nothing.
func shown(key string, v any) string {
	if forbiddenKey(strings.Split(key, "."), v) != "" {
		return ""
	}
	text, err := toml.Marshal(tree{"v": v})
	if err != nil {
		return ""
	}
	value, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "v = ")
	if !ok {
		return "" // a list of tables
	}
	return value
}

// Without returns what clients have written without the keys that the
// administrator's file sets, if there are any.
func (l Layers) Without(own []byte) ([]byte, error) {
	if err := l.Check(own); err == nil {
		return own, nil
	}
	ours, err := readOwn(own)
	if err != nil {
		return nil, err
	}
	theirs, err := l.administrators()
	if err != nil {
		return nil, err
	}
	return toml.Marshal(without(fitting(ours, theirs), theirs))
}

// without returns ours without what theirs sets.
func without(ours, theirs tree) tree {
	out := tree{}
	for key, v := range ours {
		other, locked := theirs[key]
		own, isTable := v.(tree)
		admin, both := other.(tree)
		switch {
		case !locked:
			out[key] = v
		case isTable && both:
			out[key] = without(own, admin)
		}
	}
	return out
}

// forbidden returns an error for each key that is not for clients.
func forbidden(ours tree) (faults []error) {
	leaves(ours, func(path []string, v any) {
		if why := forbiddenKey(path, v); why != "" {
			faults = append(faults, keyerr.New(strings.Join(path, "."), "%s", why))
		}
	})
	return faults
}

// forbiddenKey returns why a client may not give the key at path the value v, or "".
func forbiddenKey(path []string, v any) string {
	if len(path) == 2 && path[0] == "radio" && path[1] == "directory" && v == stations.Public {
		return ""
	}
	if !slices.Contains(forClients, path[0]) && (len(path) < 2 || !slices.Contains(forClients, path[0]+"."+path[1])) {
		return notForClients
	}
	switch path[0] {
	case "panel", "light", "sense", "input":
		if namesFile(path, v) {
			return noFiles
		}
	case "audio":
		if output, ok := v.(string); ok && path[1] == "output" && !slices.Contains(outputs, output) &&
			!strings.HasPrefix(output, "alsa:") {
			return noCommands
		}
	}
	return ""
}

// namesFile reports whether a value of the hardware's tables is, or holds, the
// name of a file.
func namesFile(path []string, v any) bool {
	if path[0] == "panel" && strings.EqualFold(path[len(path)-1], "map") { // keys are read without regard to case
		name, ok := v.(string)
		return !ok || !bareMap.MatchString(name) // of the data directory
	}
	switch v := v.(type) {
	case string:
		return strings.ContainsAny(v, `/\`) || strings.HasPrefix(strings.ToLower(v), "vcd:")
	case []any:
		return slices.ContainsFunc(v, func(v any) bool { return namesFile(path, v) })
	case []tree:
		return slices.ContainsFunc(v, func(t tree) bool { return namesFile(path, t) })
	case tree:
		for key, v := range v {
			if namesFile(append(slices.Clip(path), key), v) {
				return true
			}
		}
	}
	return false
}

// administrators returns what the administrator's file sets.
func (l Layers) administrators() (tree, error) {
	text, _, err := readFile(l.File)
	if err != nil {
		return nil, inFile(l.File, err)
	}
	theirs, err := readTree(text)
	if err != nil {
		return nil, inFile(l.File, err)
	}
	return theirs, nil
}
