// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/table"
)

// keysOf are the keys that a driver's configuration has.
func keysOf(d panel.Driver) []string {
	return slices.Sorted(maps.Keys(table.Fields(reflect.ValueOf(d).Elem())))
}

// wrong are values that people and programs write by mistake.
func wrong() []string {
	return []string{
		`"nonsense"`, `""`, `" "`, `"0"`, `"vcd:"`, `"-1x-1"`, `-1`, `0`, `1`, `7`, `99999`, `9223372036854775807`,
		`0.5`, `-3.5`, `1e300`, `nan`, `inf`, `-inf`, `true`, `false`, `[]`, `[0]`, `[-1, -1]`, `[nan, nan, nan]`,
		`["a", "b"]`, `[1, 2, 3, 4, 5, 6]`, `{a = 1}`, `1979-05-27T07:32:00Z`,
	}
}

// right reports whether a key takes one of them; unsure is for what depends on
// other keys, or may be "not given".
func right(key, value string) (takes, unsure bool) {
	unsure = value == `""` || key == "rows" && value == "1" || key == "power_limit" && (value == "1" || value == "0.5")
	return slices.Contains(map[string][]string{
		"modules": {"1", "7"}, "chain": {"1", "7"}, "parallel": {"1"}, "fold": {"1"}, "rotate": {"0"},
		"slowdown": {"0", "1", "7"}, "planes": {"7"}, "gamma": {"1"}, "threshold": {"0.5"},
		"data": {`"0"`}, "clock": {`"0"`}, "dc": {`"0"`}, "reset": {`"0"`}, "backlight": {`"0"`}, "pitch": {"7"},
		"dither": {"true", "false"}, "inverse": {"true", "false"}, "sequential": {"true", "false"},
		"power_limit": {"-1", "-3.5", "-inf", "inf", "7", "99999", "1e300"},
	}[key], value), unsure
}

// TestHostileConfig gives every key of every driver every wrong value: each is
// refused by Check, which touches no hardware, with the key's name.
func TestHostileConfig(t *testing.T) {
	for _, driver := range Drivers() {
		for _, key := range append(keysOf(newDriver(driver)), "driver") {
			for _, value := range wrong() {
				text := fmt.Sprintf("[panel]\ndriver = %q\n%s = %s", driver, key, value)
				if key == "driver" {
					text = "[panel]\ndriver = " + value
				}
				cfg, err := decode(text)
				if err == nil {
					err = cfg.Check()
				}
				takes, unsure := right(key, value)
				switch at := strings.TrimPrefix(keyerr.Key(err), "panel."); {
				case !unsure && takes != (err == nil):
					t.Errorf("%s\n is answered with %v", text, err)
				case err == nil:
				case at != key && !strings.HasPrefix(at, key+"."): // of an entry
					t.Errorf("%s\n is told of key %q: %v", text, at, err)
				case !strings.Contains(err.Error(), key):
					t.Errorf("%s\n is told without the key's name: %v", text, err)
				}
			}
		}
	}
}

// TestKeysAreDocumented: the section of each driver names each of its keys.
func TestKeysAreDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../docs/hardware.md"))(t)
	elsewhere := map[string]string{"apa102": "WS2812, SK6812", "unicornhd": "Unicorn HAT HD"}
	for _, driver := range Drivers() {
		name := cmp.Or(elsewhere[driver], driver)
		heading := regexp.MustCompile("(?im)^## .*" + name + ".*$").FindStringIndex(string(page))
		if heading == nil {
			t.Errorf("docs/hardware.md has no section with %s in its heading", name)
			continue
		}
		section := string(page)[heading[1]:]
		section, _, _ = strings.Cut(section, "\n## ")
		for _, key := range keysOf(newDriver(driver)) {
			if !strings.Contains(section, "`"+key+"`") {
				t.Errorf("%s: key %s is not documented", driver, key)
			}
		}
		if !strings.Contains(string(page), "\n| `"+driver+"` |") {
			t.Errorf("%s is not in the list of drivers", driver)
		}
	}
}
