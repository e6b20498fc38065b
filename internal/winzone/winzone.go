// SPDX-License-Identifier: Apache-2.0

// Package winzone knows the zones of the time zone database by the names that
// Windows and Outlook give them.
package winzone

//go:generate go run ./gen -o zones.go /usr/share/unicode/cldr/common/supplemental/windowsZones.xml

import (
	"strings"
	"sync"
)

// IANA returns the zone of a Windows name in any case of letters, as "Europe/Berlin" of "W. Europe
// Standard Time", and whether there is one. Where Windows has one name for several zones it is
// CLDR's default. Any goroutine may call.
func IANA(windows string) (name string, ok bool) {
	name, ok = folded()[strings.ToLower(windows)]
	return name, ok
}

// folded returns the zones by their names in small letters.
var folded = sync.OnceValue(func() map[string]string {
	all := make(map[string]string, len(zones)+len(since))
	for _, table := range []map[string]string{zones, since} {
		for windows, name := range table {
			all[strings.ToLower(windows)] = name
		}
	}
	return all
})

// since are the zones whose place has left them since the table of CLDR, with the place that CLDR 48 has for them, and
// those that old calendars have and CLDR leaves out. Sources: CLDR 48.2 (npm's cldr-core), and for the
// latter Microsoft's list for Azure SQL Managed Instance and the table of OzzyCzech's icalparser.
var since = map[string]string{
	"Central Asia Standard Time":      "Asia/Bishkek",     // Almaty and Astana left it in 2024
	"Mountain Standard Time (Mexico)": "America/Mazatlan", // Chihuahua left it in 2022
	"Kamchatka Standard Time":         "Asia/Kamchatka",
	"Mid-Atlantic Standard Time":      "Etc/GMT+2",
	"Mexico Standard Time":            "America/Mexico_City",
	"Mexico Standard Time 2":          "America/Mazatlan",
	"U.S. Mountain Standard Time":     "America/Phoenix",
	"U.S. Eastern Standard Time":      "America/Indianapolis",
}
