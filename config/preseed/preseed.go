// SPDX-License-Identifier: Apache-2.0

// Package preseed reads rpi-preseed.toml, the file in which Raspberry Pi Imager
// leaves a device's first settings on the FAT partition of a card, as described
// in docs/os_customisation_formats.md of raspberrypi/rpi-imager. It takes what
// concerns this program: the host name, the time zone and the Wi-Fi network.
package preseed

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/shallow"
	"github.com/ledpost/ledpost/internal/table"
)

// Name is the name of the file on the FAT partition.
const Name = "rpi-preseed.toml"

// Limit bounds the file, in bytes. The Imager writes less than 4 KiB.
const Limit = 64 << 10

// Settings are the settings of a file, zero where it names none.
type Settings struct {
	Hostname string  // one label of RFC 1123, in lower case; "" = not given
	Timezone string  // of the IANA database, such as "Europe/Berlin"; "" = not given
	Network  Network // the zero Network = not given
}

// file is the part of the form in use; its other keys concern a whole system.
type file struct {
	Version string `toml:"config_version"`
	System  struct {
		Hostname string `toml:"hostname"`
	} `toml:"system"`
	Locale struct {
		Timezone string `toml:"timezone"`
	} `toml:"locale"`
	WLAN wlan `toml:"wlan"`
}

// Read reads the settings from r, which may come from anybody: at most [Limit]
// bytes are read, and an error names the key that is wrong. Keys of the form
// that this package has no use for are ignored, and so are unknown ones.
func Read(r io.Reader) (Settings, error) {
	text, err := bounded.Read(r, Limit)
	if err != nil {
		return Settings{}, fmt.Errorf("preseed: %w", err)
	}
	var f file
	if err := decode(string(text), &f); err != nil {
		return Settings{}, fmt.Errorf("preseed: %s: %w", Name, err)
	}
	return f.settings()
}

// decode reads TOML that is not deeply nested, for which the decoder needs memory by the
// square of the depth. Its errors name the line, and repeat nothing of it.
func decode(text string, to any) error {
	if line := shallow.TooDeep([]byte(text)); line > 0 {
		return fmt.Errorf("line %d: nested too deeply", line)
	}
	if _, err := toml.Decode(text, to); err != nil {
		return table.Form(err)
	}
	return nil
}

func (f file) settings() (s Settings, err error) {
	if f.Version != "" && !strings.HasPrefix(f.Version, "1.") {
		return Settings{}, fmt.Errorf("preseed: config_version: %.20q, want 1.0", f.Version)
	}
	if s.Hostname, err = hostname(f.System.Hostname); err != nil {
		return Settings{}, fmt.Errorf("preseed: system.hostname: %w", err)
	}
	if s.Timezone, err = timezone(f.Locale.Timezone); err != nil {
		return Settings{}, fmt.Errorf("preseed: locale.timezone: %w", err)
	}
	if s.Network, err = f.WLAN.network(); err != nil {
		return Settings{}, fmt.Errorf("preseed: wlan.%w", err)
	}
	return s, nil
}

// label is a host name without a domain (RFC 1123, section 2.1).
var label = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`) })

func hostname(name string) (string, error) {
	name = strings.ToLower(name)
	if name != "" && !label().MatchString(name) {
		return "", fmt.Errorf("%.70q, want 1 to 63 letters, digits and hyphens, which do not begin or end it", name)
	}
	return name, nil
}

// zone is the form of a name in the IANA database. The name becomes a path.
var zone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z][A-Za-z0-9_+-]*){0,2}$`)
})

func timezone(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	if len(name) > 64 || !zone().MatchString(name) {
		return "", fmt.Errorf("%.70q, want a name such as Europe/Berlin", name)
	}
	return name, nil
}

var errSSID = errors.New("ssid: want 1 to 32 bytes")
