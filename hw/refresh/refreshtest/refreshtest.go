// SPDX-License-Identifier: Apache-2.0

// Package refreshtest lets a test binary be the refresher that its tests start.
package refreshtest

import (
	"os"

	"github.com/ledpost/ledpost/hw/refresh"
)

// Serve is for TestMain: in a process that a test has started as the refresher it serves the
// backends, by name, and ends the process; in any other it returns.
func Serve(kinds map[string]refresh.Opener) {
	os.Setenv("GORACE", "atexit_sleep_ms=0") // of the refresher that a test starts
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], kinds))
	}
}
