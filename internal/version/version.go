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

// Built returns when the program was built, the zero time if it does not know.
func Built() time.Time {
	if seconds, err := strconv.ParseInt(buildTime, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			t, _ := time.Parse(time.RFC3339, s.Value)
			return t
		}
	}
	return time.Time{}
}
