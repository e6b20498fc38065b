// SPDX-License-Identifier: Apache-2.0

// Package show tests in a browser what the web page puts on the panel: apps, pictures,
// sounds and effects. Messages are tested in package compose.
package show

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) {
	code := rig.Main(m)
	browser.Close()
	os.Exit(code)
}
