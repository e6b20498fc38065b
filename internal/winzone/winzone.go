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
	all := make(map[string]string, len(zones))
	for windows, name := range zones {
		all[strings.ToLower(windows)] = name
	}
	return all
})
