// SPDX-License-Identifier: Apache-2.0

// Package compose tests in a browser how a message is made on the web page: text, frames and
// icons, its sketch, its history, and its copies for other programs.
package compose

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
