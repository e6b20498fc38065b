// SPDX-License-Identifier: Apache-2.0

// Package winzone knows the zones of the time zone database by the names that
// Windows and Outlook give them.
package winzone

//go:generate go run ./gen -o zones.go /usr/share/unicode/cldr/common/supplemental/windowsZones.xml

// IANA returns the zone of a Windows name, as "Europe/Berlin" of "W. Europe Standard
// Time", and whether there is one. Where Windows has one name for several zones it is
// CLDR's default. Any goroutine may call.
func IANA(windows string) (name string, ok bool) {
	name, ok = zones[windows]
	return name, ok
}
