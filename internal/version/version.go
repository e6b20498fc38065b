// SPDX-License-Identifier: Apache-2.0

// Package version says which version of the program this is. The linker sets it
// for releases (deploy/package/build).
package version

import (
	"runtime/debug"
	"strconv"
	"time"
)

// Number is the version, as 1.2.3.
var Number = "0.1.0-dev"

// buildTime, in seconds since 1970, is set by the linker for packages, which
// know nothing of the repository.
var buildTime string

// first is before any build that does not know its time: by the tools of Go alone
// and without the repository, as from an archive or by go install.
var first = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// Built returns when the program was built, or some time before that; it is
// never before the first of November 2026.
func Built() time.Time {
	if t := known(); t.After(first) {
		return t
	}
	return first
}

// known is what the linker or the repository said, the zero time if neither did.
func known() time.Time {
	if seconds, err := strconv.ParseInt(buildTime, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key != "vcs.time" {
			continue
		}
		if t, err := time.Parse(time.RFC3339, s.Value); err == nil {
			return t
		}
	}
	return time.Time{}
}
