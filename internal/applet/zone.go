// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// local is what Go calls the zone of the system, whatever that is: a program that reads no files cannot know it.
const local = "Local"

// ZoneName returns the IANA name of a zone, for [Request]; "Local" where the system does not tell its own.
func ZoneName(zone *time.Location) string {
	if zone != time.Local {
		return zone.String()
	}
	tz, set := os.LookupEnv("TZ")
	if set {
		return named(cmp.Or(tz, "UTC"))
	}
	return systemZone("/etc")
}

// systemZone returns the name of the zone that the files in etc set.
func systemZone(etc string) string {
	if link, err := os.Readlink(filepath.Join(etc, "localtime")); err == nil && named(link) != local {
		return named(link)
	}
	text, _ := os.ReadFile(filepath.Join(etc, "timezone")) // of Debian; none = unknown
	return named(strings.TrimSpace(string(text)))
}

// named returns the zone in a value of TZ (tzset(3)) or the path of its file.
func named(s string) string {
	s = strings.TrimPrefix(s, ":")
	if _, behind, ok := strings.Cut(s, "zoneinfo/"); ok {
		s = behind
	}
	if _, err := time.LoadLocation(s); err != nil || s == "" {
		return local
	}
	return s
}
