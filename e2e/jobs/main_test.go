// SPDX-License-Identifier: Apache-2.0

// Package jobs does in a browser what people want to do on the web page, and counts the
// presses that each takes.
package jobs

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
