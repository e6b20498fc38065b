// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// Layers are where the configuration comes from: the defaults, over them what
// clients have written (which [Kept] keeps), over that the administrator's file,
// and over all the command line. The zero value has the default file and nothing
// of the command line.
type Layers struct {
	File  string              // the administrator's; "" = /etc/ledpost/config.toml, which may be missing
	Flags func(*Config) error // applies the command line; nil = nothing
	Data  string              // the data directory, for maps that clients name; "" = they are beside File
}

// MaxOwn is the size limit of what clients write, in bytes.
const MaxOwn = 64 << 10

// Load returns the configuration with what clients have written, which may be empty.
// Tables of theirs that cannot be used, because of a change in the administrator's
// file or by a new version, are left out and reported in left. Errors: as [Load], and
// of Flags.
func (l Layers) Load(own []byte) (cfg Config, left, err error) {
	text, dir, err := readFile(l.File)
	if err != nil {
		return cfg, nil, inFile(l.File, err)
	}
	cfg = Default()
	if len(own) == 0 {
		err = cfg.parse(text, dir)
	} else if cfg, left, err = l.merged(own, text, dir); err != nil {
		cfg = Default()
		err = cfg.parse(text, dir)
	}
	if err != nil {
		return cfg, left, inFile(l.File, err)
	}
	if l.Flags != nil {
		err = l.Flags(&cfg)
	}
	return cfg, left, err
}

// merged returns the configuration of both texts, without the tables of own that
// cannot be used.
func (l Layers) merged(own, admin []byte, dir string) (cfg Config, left, err error) {
	ours, err := readTree(own)
	if err == nil {
		err = withLines(own, forbidden(ours))
	}
	if err != nil {
		return cfg, err, err
	}
	theirs, err := readTree(admin)
	if err != nil {
		return cfg, nil, err
	}
	for {
		var faults []error
		cfg, faults, err = combined(l.located(ours), theirs, dir)
		if err != nil || len(faults) == 0 {
			return cfg, left, err
		}
		dropped := false
		for _, fault := range faults {
			table, _, _ := strings.Cut(keyerr.Key(fault), ".")
			if _, ok := ours[table]; ok {
				delete(ours, table)
				dropped = true
			}
			left = errors.Join(left, fmt.Errorf("%s: %w", keyerr.Key(fault), fault))
		}
		if !dropped {
			return cfg, left, errors.Join(faults...)
		}
	}
}

// combined decodes ours under theirs. What no client may set is a fault of ours.
func combined(ours, theirs tree, dir string) (cfg Config, faults []error, err error) {
	text, err := toml.Marshal(over(fitting(ours, theirs), theirs))
	if err != nil {
		return cfg, nil, err
	}
	cfg = Default()
	faults, err = cfg.decode(text, dir)
	for _, doubt := range cfg.doubts() {
		if sets(ours, keyerr.Key(doubt)) {
			faults = append(faults, doubt)
		}
	}
	return cfg, append(faults, unprintable(ours)...), err
}

// fitting returns ours without the tables that are for another driver than the one
// that theirs names: its keys would be errors.
func fitting(ours, theirs tree) tree {
	out := tree{}
	for key, v := range ours {
		own, _ := v.(tree)
		admin, _ := theirs[key].(tree)
		selector := selectors[key]
		if name, locked := admin[selector]; locked && selector != "" && name != own[selector] && own[selector] != nil {
			continue
		}
		out[key] = v
	}
	return out
}

// selectors are the keys that decide which other keys a table has.
var selectors = map[string]string{"panel": "driver", "light": "source", "sense": "source"}

// readOwn reads what clients have written, of which too much is refused unread.
func readOwn(own []byte) (tree, error) {
	if len(own) > MaxOwn {
		return nil, fmt.Errorf("more than %d bytes", MaxOwn)
	}
	return readTree(own)
}

// Check returns the faults of a configuration that a client wants to write, each fault
// with its line. It is refused if it sets a key that is not for clients, or gives
// another value to a key that the administrator's file sets.
func (l Layers) Check(own []byte) error {
	ours, err := readOwn(own)
	if err != nil {
		return err
	}
	admin, dir, err := readFile(l.File)
	if err != nil {
		return inFile(l.File, err)
	}
	theirs, err := readTree(admin)
	if err != nil {
		return inFile(l.File, err)
	}
	faults := append(forbidden(ours), locked(ours, theirs)...)
	if len(faults) == 0 {
		if _, faults, err = combined(l.located(ours), theirs, dir); err != nil {
			return err
		}
	}
	return withLines(own, faults)
}

// sets reports whether t has the key, a path of names with dots.
func sets(t tree, key string) bool {
	name, rest, below := strings.Cut(key, ".")
	v, ok := t[name]
	if table, is := v.(tree); below && is {
		return sets(table, rest)
	}
	return ok
}

// maxLocked bounds the list of locked keys.
const maxLocked = 200

// forClients are the tables and keys that clients may set.
var forClients = []string{
	"name", "zone", "panel", "light", "sense", "input", "presence", "text", "clock", "apps", "brightness",
	"limits", "compat", "discovery", "page",
	"audio.output", "audio.line", "audio.rate", "audio.quiet", "audio.quiet_volume",
	"stream.ddp", "stream.artnet", "stream.sacn", "stream.universe", "stream.hold",
	"awtrix.enabled", "awtrix.prefix",
	"update.enabled", "update.channel",
}

// Why a client may not set a key.
const (
	notForClients = "only the administrator's file may set it"
	noFiles       = "names a file: only the administrator's file may"
	noCommands    = "a program or a file: only the administrator's file may name it"
)

// outputs are the outputs of sound that clients may select, besides alsa:NAME: no
// files, and no programs that are started.
var outputs = []string{"", "auto", "alsa", "pulse", "buzzer", "null", "browser"}

// Owner returns the key of the administrator's file that shows that somebody uses the
// device, such as "mqtt.broker": its panel, its broker, its place, what tells it how light it
// is there, or who may send to it. It is "" if none does, or the file cannot be read. What
// clients have written shows nobody: a phone writes it with the first Wi-Fi, before there
// is a key.
func (l Layers) Owner() string {
	cfg, err := Load(l.File)
	if err != nil {
		return ""
	}
	panel := cfg.Panel.Driver()
	for _, said := range []struct {
		key string
		is  bool
	}{
		{"panel.driver", panel != "" && panel != "none"},
		{"mqtt.broker", cfg.MQTT.Chosen()},
		{"zone", cfg.Zone != ""}, {"light.source", cfg.Light.Chosen()},
		{"awtrix.enabled", cfg.Awtrix.Enabled},
		{"stream.ddp", cfg.Stream.DDP}, {"stream.artnet", cfg.Stream.ArtNet}, {"stream.sacn", cfg.Stream.SACN},
	} {
		if said.is {
			return said.key
		}
	}
	return ""
}

// Differing returns the tables, and the keys beside them, that two texts set differently. A
// text that cannot be read sets nothing.
func Differing(a, b []byte) (names []string) {
	ours, _ := readTree(a)
	theirs, _ := readTree(b)
	for _, name := range slices.Sorted(maps.Keys(over(ours, theirs))) {
		if !reflect.DeepEqual(ours[name], theirs[name]) {
			names = append(names, name)
		}
	}
	return names
}
