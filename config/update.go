// SPDX-License-Identifier: Apache-2.0

package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/check"
	"github.com/ledpost/ledpost/update/hawkbit"
)

// Update adds to the keys of the check when it may install by itself.
type Update struct {
	check.Config
	Enabled bool           `toml:"enabled"` // the project's own releases, unless URL names another folder
	Window  device.Window  `toml:"window"`  // local time; empty = always
	Hawkbit hawkbit.Config `toml:"hawkbit"`
}

// Check returns all errors in u, each a [keyerr.Error] with its key.
func (u *Update) Check() error {
	return errors.Join(u.Config.Check(), keyerr.In("hawkbit", u.Hawkbit.Check()))
}

// Open reports whether an automatic installation may begin at t.
func (u *Update) Open(t time.Time) bool { return u.Window == device.Window{} || u.Window.Contains(t) }

// resolve names the project's own releases where they are wanted.
func (u *Update) resolve() {
	if u.Enabled && u.URL == "" {
		u.URL = update.ProjectURL
	}
}

// relative puts key and token files without an absolute path into dir.
func (u *Update) relative(dir string) {
	if !filepath.IsAbs(u.KeyFile) {
		u.KeyFile = filepath.Join(dir, u.KeyFile)
	}
	u.Hawkbit.Relative(dir)
}

func defaultUpdate() Update {
	return Update{
		Config: check.Config{Channel: update.Channels[0], KeyFile: update.PublicKeyFile, Signatures: 1},
		Window: device.Window{Start: device.TimeOfDay(3 * time.Hour), End: device.TimeOfDay(5 * time.Hour)},
	}
}

// updateHead is the line that begins the table update.
var updateHead = regexp.MustCompile(`^\s*\[\s*update\s*\]`)

// keyOf is the key that a line sets.
var keyOf = regexp.MustCompile(`^\s*"?([A-Za-z0-9_-]+)"?\s*=`)

// WithUpdate returns what clients have written with other values in its table [update]; nil
// and "" leave the present value. The other lines stay as they are, with their comments,
// unless the table is written in a form that cannot be changed line by line: then the
// values stay.
func WithUpdate(own []byte, enabled *bool, channel string) ([]byte, error) {
	keys, chosen := tree{}, map[string]any{}
	if enabled != nil {
		keys["enabled"], chosen["updates"] = *enabled, *enabled
	}
	if channel != "" {
		keys["channel"], chosen["channel"] = channel, channel
	}
	before, err := readTree(own)
	if err != nil {
		return nil, err
	}
	want := over(before, tree{"update": keys})
	text, choice := unmark(string(own))
	text = inTable(text, keys)
	if choice != nil {
		maps.Copy(choice, chosen)
		line, err := json.Marshal(choice)
		if err != nil {
			return nil, err
		}
		text = strings.TrimRight(text, "\n") + "\n\n" + pageMark + string(line) + "\n"
	}
	if after, err := readTree([]byte(text)); err == nil && reflect.DeepEqual(after, want) {
		return []byte(text), nil
	}
	return toml.Marshal(want)
}

// inTable returns text with keys at the beginning of its table [update], which is at the
// end if there was none.
func inTable(text string, keys tree) string {
	var table, out strings.Builder
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value, _ := toml.Marshal(tree{key: keys[key]}) // a bool or a string
		table.Write(value)
	}
	inside, placed := false, false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "[") {
			inside = updateHead.MatchString(line)
		}
		if at := keyOf.FindStringSubmatch(line); inside && at != nil && keys[at[1]] != nil {
			continue
		}
		out.WriteString(line)
		if inside && !placed {
			out.WriteString(table.String())
			placed = true
		}
	}
	if !placed {
		out.WriteString("\n[update]\n" + table.String())
	}
	return out.String()
}

// topKey is a line that sets the name or the zone, before the first table.
var topKey = regexp.MustCompile(`^\s*"?(name|zone)"?\s*=`)

// Settled returns what clients have written with another name and time zone of the
// device; "" leaves the present one. The other lines, with their comments, stay as
// they are, and what the page keeps for itself stays true.
func Settled(own []byte, name, zone string) []byte {
	want := map[string]string{"name": name, "zone": zone}
	text, choice := unmark(string(own))
	var out strings.Builder
	for _, key := range []string{"name", "zone"} {
		if want[key] != "" {
			fmt.Fprintf(&out, "%s = %s\n", key, quoted(want[key]))
		}
	}
	top := true
	for line := range strings.Lines(text) {
		top = top && !strings.HasPrefix(strings.TrimSpace(line), "[")
		if at := topKey.FindStringSubmatch(line); top && at != nil && want[at[1]] != "" {
			continue
		}
		out.WriteString(line)
	}
	if choice == nil {
		return []byte(out.String())
	}
	for key, value := range want {
		if value != "" {
			choice[key] = value
		}
	}
	line, err := json.Marshal(choice)
	if err != nil {
		return []byte(out.String()) // cannot happen: it was read as JSON
	}
	return []byte(out.String() + pageMark + string(line) + "\n")
}

// quoted returns s as a string of TOML.
func quoted(s string) string {
	var out strings.Builder
	if err := toml.NewEncoder(&out).Encode(map[string]string{"k": s}); err != nil {
		return `""` // a string can always be encoded
	}
	return strings.TrimPrefix(strings.TrimSpace(out.String()), "k = ")
}
