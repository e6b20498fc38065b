// SPDX-License-Identifier: Apache-2.0

// Package access tests with axe and Lighthouse that everybody can use the web page, and
// that its first visit asks for little.
package access

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
